// Statistics of a plant's device events in a period: counts by device and code, downtimes, and alerts of a day.
import { EVENT_CODES, type EventCode, levelOf } from '@heliograph/contract/events.ts';
import { ERROR_CODES, type ErrorCode } from '@heliograph/contract/statuses.ts';
import type { Downtime, Stretch } from '../../energy/rules/availability.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { weightOf } from '../rules/errorBits.ts';

export interface Counted {
  sn: string;
  code: EventCode;
  count: number;
}

/** Counts events that overlap the period, as device/alerts filters by days. The caller has found the site among the accessible ones. */
export async function countEvents(sql: Transaction, sid: string, { fromMs, toMs }: Stretch): Promise<Counted[]> {
  return await sql<Counted[]>`
    select sn, code, count(*)::int as count from events
    where sid = ${sid} and opened_at < ${new Date(toMs)} and coalesce(closed_at, 'infinity') >= ${new Date(fromMs)}
    group by sn, code order by sn, code`;
}

/** Maximum silences and faults of one plant: more give no usable result, and would take long. */
const MAX_DOWNS = 100_000;
/** Faults of a device as a whole: with one dead module it is available for the others. */
const FAULTS: readonly EventCode[] = EVENT_CODES.filter((code) => levelOf(code) === 'fault' && code !== 'deadModule');

/** Returns downtimes by serial number; null: there are more than a hundred thousand. */
export async function downsOf(
  sql: Transaction,
  sid: string,
  { fromMs, toMs }: Stretch,
): Promise<Map<string, Downtime[]> | null> {
  const rows = await sql<{ sn: string; code: EventCode; openedAt: Date; closedAt: Date | null }[]>`
    select sn, code, opened_at, closed_at from events
    where sid = ${sid} and opened_at < ${new Date(toMs)} and coalesce(closed_at, 'infinity') >= ${new Date(fromMs)}
      and code = any (${FAULTS as EventCode[]}::text[]) limit ${MAX_DOWNS + 1}`;
  if (rows.length > MAX_DOWNS) return null;
  const downs = new Map<string, Downtime[]>();
  for (const { sn, code, openedAt, closedAt } of rows) {
    const deviceDowns = downs.get(sn) ?? [];
    deviceDowns.push({ fromMs: openedAt.getTime(), toMs: closedAt?.getTime() ?? toMs, isSilent: code === 'silence' });
    downs.set(sn, deviceDowns);
  }
  return downs;
}

/** Maximum alerts of one day: more could not be distinguished in a chart. */
const MAX_ALERTS = 20_000;

export interface AlertSlots {
  sn: string;
  code: ErrorCode;
  /** The first slot in which it was open, and the first after it. */
  from: number;
  until: number;
}

/** Returns the slots of a day in which devices had alerts, the most severe first; an open one lasts to the end of the day. The caller has found the site among the accessible ones. */
export async function alertsOfDay(
  sql: Transaction,
  sid: string,
  { fromMs, toMs, stepS, count }: Stretch & { stepS: number; count: number },
): Promise<AlertSlots[]> {
  const rows = await sql<{ sn: string; code: ErrorCode; openedAt: Date; closedAt: Date | null }[]>`
    select sn, code, opened_at, closed_at from events
    where sid = ${sid} and opened_at < ${new Date(toMs)} and coalesce(closed_at, 'infinity') >= ${new Date(fromMs)}
      and code = any (${ERROR_CODES as unknown as ErrorCode[]}::text[]) order by opened_at, sn, code limit ${MAX_ALERTS}`;
  const slotOf = (at: Date): number => Math.floor((at.getTime() - fromMs) / (stepS * 1000));
  return rows
    .map(({ sn, code, openedAt, closedAt }) => ({
      sn,
      code,
      from: Math.max(0, slotOf(openedAt)),
      until: closedAt ? Math.min(count, slotOf(closedAt) + 1) : count,
    }))
    .toSorted((one, other) => weightOf(one.code) - weightOf(other.code));
}
