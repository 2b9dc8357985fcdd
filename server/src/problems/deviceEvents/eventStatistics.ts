// What was noted of a plant's devices in a period: how often by device and code, when silences and faults lasted, and when alerts were open on a day.
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

/** Events that lasted into the period, as device/alerts finds them by its days. The site was found among the visible ones. */
export async function countEvents(sql: Transaction, sid: string, { fromMs, toMs }: Stretch): Promise<Counted[]> {
  return await sql<Counted[]>`
    select sn, code, count(*)::int as count from events
    where sid = ${sid} and opened_at < ${new Date(toMs)} and coalesce(closed_at, 'infinity') >= ${new Date(fromMs)}
    group by sn, code order by sn, code`;
}

/** Of silences and faults of one plant: more say nothing that could still be mended, and would take long. */
const MAX_DOWNS = 100_000;
/** Of a device as a whole: with one of its modules dead it is there for the others. */
const FAULTS: readonly EventCode[] = EVENT_CODES.filter((code) => levelOf(code) === 'fault' && code !== 'deadModule');

/** By serial number; null: there are more than a hundred thousand. */
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
    const own = downs.get(sn) ?? [];
    own.push({ fromMs: openedAt.getTime(), toMs: closedAt?.getTime() ?? toMs, isSilent: code === 'silence' });
    downs.set(sn, own);
  }
  return downs;
}

/** Of one day: what is drawn of more nobody could tell apart. */
const MAX_ALERTS = 20_000;

export interface AlertSlots {
  sn: string;
  code: ErrorCode;
  /** The first slot in which it was open, and the first behind it. */
  from: number;
  until: number;
}

/** In which slots of a day devices had alerts, what weighs most first; one that goes on has no end. The site was found among the visible ones. */
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
