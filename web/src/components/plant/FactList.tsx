// A list of facts, one per line or in a row across a whole card; empty facts are left out.
import type { DoubtfulFigure } from '@heliograph/contract/events.ts';
import { DoubtfulMark } from './Doubtful.tsx';
import classes from './plant.module.css';

/** Label and value, '' when it is not set, and the figures that the value depends on. */
export type Fact = readonly [label: string, value: string, figures?: readonly DoubtfulFigure[]];

interface Props {
  facts: readonly Fact[];
  /** Shows each label above its value. */
  isWide?: boolean;
  /** One fact per line, in columns that are read downwards where there is room. */
  isInColumns?: boolean;
}

export function FactList({ facts, isWide = false, isInColumns = false }: Props) {
  return (
    <dl
      className={`${classes.pairs} ${isWide ? classes.pairsWide : ''} ${isInColumns ? classes.pairsInColumns : ''} num`}
    >
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value, figures]) => (
          <div key={label}>
            <dt>
              {label}
              {figures && <DoubtfulMark about={label} figures={figures} />}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
