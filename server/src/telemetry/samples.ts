// The only file that knows how samples are stored: one row per device and instant in monthly partitions.
import { QUANTITIES, type Quantities, type QuantityName } from '@heliograph/contract/measurements.ts';
import type { Sql, Transaction } from '../db/connect.ts';

export interface Sample {
  sid: string;
  sn: string;
  atMs: number;
  statusBits: number;
  mode: number;
  quantities: Quantities;
}

/** One device's samples in order of time; a missing value is NaN. */
export interface SampleColumns {
  atMs: Float64Array;
  statusBits: Int32Array;
  values: Partial<Record<QuantityName, Float64Array>>;
}

const NAMES = Object.keys(QUANTITIES) as QuantityName[];

/** Column of a quantity: `input1PowerW` is `input1_power_w`. */
const columnOf = (name: QuantityName): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const typeOf = (name: QuantityName): string => (name === 'counterWh' ? 'float8' : 'float4');

const partitionsThere = new Set<string>();

/** Makes the partitions that these instants need; two at once do no harm. */
async function needPartitions(sql: Sql | Transaction, samples: readonly Sample[]): Promise<void> {
  const months = new Set(samples.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 7)));
  for (const month of months) {
    const [database] = partitionsThere.has(`${keyOf(sql)} ${month}`) ? [] : [month];
    if (!database) continue;
    const [year, number] = month.split('-').map(Number) as [number, number];
    const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
    const name = `samples_${month.replace('-', '_')}`;
    await sql`select pg_advisory_xact_lock(hashtext('samples partitions'))`;
    const [there] = await sql`select to_regclass(${name}) as name`;
    if (there?.name === null) {
      await sql.unsafe(`create table ${name} partition of samples for values from ('${month}-01') to ('${next}')`);
      await sql.unsafe(`grant select, insert, update, delete on ${name} to heliograph_call`);
    }
    partitionsThere.add(`${keyOf(sql)} ${month}`);
  }
}

/** Which database: tests have several in one process. */
function keyOf(sql: Sql | Transaction): string {
  const { database, host, path } = sql.options as { database?: string; host?: unknown; path?: unknown };
  return `${String(path || host)} ${database}`;
}

/** Forget which partitions there are: a rolled back transaction takes the ones that it made with it. */
export function forgetPartitions(): void {
  partitionsThere.clear();
}

/**
 * Stores samples, one per device and instant. Of two of the same instant the one with the greater counter, then the
 * greater power is kept, whatever came first (rules/energy.ts preferSample). `samples` must hold no such pair itself.
 * Gives the indexes of those that changed what is stored.
 */
export async function insertSamples(sql: Transaction, samples: readonly Sample[]): Promise<Set<number>> {
  if (samples.length === 0) return new Set();
  await needPartitions(sql, samples);
  // Only the quantities that someone sent: most products send a third of them.
  const names = NAMES.filter((name) => samples.some(({ quantities }) => typeof quantities[name] === 'number'));
  const columns = names.map(columnOf);
  const rows = ['sid text', 'sn text', 'at float8', 'status int4', 'mode int2', ...names.map((name) => `${columnOf(name)} ${typeOf(name)}`)];
  const changed = await sql.unsafe<{ n: number }[]>(
    `with given as (
       select * from unnest(${rows.map((row, index) => `$${index + 1}::${row.split(' ')[1]}[]`).join(', ')})
         with ordinality as t (${[...rows.map((row) => row.split(' ')[0]), 'n'].join(', ')})
     ), put as (
       insert into samples as s (sid, sn, at, status, mode${columns.map((name) => `, ${name}`).join('')})
       select sid, sn, to_timestamp(at / 1000), status, mode${columns.map((name) => `, ${name}`).join('')} from given order by n
       on conflict (sid, sn, at) do update set status = excluded.status, mode = excluded.mode${columns.map((name) => `, ${name} = excluded.${name}`).join('')}
       where (coalesce(excluded.counter_wh, -1), coalesce(excluded.power_w, -1)) > (coalesce(s.counter_wh, -1), coalesce(s.power_w, -1))
       returning s.sid, s.sn, s.at
     )
     select given.n::int as n from given join put on put.sid = given.sid and put.sn = given.sn and put.at = to_timestamp(given.at / 1000)`,
    [
      samples.map(({ sid }) => sid),
      samples.map(({ sn }) => sn),
      samples.map(({ atMs }) => atMs),
      samples.map(({ statusBits }) => statusBits),
      samples.map(({ mode }) => mode),
      ...names.map((name) => samples.map(({ quantities }) => quantities[name] ?? null)),
    ],
  );
  return new Set(changed.map(({ n }) => n - 1));
}

export interface Range {
  sid: string;
  sn: string;
  fromMs: number;
  /** Not included. */
  toMs: number;
}

/** All samples of a device in a range, or the first `limit` of them. */
export async function readSamples(
  sql: Sql | Transaction,
  { sid, sn, fromMs, toMs }: Range,
  names: readonly QuantityName[],
  limit = 1_000_000,
): Promise<SampleColumns> {
  const rows = await sql.unsafe<Record<string, number | null>[]>(
    `select extract(epoch from at)::float8 * 1000 as at_ms, status${names.map((name) => `, ${columnOf(name)}::float8 as "${name}"`).join('')}
     from samples where sid = $1 and sn = $2 and at >= to_timestamp($3::float8 / 1000) and at < to_timestamp($4::float8 / 1000)
     order by at limit $5`,
    [sid, sn, fromMs, toMs, limit],
  );
  const values: SampleColumns['values'] = {};
  for (const name of names) values[name] = Float64Array.from(rows, (row) => row[name] ?? Number.NaN);
  return {
    atMs: Float64Array.from(rows, (row) => Math.round(row.atMs!)),
    statusBits: Int32Array.from(rows, (row) => row.status!),
    values,
  };
}

/** Changes of the status word in a range, in order: only the samples whose bits differ from the one before them. */
export async function readStatusChanges(sql: Sql | Transaction, { sid, sn, fromMs, toMs }: Range): Promise<{ atMs: number; statusBits: number }[]> {
  return await sql<{ atMs: number; statusBits: number }[]>`
    select round(extract(epoch from at) * 1000)::float8 as at_ms, status as status_bits from (
      select at, status, lag(status) over (order by at) as before from samples
      where sid = ${sid} and sn = ${sn} and at >= to_timestamp(${fromMs}::float8 / 1000) and at < to_timestamp(${toMs}::float8 / 1000)
    ) s where before is distinct from status order by at`;
}

/** The last sample before an instant: its status word, or null when there is none. */
export async function statusBefore(sql: Sql | Transaction, { sid, sn, atMs }: { sid: string; sn: string; atMs: number }): Promise<number | null> {
  const [row] = await sql<{ status: number }[]>`
    select status from samples where sid = ${sid} and sn = ${sn} and at < to_timestamp(${atMs}::float8 / 1000) order by at desc limit 1`;
  return row?.status ?? null;
}

export interface SlotQuery {
  sid: string;
  sns: readonly string[];
  fromMs: number;
  toMs: number;
  /** Seconds of a slot. */
  stepS: number;
  names: readonly QuantityName[];
}

/** Mean of each quantity per device and slot; NaN where a slot has no value. Slots count from `fromMs`. */
export async function readSlots(
  sql: Sql | Transaction,
  { sid, sns, fromMs, toMs, stepS, names }: SlotQuery,
): Promise<Map<string, Partial<Record<QuantityName, Float64Array>>>> {
  const slots = Math.ceil((toMs - fromMs) / (stepS * 1000));
  const rows = await sql.unsafe<({ sn: string; slot: number } & Record<string, number | null>)[]>(
    `select sn, floor((extract(epoch from at)::float8 * 1000 - $3) / $5)::int as slot${names.map((name) => `, avg(${columnOf(name)}::float8) as "${name}"`).join('')}
     from samples where sid = $1 and sn = any ($2::text[]) and at >= to_timestamp($3::float8 / 1000) and at < to_timestamp($4::float8 / 1000)
     group by 1, 2`,
    [sid, sns as string[], fromMs, toMs, stepS * 1000],
  );
  const devices = new Map<string, Partial<Record<QuantityName, Float64Array>>>();
  for (const row of rows) {
    let columns = devices.get(row.sn);
    if (!columns) {
      columns = {};
      for (const name of names) columns[name] = new Float64Array(slots).fill(Number.NaN);
      devices.set(row.sn, columns);
    }
    for (const name of names) {
      const value = row[name];
      if (typeof value === 'number' && row.slot >= 0 && row.slot < slots) columns[name]![row.slot] = value;
    }
  }
  return devices;
}

/** Deletes all samples of a site, or of one device of it. */
export async function deleteSamples(sql: Sql | Transaction, sid: string, sn?: string): Promise<void> {
  await sql`delete from samples where sid = ${sid} ${sn === undefined ? sql`` : sql`and sn = ${sn}`}`;
}
