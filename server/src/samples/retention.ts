// How long samples are kept, per part of their blocks: expired parts are dropped, energies of days never are.
import type { BlockPart } from '@heliograph/contract/measurements.ts';
import type { Context } from '../context.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { Block } from './block.ts';
import { OTHER_GROUPS } from './numbers.ts';

/** Parts are kept as long as the one of these that they go with. */
const KEPT_WITH = {
  power: 'power',
  flow: 'power',
  grid: 'grid',
  phases: 'grid',
  inputs: 'inputs',
  strings: 'inputs',
} as const satisfies Record<BlockPart, string>;
type KeptGroup = (typeof KEPT_WITH)[BlockPart];
const KEPT_GROUPS = ['power', 'grid', 'inputs'] as const satisfies KeptGroup[];
/** Those that may go before the block does. */
const EXPIRING = OTHER_GROUPS.filter((group) => KEPT_WITH[group] !== 'power');

/** The first day of which a part is kept; null: all are. */
export type RetainedFrom = Record<KeptGroup, Day | null>;

/**
 * Whole months of the calendar: the last day of each month keeps the state of its energy fold (deviceDays.ts), from
 * which the next month goes on when a report comes late.
 */
function keptFrom(months: Record<KeptGroup, number | undefined>, now: Date): RetainedFrom {
  const from = (count: number | undefined): Day | null =>
    count === undefined
      ? null
      : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 10);
  return { power: from(months.power), grid: from(months.grid), inputs: from(months.inputs) };
}

type Stored = RetainedFrom & { done: boolean };

/** What is dropped for good: a longer time afterwards does not bring it back. */
export async function readRetainedFrom(sql: Sql | Transaction): Promise<Stored> {
  const [row] = await sql<{ value: Stored }[]>`select value from settings where name = 'samplesKeptFrom'`;
  return row?.value ?? { power: null, grid: null, inputs: null, done: true };
}

/** A block without the parts that are not kept any more; null when nothing of it is. */
export function retainedOf<B extends Block & { day: Day }>(block: B, kept: RetainedFrom): B | null {
  if (block.day < (kept.power ?? '')) return null;
  const left = { ...block };
  for (const group of EXPIRING) if (block.day < (kept[KEPT_WITH[group]] ?? '')) left[group] = null;
  return left;
}

const DEVICES_AT_ONCE = 50;

/** Drops what has expired, some devices at a time; returns how many blocks were deleted or made smaller. */
export async function dropOld(
  { sql, clock, config, trouble }: Pick<Context, 'sql' | 'clock' | 'config' | 'trouble'>,
  stopped: () => boolean = () => false,
): Promise<number> {
  const before = await readRetainedFrom(sql);
  const wanted = keptFrom(config.retentionMonths, clock.now());
  const after: Stored = { ...before };
  for (const group of KEPT_GROUPS) if ((wanted[group] ?? '') > (before[group] ?? '')) after[group] = wanted[group];
  if (before.done && KEPT_GROUPS.every((group) => after[group] === before[group])) return 0;
  const note = (done: boolean) => sql`
    insert into settings (name, value) values ('samplesKeptFrom', ${sql.json({ ...after, done })})
    on conflict (name) do update set value = excluded.value`;
  // Said before it is done: reports of that time are refused from now on, and an interrupted run is started over.
  await note(false);
  let dropped = 0;
  for (let cursor: { sid: string; sn: string } | null = { sid: '', sn: '' }; cursor; ) {
    if (stopped() || trouble.now() !== undefined) return dropped;
    const devices: { sid: string; sn: string }[] = await sql<{ sid: string; sn: string }[]>`
      select sid, sn from device_live where (sid, sn) > (${cursor.sid}, ${cursor.sn}) order by sid, sn limit ${DEVICES_AT_ONCE}`;
    cursor = devices.length === DEVICES_AT_ONCE ? devices.at(-1)! : null;
    dropped += await dropOf(sql, devices, after);
  }
  await note(true);
  return dropped;
}

async function dropOf(sql: Sql, devices: readonly { sid: string; sn: string }[], kept: RetainedFrom): Promise<number> {
  const sids = textArray(devices.map(({ sid }) => sid));
  const sns = textArray(devices.map(({ sn }) => sn));
  const deleted = await sql`
    delete from sample_blocks b using (select unnest(${sids}::text::text[]) as sid, unnest(${sns}::text::text[]) as sn) k
    where b.sid = k.sid and b.sn = k.sn and b.day < ${kept.power ?? '-infinity'}`;
  const smaller = await sql`
    update sample_blocks b set
      grid = case when b.day >= ${kept.grid ?? '-infinity'} then b.grid end,
      phases = case when b.day >= ${kept.grid ?? '-infinity'} then b.phases end,
      inputs = case when b.day >= ${kept.inputs ?? '-infinity'} then b.inputs end,
      strings = case when b.day >= ${kept.inputs ?? '-infinity'} then b.strings end
    from (select unnest(${sids}::text::text[]) as sid, unnest(${sns}::text::text[]) as sn) k
    where b.sid = k.sid and b.sn = k.sn and (
      (b.day < ${kept.grid ?? '-infinity'} and coalesce(b.grid, b.phases) is not null)
      or (b.day < ${kept.inputs ?? '-infinity'} and coalesce(b.inputs, b.strings) is not null))`;
  return deleted.count + smaller.count;
}
