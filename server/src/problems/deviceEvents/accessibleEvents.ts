// Events of all plants that a session sees: the database's function looks at who asks, as rows of events are seen plant by plant only.
import type { EventCode } from '@heliograph/contract/events.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { boundsByZone } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { type AlertState, eventState } from './eventState.ts';

export interface AccessibleEvent {
  sid: string;
  sn: string;
  code: EventCode;
  openedAt: Date;
  closedAt: Date | null;
  detail: Record<string, string> | null;
  state: AlertState;
  note: string;
  acknowledgedAt: Date | null;
  acknowledgedBy: number | null;
  total: number;
}

export interface EventFilter {
  states: readonly AlertState[];
  /** Null for all. */
  codes: readonly EventCode[] | null;
  keywords: string | undefined;
  /** Needed when ended ones are asked for. */
  from: Day | null;
  until: Day | null;
  /** And all below it; null: of all plants that are seen. */
  companyId: number | null;
}

const NO_DAYS = { zones: '{}', begins: '{}', ends: '{}' };

/** What goes on first, the newest of each first. `total` of each row: how many there are, up to `countAtMost`. */
export async function accessibleEvents(
  sql: Transaction,
  { states, codes, keywords, from, until, companyId }: EventFilter,
  { size, num, countAtMost }: { size: number; num: number; countAtMost: number },
): Promise<AccessibleEvent[]> {
  const words = keywords === undefined ? '' : `%${keywords.replace(/[\\%_]/g, '\\$&')}%`;
  const { zones, begins, ends } =
    from || until ? boundsByZone({ firstDay: from ?? undefined, lastDay: until ?? undefined }) : NO_DAYS;
  return await sql<AccessibleEvent[]>`
    select e.sid, e.sn, e.code, e.opened_at, e.closed_at, e.detail, e.note, e.acknowledged_at, e.acknowledged_by, e.total::int as total,
      ${eventState(sql)} as state
    from seen_events(${states}::text[], ${codes}::text[], ${words}, ${zones}::text::text[], ${begins}::text::timestamptz[],
      ${ends}::text::timestamptz[], ${companyId}::int, ${countAtMost}::int, ${size}::int, ${size * num}::int) e`;
}
