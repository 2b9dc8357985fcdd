// What is set, a line each, or side by side across a whole card; what is not set is left out.
import classes from './detail.module.css';

/** '' where nothing is set. */
export type Fact = readonly [label: string, value: string];

export function FactList({ facts, isWide = false }: { facts: readonly Fact[]; isWide?: boolean }) {
  return (
    <dl className={`${classes.pairs} ${isWide ? classes.pairsWide : ''} num`}>
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
