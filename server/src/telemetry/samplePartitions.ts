// The monthly partitions of samples, made when the first sample of a month arrives.
import type { Sql } from '../db/connect.ts';

/** Per pool: tests have several databases in one process. */
const known = new WeakMap<Sql, Set<string>>();

const monthOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7);

/**
 * Makes what these instants need, in a transaction of its own: attaching waits for nobody who writes samples, and a
 * report that is rolled back takes no partition with it.
 */
export async function needPartitions(sql: Sql, instantsMs: Iterable<number>): Promise<void> {
  let there = known.get(sql);
  if (!there) {
    there = new Set();
    known.set(sql, there);
  }
  const months = new Set<string>();
  let lastHour = Number.NaN;
  for (const atMs of instantsMs) {
    const hour = Math.floor(atMs / 3_600_000);
    if (hour === lastHour) continue;
    lastHour = hour;
    const month = monthOf(atMs);
    if (!there.has(month)) months.add(month);
  }
  for (const month of months) {
    await makePartition(sql, month);
    there.add(month);
  }
}

/** For a pool whose database has lost partitions, as after a restore. */
export function forgetPartitions(sql: Sql): void {
  known.delete(sql);
}

async function makePartition(sql: Sql, month: string): Promise<void> {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  const name = `samples_${month.replace('-', '_')}`;
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('samples partitions'))`;
    const [found] = await tx`select to_regclass(${name}) is not null as there`;
    if (found?.there) return;
    // Made apart and attached: `create table ... partition of` would wait for every open transaction on samples.
    await tx.unsafe(`create table ${name} (like samples including all)`);
    await tx.unsafe(
      `alter table samples attach partition ${name} for values from ('${month}-01 00:00:00+00') to ('${next} 00:00:00+00')`,
    );
  });
}
