// Reads events of all plants that a session may access: by a database function that checks the user, as row policies of events work plant by plant only.
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
  /** Required when closed events are requested. */
  from: Day | null;
  until: Day | null;
  /** Company including its subsidiaries; null: all accessible plants. */
  companyId: number | null;
}

const NO_DAYS = { zones: '{}', begins: '{}', ends: '{}' };

/** Returns open events first, the newest of each first. `total` of each row: the number of all events, up to `countAtMost`. */
export async function accessibleEvents(
  sql: Transaction,
  { states, codes, keywords, from, until, companyId }: EventFilter,
  { size, num, countAtMost }: { size: number; num: number; countAtMost: number },
): Promise<AccessibleEvent[]> {
  const pattern = keywords === undefined ? '' : `%${keywords.replace(/[\\%_]/g, '\\$&')}%`;
  const { zones, begins, ends } =
    from || until ? boundsByZone({ firstDay: from ?? undefined, lastDay: until ?? undefined }) : NO_DAYS;
  return await sql<AccessibleEvent[]>`
    select e.sid, e.sn, e.code, e.opened_at, e.closed_at, e.detail, e.note, e.acknowledged_at, e.acknowledged_by, e.total::int as total,
      ${eventState(sql)} as state
    from seen_events(${states}::text[], ${codes}::text[], ${pattern}, ${zones}::text::text[], ${begins}::text::timestamptz[],
      ${ends}::text::timestamptz[], ${companyId}::int, ${countAtMost}::int, ${size}::int, ${size * num}::int) e`;
}
