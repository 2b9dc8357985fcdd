// What is set, a line each, or side by side across a whole card; what is not set is left out.
import classes from './plant.module.css';

/** '' where nothing is set. */
export type Fact = readonly [label: string, value: string];

interface Props {
  facts: readonly Fact[];
  /** What each is above it. */
  isWide?: boolean;
  /** A line each, in columns that are read downwards, where there is room. */
  isInColumns?: boolean;
}

export function FactList({ facts, isWide = false, isInColumns = false }: Props) {
  return (
    <dl
      className={`${classes.pairs} ${isWide ? classes.pairsWide : ''} ${isInColumns ? classes.pairsInColumns : ''} num`}
    >
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
