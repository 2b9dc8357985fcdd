// State of an event in SQL: open, acknowledged or closed.
import type { ALERT_STATES } from '@heliograph/contract/events.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';

export type AlertState = (typeof ALERT_STATES)[number];

/** State of `events e`. */
export const eventState = (sql: Sql | Transaction): Fragment =>
  sql`case when e.closed_at is not null then 'closed' when e.acknowledged_at is not null then 'acknowledged' else 'open' end`;

/** Returns the same as a condition that can use the index of open events. */
export function isInState(sql: Sql | Transaction, state: AlertState): Fragment {
  if (state === 'closed') return sql`e.closed_at is not null`;
  return sql`e.closed_at is null and e.acknowledged_at is ${state === 'open' ? sql`null` : sql`not null`}`;
}
