// Counts per category: a bar, the number, and a link to the list behind it.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { full } from '../../format/numbers.ts';
import type { Destination } from '../../links.ts';
import classes from './dashboard.module.css';

export interface CountRow {
  key: string;
  label: ReactNode;
  count: number;
  /** List of the counted items; undefined if no list can filter by this category. */
  to?: Destination | undefined;
  /** CSS colour of the bar where it carries a meaning; the default colour otherwise. */
  color?: string;
}

export function CountList({ rows, label }: { rows: readonly CountRow[]; label: string }) {
  const max = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className={classes.counts} aria-label={label}>
      {rows.map(({ key, label: name, count, to, color }) => {
        const row = (
          <>
            <span className={classes.countName}>{name}</span>
            <b className={`${classes.count} num`}>{full(count, 0)}</b>
            <span className={classes.track} aria-hidden>
              <span style={{ width: `${(100 * count) / max}%`, ...(color ? { background: color } : {}) }} />
            </span>
          </>
        );
        return (
          <li key={key}>
            {to && count > 0 ? (
              <Link {...to} className={classes.countRow}>
                {row}
              </Link>
            ) : (
              <span className={classes.countRow}>{row}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
