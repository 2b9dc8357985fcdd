// Whether an event goes on, and whether somebody knows of it.
import type { ALERT_STATES } from '@heliograph/contract/events.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';

export type AlertState = (typeof ALERT_STATES)[number];

/** Of `events e`. */
export const eventState = (sql: Sql | Transaction): Fragment =>
  sql`case when e.closed_at is not null then 'closed' when e.acknowledged_at is not null then 'acknowledged' else 'open' end`;

/** The same as a condition, in words that the index of open events knows. */
export function isInState(sql: Sql | Transaction, state: AlertState): Fragment {
  if (state === 'closed') return sql`e.closed_at is not null`;
  return sql`e.closed_at is null and e.acknowledged_at is ${state === 'open' ? sql`null` : sql`not null`}`;
}
