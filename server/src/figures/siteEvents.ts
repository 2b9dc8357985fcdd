// What was noted of a plant's devices in a period: how often by device and code, and when silences and faults lasted.
import { EVENT_CODES, type EventCode, levelOf } from '@heliograph/contract/events.ts';
import type { Transaction } from '../db/connect.ts';
import type { Down, Stretch } from '../rules/availability.ts';

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
const MOST_DOWNS = 100_000;
/** Of a device as a whole: with one of its modules dead it is there for the others. */
const FAULTS: readonly EventCode[] = EVENT_CODES.filter((code) => levelOf(code) === 'fault' && code !== 'deadModule');

/** By serial number; null: there are more than a hundred thousand. */
export async function downsOf(
  sql: Transaction,
  sid: string,
  { fromMs, toMs }: Stretch,
): Promise<Map<string, Down[]> | null> {
  const rows = await sql<{ sn: string; code: EventCode; openedAt: Date; closedAt: Date | null }[]>`
    select sn, code, opened_at, closed_at from events
    where sid = ${sid} and opened_at < ${new Date(toMs)} and coalesce(closed_at, 'infinity') >= ${new Date(fromMs)}
      and code = any (${FAULTS as EventCode[]}::text[]) limit ${MOST_DOWNS + 1}`;
  if (rows.length > MOST_DOWNS) return null;
  const downs = new Map<string, Down[]>();
  for (const { sn, code, openedAt, closedAt } of rows) {
    const own = downs.get(sn) ?? [];
    own.push({ fromMs: openedAt.getTime(), toMs: closedAt?.getTime() ?? toMs, isSilent: code === 'silence' });
    downs.set(sn, own);
  }
  return downs;
}
