// Single live values, one per line or side by side across a wide card; values that the device does not report are left out.
import detailClasses from '../../components/plant/plant.module.css';
import classes from './values.module.css';

/** A value is undefined if the device does not report it. */
export type Pair = readonly [label: string, value: string | undefined];

interface Props {
  title?: string;
  pairs: readonly Pair[];
  isStale: boolean;
  /** Lays the pairs out side by side across a wide card. */
  isWide?: boolean;
}

export function Pairs({ title, pairs, isStale, isWide = false }: Props) {
  const reported = pairs.filter(([, value]) => value !== undefined);
  if (reported.length === 0) return null;
  return (
    <div className={classes.part} data-stale={isStale || undefined}>
      {title && <h3 className={classes.caption}>{title}</h3>}
      <dl className={`${detailClasses.pairs} ${isWide ? detailClasses.pairsWide : ''} num`}>
        {reported.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{value}</b>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
