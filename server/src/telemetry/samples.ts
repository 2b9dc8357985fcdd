// The only file that knows how samples are stored: one row per device and instant in monthly partitions.
import { QUANTITIES, type Quantities, type QuantityName } from '@heliograph/contract/measurements.ts';
import type { Sql, Transaction } from '../db/connect.ts';
import type { EnergySample } from '../rules/energy.ts';
import type { StatusSample } from '../rules/events.ts';
import { instantArray, plainArray, textArray } from './arrays.ts';

export interface Sample extends EnergySample {
  sid: string;
  sn: string;
  statusBits: number;
  /** -1: the device has none. */
  mode: number;
  imported: boolean;
  /** `powerW` and `counterWh` once more among all that the device said. */
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
const typeOf = (name: QuantityName): string => (QUANTITIES[name].unit === 'Wh' ? 'float8' : 'float4');

/**
 * Stores samples, whose partitions are there (samplePartitions.ts), at most one per device and instant. They replace
 * what is stored for the same instant: which of two is kept is decided before, by the energy rules' `preferSample`.
 */
export function insertSamples(sql: Transaction, samples: readonly Sample[]): Promise<unknown> {
  if (samples.length === 0) return Promise.resolve();
  // Only the quantities that someone sent: most products send a third of them.
  const names = NAMES.filter((name) => samples.some(({ quantities }) => typeof quantities[name] === 'number'));
  const columns = ['sid', 'sn', 'at', 'status', 'mode', 'imported', ...names.map(columnOf)];
  const types = ['text', 'text', 'timestamptz', 'int4', 'int2', 'bool', ...names.map(typeOf)];
  const absent = NAMES.filter((name) => !names.includes(name)).map(columnOf);
  const replaced = [...columns.slice(3), ...absent].map((column) => `${column} = excluded.${column}`);
  return sql
    .unsafe(
      `insert into samples (${columns.join(', ')})
     select * from unnest(${types.map((type, index) => `$${index + 1}::text::${type}[]`).join(', ')})
     on conflict (sid, sn, at) do update set ${replaced.join(', ')}`,
      [
        textArray(samples.map(({ sid }) => sid)),
        textArray(samples.map(({ sn }) => sn)),
        instantArray(samples.map(({ atMs }) => atMs)),
        plainArray(samples.map(({ statusBits }) => statusBits)),
        plainArray(samples.map(({ mode }) => mode)),
        plainArray(samples.map(({ imported }) => imported)),
        ...names.map((name) => plainArray(samples.map(({ quantities }) => quantities[name]))),
      ],
      { prepare: true },
    )
    .execute();
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
  // One text a column instead of one object a row: a year of a device is 100,000 rows.
  const columns = names.map(
    (name) => `string_agg(coalesce(${columnOf(name)}::text, ''), ',' order by at) as "${name}"`,
  );
  const [row] = await sql.unsafe<Record<string, string | null>[]>(
    `select string_agg((extract(epoch from at) * 1000)::int8::text, ',' order by at) as at,
       string_agg(status::text, ',' order by at) as status ${columns.map((column) => `, ${column}`).join('')}
     from (select * from samples where sid = $1 and sn = $2 and at >= $3::text::timestamptz and at < $4::text::timestamptz
       order by at limit $5) s`,
    [sid, sn, iso(fromMs), iso(toMs), limit],
    { prepare: true },
  );
  const at = row?.at?.split(',') ?? [];
  const values: SampleColumns['values'] = {};
  for (const name of names) {
    const texts = row?.[name]?.split(',') ?? [];
    values[name] = Float64Array.from(at, (_, index) => toNumber(texts[index]));
  }
  return {
    atMs: Float64Array.from(at, Number),
    statusBits: Int32Array.from(row?.status?.split(',') ?? [], Number),
    values,
  };
}

const toNumber = (text: string | undefined): number => (text ? Number(text) : Number.NaN);
const iso = (ms: number): string => new Date(Math.max(-6e13, Math.min(2e14, ms))).toISOString();

export interface SlotQuery {
  sid: string;
  sns: readonly string[];
  fromMs: number;
  /** Not included. */
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
  const means = names.map((name) => `, avg(${columnOf(name)}::float8) as "${name}"`).join('');
  const rows = await sql.unsafe<({ sn: string; slot: number } & Record<string, number | null>)[]>(
    `select sn, floor((extract(epoch from at)::float8 * 1000 - $3::float8) / $6::float8)::int as slot ${means}
     from samples where sid = $1 and sn in (select unnest($2::text::text[])) and at >= $4::text::timestamptz and at < $5::text::timestamptz
     group by 1, 2`,
    [sid, textArray(sns), fromMs, iso(fromMs), iso(toMs), stepS * 1000],
    { prepare: true },
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

interface Stored extends EnergySample, StatusSample {
  imported: boolean;
}

/** What is stored for a device at exactly these instants. */
export async function readSamplesAt(
  sql: Transaction,
  { sid, sn, instantsMs }: { sid: string; sn: string; instantsMs: readonly number[] },
): Promise<Map<number, Stored>> {
  const rows = await sql<Stored[]>`
    select (extract(epoch from at) * 1000)::int8 as at_ms, status as status_bits, imported, power_w::float8, counter_wh
    from samples where sid = ${sid} and sn = ${sn} and at in (select unnest(${instantArray(instantsMs)}::text::timestamptz[]))`;
  return new Map(rows.map((row) => [row.atMs, row]));
}

/** For the energy rules: at most `limit` samples later than the instant, or from the first on, in order. */
export async function energySamplesAfter(
  sql: Transaction,
  { sid, sn, afterMs, limit }: { sid: string; sn: string; afterMs: number | null; limit: number },
): Promise<EnergySample[]> {
  return await sql<EnergySample[]>`
    select (extract(epoch from at) * 1000)::int8 as at_ms, power_w::float8, counter_wh, imported
    from samples where sid = ${sid} and sn = ${sn} and at > ${afterMs === null ? '-infinity' : iso(afterMs)}::text::timestamptz
    order by at limit ${limit}`;
}

/** Status words from the last sample before the range to the first one after it, both included. */
export async function statusesAround(
  sql: Transaction,
  { sid, sn, fromMs, toMs }: Range,
): Promise<{ before: StatusSample | null; samples: StatusSample[] }> {
  const rows = await sql<StatusSample[]>`
    select (extract(epoch from at) * 1000)::int8 as at_ms, status as status_bits from samples
    where sid = ${sid} and sn = ${sn}
      and at >= coalesce((select max(at) from samples where sid = ${sid} and sn = ${sn} and at < ${iso(fromMs)}::text::timestamptz), '-infinity')
      and at <= coalesce((select min(at) from samples where sid = ${sid} and sn = ${sn} and at > ${iso(toMs)}::text::timestamptz), 'infinity')
    order by at`;
  const [first] = rows;
  return first && first.atMs < fromMs
    ? { before: first, samples: rows.slice(1) }
    : { before: null, samples: [...rows] };
}

/** Deletes all samples of a site, or of one device of it. Days made of them stay as they are. */
export async function deleteSamples(sql: Sql | Transaction, sid: string, sn?: string): Promise<void> {
  await sql`delete from samples where sid = ${sid} ${sn === undefined ? sql`` : sql`and sn = ${sn}`}`;
}
