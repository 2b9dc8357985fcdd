// A list as cards: the same rows in the same order, built from the columns unless the list renders its own.
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import type { Destination } from '../../links.ts';
import type { ColumnChoice } from './columnChoice.ts';
import type { Column } from './DataTable.tsx';
import classes from './List.module.css';

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  card?: (row: Row) => ReactNode;
  linkOf?: (row: Row) => Destination;
  actions?: (row: Row) => ReactNode;
  isWaiting?: boolean;
  /** Approximate height of a card. */
  cardPx: number;
}

/** Number of cards above which the browser renders only visible ones and estimates the height of the others. */
const DRAW_ALL_UP_TO = 100;

export function ListCards<Row>({ rows, columns, choice, keyOf, actions, ...props }: Props<Row>) {
  const shown = choice.order
    .filter((id) => !choice.hidden.includes(id))
    .flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const columnCard = (row: Row) => {
    const link = props.linkOf?.(row);
    const [first, ...others] = shown;
    return (
      <>
        <div className={classes.cardHead}>
          <div className={classes.cardTitle}>
            {link ? (
              <Link className={classes.cardName} {...link}>
                {first?.cell(row)}
              </Link>
            ) : (
              first?.cell(row)
            )}
          </div>
          {actions && <div className={classes.cardSide}>{actions(row)}</div>}
        </div>
        <dl className={`${classes.cardFacts} num`}>
          {others.map(({ id, title, unit, cell }) => (
            <div key={id}>
              <dt>
                {title}
                {unit && `, ${unit}`}
              </dt>
              <dd>{cell(row)}</dd>
            </div>
          ))}
        </dl>
      </>
    );
  };
  return (
    <ul
      className={classes.cards}
      data-work
      aria-label={props.label}
      data-waiting={props.isWaiting || undefined}
      data-long={rows.length > DRAW_ALL_UP_TO || undefined}
      style={{ '--card-height': `${props.cardPx}px` } as CSSProperties}
    >
      {rows.map((row) => (
        <li key={keyOf(row)} className={classes.card}>
          {props.card ? props.card(row) : columnCard(row)}
        </li>
      ))}
    </ul>
  );
}
