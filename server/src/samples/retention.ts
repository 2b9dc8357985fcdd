// Retention of samples, per part of their blocks: expired parts are dropped, day energies never are.
import type { BlockPart } from '@heliograph/contract/measurements.ts';
import type { Context } from '../context.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { Block } from './block.ts';
import { OTHER_GROUPS } from './numbers.ts';

/** The retention setting that applies to each part. */
const RETENTION_GROUP_OF = {
  power: 'power',
  flow: 'power',
  grid: 'grid',
  phases: 'grid',
  inputs: 'inputs',
  strings: 'inputs',
} as const satisfies Record<BlockPart, string>;
type RetentionGroup = (typeof RETENTION_GROUP_OF)[BlockPart];
const RETENTION_GROUPS = ['power', 'grid', 'inputs'] as const satisfies RetentionGroup[];
/** Parts that may expire before their block does. */
const EXPIRING = OTHER_GROUPS.filter((group) => RETENTION_GROUP_OF[group] !== 'power');

/** The first day whose parts are retained; null: all are. */
export type RetainedFrom = Record<RetentionGroup, Day | null>;

/**
 * Returns the first day to retain, after whole calendar months: the last day of each month stores its energy aggregation
 * state (deviceDays.ts), from which the next month is recomputed when a report comes late.
 */
function retainedFromOf(months: Record<RetentionGroup, number | undefined>, now: Date): RetainedFrom {
  const from = (count: number | undefined): Day | null =>
    count === undefined
      ? null
      : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 10);
  return { power: from(months.power), grid: from(months.grid), inputs: from(months.inputs) };
}

type StoredRetention = RetainedFrom & { done: boolean };

/** Reads what has been dropped permanently: a longer retention set later does not restore it. */
export async function readRetainedFrom(sql: Sql | Transaction): Promise<StoredRetention> {
  const [row] = await sql<{ value: StoredRetention }[]>`select value from settings where name = 'samplesKeptFrom'`;
  return row?.value ?? { power: null, grid: null, inputs: null, done: true };
}

/** Returns a block without its expired parts; null when all of it has expired. */
export function retainedOf<B extends Block & { day: Day }>(block: B, retainedFrom: RetainedFrom): B | null {
  if (block.day < (retainedFrom.power ?? '')) return null;
  const retained = { ...block };
  for (const group of EXPIRING) if (block.day < (retainedFrom[RETENTION_GROUP_OF[group]] ?? '')) retained[group] = null;
  return retained;
}

const BATCH_DEVICES = 50;

/** Drops expired samples, in batches of devices; returns how many blocks were deleted or made smaller. */
export async function dropExpired(
  { sql, clock, config, databaseHealth }: Pick<Context, 'sql' | 'clock' | 'config' | 'databaseHealth'>,
  stopped: () => boolean = () => false,
): Promise<number> {
  const before = await readRetainedFrom(sql);
  const target = retainedFromOf(config.retentionMonths, clock.now());
  const after: StoredRetention = { ...before };
  for (const group of RETENTION_GROUPS) if ((target[group] ?? '') > (before[group] ?? '')) after[group] = target[group];
  if (before.done && RETENTION_GROUPS.every((group) => after[group] === before[group])) return 0;
  const store = (done: boolean) => sql`
    insert into settings (name, value) values ('samplesKeptFrom', ${sql.json({ ...after, done })})
    on conflict (name) do update set value = excluded.value`;
  // Stored before the deletion: reports of that time are refused from now on, and an interrupted run starts over.
  await store(false);
  let dropped = 0;
  for (let cursor: { sid: string; sn: string } | null = { sid: '', sn: '' }; cursor; ) {
    if (stopped() || databaseHealth.now() !== undefined) return dropped;
    const devices: { sid: string; sn: string }[] = await sql<{ sid: string; sn: string }[]>`
      select sid, sn from device_live where (sid, sn) > (${cursor.sid}, ${cursor.sn}) order by sid, sn limit ${BATCH_DEVICES}`;
    cursor = devices.length === BATCH_DEVICES ? devices.at(-1)! : null;
    dropped += await dropOf(sql, devices, after);
  }
  await store(true);
  return dropped;
}

async function dropOf(
  sql: Sql,
  devices: readonly { sid: string; sn: string }[],
  retainedFrom: RetainedFrom,
): Promise<number> {
  const sids = textArray(devices.map(({ sid }) => sid));
  const sns = textArray(devices.map(({ sn }) => sn));
  const deleted = await sql`
    delete from sample_blocks b using (select unnest(${sids}::text::text[]) as sid, unnest(${sns}::text::text[]) as sn) k
    where b.sid = k.sid and b.sn = k.sn and b.day < ${retainedFrom.power ?? '-infinity'}`;
  const smaller = await sql`
    update sample_blocks b set
      grid = case when b.day >= ${retainedFrom.grid ?? '-infinity'} then b.grid end,
      phases = case when b.day >= ${retainedFrom.grid ?? '-infinity'} then b.phases end,
      inputs = case when b.day >= ${retainedFrom.inputs ?? '-infinity'} then b.inputs end,
      strings = case when b.day >= ${retainedFrom.inputs ?? '-infinity'} then b.strings end
    from (select unnest(${sids}::text::text[]) as sid, unnest(${sns}::text::text[]) as sn) k
    where b.sid = k.sid and b.sn = k.sn and (
      (b.day < ${retainedFrom.grid ?? '-infinity'} and coalesce(b.grid, b.phases) is not null)
      or (b.day < ${retainedFrom.inputs ?? '-infinity'} and coalesce(b.inputs, b.strings) is not null))`;
  return deleted.count + smaller.count;
}
