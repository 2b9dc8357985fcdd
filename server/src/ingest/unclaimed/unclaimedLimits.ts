// Enforces caps, counted in the database, on serial numbers and frames of no plant: the newest and the most persistent numbers stay, the rest is deleted.
import type { Sql, Transaction } from '../../platform/database/connect.ts';

export interface UnclaimedCaps {
  /** Unclaimed serial numbers, in total and from one source. */
  numbers: number;
  numbersOfSource: number;
  /** Their frames, in total and of one number: a month at one per five minutes. */
  frames: number;
  framesOfNumber: number;
  /** Bodies that are not frames. */
  rejected: number;
  /** How many rows may be added before the caps are enforced again. */
  slack: number;
}

/** About 150 MB with indexes. */
export const UNCLAIMED_LIMITS: UnclaimedCaps = {
  numbers: 50_000,
  numbersOfSource: 1_000,
  frames: 400_000,
  framesOfNumber: 10_000,
  rejected: 20_000,
  slack: 20_000,
};

export interface Pruned {
  numbers: number;
  frames: number;
}

/**
 * Deletes rows until the tables are under the caps, and returns the counts. Numbers of a plant, of a product and restricted
 * ones stay; of the others, those that never reported are deleted whatever the caps are.
 */
export async function pruneUnknown(sql: Sql, caps: UnclaimedCaps = UNCLAIMED_LIMITS): Promise<Pruned> {
  const [numbers, frames] = await sql.begin(async (tx) => {
    const deleted = await pruneNumbers(tx, caps);
    return [deleted.length + (await deleteSilentNumbers(tx)), await deleteFrames(tx, deleted)] as const;
  });
  return { numbers, frames: frames + (await pruneFrames(sql, caps)) + (await pruneRejected(sql, caps)) };
}

/**
 * Deletes numbers beyond the caps and returns them. Half of the cap is for those that reported over more than ten minutes,
 * half for the newest: a flood of new numbers cannot displace devices that wait for their plant, and an old flood cannot
 * keep out a new device.
 */
async function pruneNumbers(tx: Transaction, caps: UnclaimedCaps): Promise<string[]> {
  const rows = await tx<{ sn: string }[]>`
    with ranked as (
      select sn,
        case when source = '' then 0 else row_number() over (partition by source order by last_seen_at desc, sn) end as of_source,
        row_number() over (order by last_seen_at - first_seen_at > interval '10 minutes' desc, last_seen_at desc, sn) as steadiest,
        row_number() over (order by last_seen_at desc, sn) as newest
      from serial_numbers
      where sid is null and product_id is null and restricted_at is null and first_seen_at is not null
    ), gone as (
      select sn from ranked
      where of_source > ${caps.numbersOfSource}
        or (steadiest > ${Math.ceil(caps.numbers / 2)} and newest > ${Math.floor(caps.numbers / 2)})
    ), locked as (
      select n.sn from serial_numbers n join gone using (sn) where n.sid is null order by n.sn for update of n skip locked
    )
    delete from serial_numbers n using locked where n.sn = locked.sn returning n.sn`;
  return rows.map(({ sn }) => sn);
}

/** Deletes the numbers of abandoned announcements and claims. A number with a password stays: its plant may be restored. */
async function deleteSilentNumbers(tx: Transaction): Promise<number> {
  const { count } = await tx`
    with locked as (
      select n.sn from serial_numbers n
      where n.sid is null and n.product_id is null and n.restricted_at is null and n.first_seen_at is null
        and n.stock_of is null and n.entered_at is null and n.credential is null
      order by n.sn for update of n skip locked
    )
    delete from serial_numbers n using locked where n.sn = locked.sn`;
  return count;
}

async function deleteFrames(tx: Transaction, sns: readonly string[]): Promise<number> {
  if (sns.length === 0) return 0;
  return (await tx`delete from raw_reports where sn = any (${sns as string[]})`).count;
}

/** Keeps the newest frames of every number before it keeps many of one, and of every sender before many of one: a flood of forged frames does not displace those of the device. */
async function pruneFrames(sql: Sql, caps: UnclaimedCaps): Promise<number> {
  const many = await sql<{ sn: string }[]>`
    select sn from raw_reports where sn is not null group by sn having count(*) > ${caps.framesOfNumber}`;
  let deleted = 0;
  for (const { sn } of many) {
    const { count } = await sql`
      delete from raw_reports where id in (
        select id from (
          select id, received_at, row_number() over (partition by address order by received_at desc, id desc) as rank
          from raw_reports where sn = ${sn}
        ) ranked order by rank, received_at desc, id desc offset ${caps.framesOfNumber})`;
    deleted += count;
  }
  const [total] = await sql<{ count: number }[]>`select count(*)::int as count from raw_reports where sn is not null`;
  if (!total || total.count <= caps.frames) return deleted;
  const { count } = await sql`
    delete from raw_reports where id in (
      select id from (
        select id, received_at, row_number() over (partition by sn order by received_at desc, id desc) as rank
        from raw_reports where sn is not null
      ) ranked order by rank, received_at desc, id desc offset ${caps.frames})`;
  return deleted + count;
}

async function pruneRejected(sql: Sql, caps: UnclaimedCaps): Promise<number> {
  const { count } = await sql`
    delete from raw_reports where id in (
      select id from raw_reports where sn is null order by received_at desc, id desc offset ${caps.rejected})`;
  return count;
}

export interface UnclaimedStore {
  /** Resolves when there is capacity for one more row; undefined when there already is, as always outside a flood. */
  ensureCapacity(): Promise<unknown> | undefined;
  /** Counts rows that were stored. */
  onStored(count?: number): void;
  settled(): Promise<void>;
}

/** Counts what this process stores and enforces the caps after every `slack` rows; at most twice as many arrive in between. */
export function createUnclaimedStore(sql: Sql, caps: UnclaimedCaps, onError: (error: unknown) => void): UnclaimedStore {
  let added = 0;
  let pruning: Promise<unknown> | null = null;
  return {
    ensureCapacity: () => (added < 2 * caps.slack ? undefined : (pruning ?? undefined)),
    onStored(count = 1) {
      added += count;
      if (added < caps.slack || pruning) return;
      const addedBefore = added;
      pruning = pruneUnknown(sql, caps)
        .then(() => {
          added -= addedBefore;
        })
        .catch(onError)
        .finally(() => {
          pruning = null;
        });
    },
    settled: async () => {
      await pruning;
    },
  };
}
