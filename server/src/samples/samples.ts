// Stores and reads samples: hot rows as they arrive, sealed blocks of whole days; readers see one sample per instant.
import { FLOW_QUANTITIES, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import type { EnergySample } from '../energy/rules/deviceEnergy.ts';
import { type FlowSample, flowSampleOf } from '../energy/rules/flowSamples.ts';
import { localDay } from '../platform/calendar/rules/localDays.ts';
import { instantArray, textArray } from '../platform/database/arrays.ts';
import { blobs, instants, texts } from '../platform/database/binaryArrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { StatusSample } from '../problems/rules/events.ts';
import { emptyColumns, type SampleColumns } from './block.ts';
import { bodyBytes } from './body.ts';
import { partsFor } from './numbers.ts';
import { columnsOfParts, hotColumns, joinColumns, type Part, type Reading, sliceColumns } from './parts.ts';

export type { SampleColumns } from './block.ts';

export interface Sample extends EnergySample {
  sid: string;
  sn: string;
  statusBits: number;
  /** -1: the device has none. */
  mode: number;
  imported: boolean;
  /** All reported quantities, including power and counters. */
  quantities: Quantities;
  /** As reported with the values; stored in the live row only. */
  firmware?: string;
  /** Whether the device reported a restart; stored in the live row only. */
  restarted?: boolean;
}

/**
 * Stores samples, at most one per device and instant. They replace samples stored for the same instant, sealed or not; callers
 * leave out those whose instant is stored. `known`: whether existing rows of the same
 * instant are replaced or kept; `none`: there should be none, which costs 3 us a row instead of 5, and fails (23505) if one exists.
 */
export function insertSamples(
  sql: Transaction,
  samples: readonly Sample[],
  known: 'replaced' | 'kept' | 'none' = 'replaced',
): Promise<unknown> {
  if (samples.length === 0) return Promise.resolve();
  const conflict = {
    replaced: sql`on conflict (sid, sn, at) do update set body = excluded.body`,
    kept: sql`on conflict (sid, sn, at) do nothing`,
    none: sql``,
  };
  return sql`
    insert into hot_samples (sid, sn, at, body)
    select sid, sn, at, body from (
      select unnest(${texts(samples, ({ sid }) => sid)}::text[]) as sid,
        unnest(${texts(samples, ({ sn }) => sn)}::text[]) as sn,
        unnest(${instants(samples, ({ atMs }) => atMs)}::timestamptz[]) as at,
        unnest(${blobs(samples, bodyBytes)}::bytea[]) as body
    ) g
    ${conflict[known]}`.execute();
}

export interface Range {
  sid: string;
  sn: string;
  fromMs: number;
  /** Not included. */
  toMs: number;
}

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const iso = (ms: number): string => new Date(Math.max(-6e13, Math.min(2e14, ms))).toISOString();
const dayOf = (ms: number): string => iso(ms).slice(0, 10);

/**
 * First and last local day that can contain instants of a range, whatever their time zone was when they were sealed: a day
 * begins at most 14 hours before and 12 hours after its date does in UTC, and has at most 25 hours.
 */
export const firstDay = (fromMs: number): string => dayOf(fromMs - 13 * HOUR_MS);
export const lastDay = (toMs: number): string => dayOf(toMs + 14 * HOUR_MS - 1);
/** Returns the instant before which blocks of later days contain nothing. */
const endOfDays = (day: string): number => Date.parse(day) + DAY_MS - 14 * HOUR_MS;

/** SQL that packs the hot rows of one device into one value: 8 bytes instant in ms, 2 bytes length and the body, per row. */
export const PACKED = `string_agg(int8send((extract(epoch from at) * 1000)::int8) || int2send(length(body)::int2) || body, ''::bytea order by at)`;

/** Returns the SQL columns of the parts that these quantities need, `power` first; hot rows have null for the others. */
export function partColumns(names: readonly QuantityName[] | 'all'): { ofBlocks: string; ofHot: string } {
  const needed = [...partsFor(names)];
  return {
    ofBlocks: ['power', ...needed].join(', '),
    ofHot: [`${PACKED} as power`, ...needed.map((group) => `null::bytea as ${group}`)].join(', '),
  };
}

/** Hot rows of one statement: a few megabytes of samples that are not sealed yet. */
const HOT_BATCH = 50_000;
/** Blocks of one statement: a year of five-minute samples of one quantity fits. */
const BLOCK_BATCH = 400;

/**
 * Yields all samples of a device in a range, in pieces in order of time. Hot rows and blocks of a piece are read in one
 * statement: a day that is sealed meanwhile is read once.
 */
async function* piecesOf(
  sql: Sql | Transaction,
  range: Range,
  names: readonly QuantityName[] | 'all',
  damaged: Reading['damaged'],
  blocks = BLOCK_BATCH,
  listener?: Reading['listener'],
): AsyncGenerator<SampleColumns> {
  for await (const { parts, fromMs, toMs } of storedOf(sql, range, names, blocks)) {
    const piece = columnsOfParts(parts, { sid: range.sid, fromMs, toMs, names, damaged, listener }).get(range.sn);
    if (piece) yield piece;
  }
}

/** Yields the same samples as stored, not decoded yet. */
export async function* storedOf(
  sql: Sql | Transaction,
  { sid, sn, fromMs, toMs }: Range,
  names: readonly QuantityName[] | 'all',
  blocks: number,
): AsyncGenerator<{ parts: Part[]; fromMs: number; toMs: number }> {
  const { ofBlocks, ofHot } = partColumns(names);
  for (let cursorMs = fromMs; cursorMs < toMs; ) {
    const parts = await sql.unsafe<Part[]>(
      `with b as (
         select day, ${ofBlocks} from sample_blocks
         where sid = $1 and sn = $2 and day between $5::text::date and $6::text::date order by day limit $7
       ), h as (
         select at, body from hot_samples
         where sid = $1 and sn = $2 and at >= $3::text::timestamptz and at < $4::text::timestamptz
           and at < coalesce((select max(day) + 1 from b having count(*) = $7)::timestamp at time zone 'UTC' - interval '14 hours', 'infinity')
         order by at limit ${HOT_BATCH}
       )
       select $2 as sn, null::text as day, ${ofHot} from h
       union all select $2, day::text, ${ofBlocks} from b`,
      [sid, sn, iso(cursorMs), iso(toMs), firstDay(cursorMs), lastDay(toMs), blocks],
    );
    let endMs = toMs;
    const days = parts.flatMap(({ day }) => day ?? []);
    if (days.length === blocks) endMs = Math.min(endMs, endOfDays(days.reduce((a, b) => (a > b ? a : b))));
    const hot = parts.find(({ day }) => day === null)?.power;
    if (hot) {
      const { atMs } = hotColumns(hot, []);
      if (atMs.length === HOT_BATCH) endMs = Math.min(endMs, atMs.at(-1)! + 1);
    }
    yield { parts, fromMs: cursorMs, toMs: endMs };
    cursorMs = endMs;
  }
}

/** Returns all samples of a device in a range, or the first `limit` of them. Samples of a damaged block are missing, and reported. */
export async function readSamples(
  sql: Sql | Transaction,
  range: Range,
  names: readonly QuantityName[],
  limit = 1_000_000,
  listener?: Reading['listener'],
): Promise<SampleColumns> {
  const pieces: SampleColumns[] = [];
  let count = 0;
  for await (const piece of piecesOf(sql, range, names, 'gap', BLOCK_BATCH, listener)) {
    pieces.push(piece);
    count += piece.atMs.length;
    if (count >= limit) break;
  }
  const columns = sliceColumns(pieces.length === 0 ? emptyColumns() : joinColumns(pieces), 0, Math.min(count, limit));
  for (const name of names) columns.values[name] ??= new Float64Array(columns.atMs.length).fill(Number.NaN);
  return columns;
}

/** Yields all samples of a device in a range, with every quantity, in pieces of a few weeks. Throws `Damaged` at a damaged block. */
export function readHistory(sql: Sql | Transaction, range: Range): AsyncGenerator<SampleColumns> {
  return piecesOf(sql, range, 'all', 'throw', 40);
}

interface StoredSample extends EnergySample, StatusSample {
  imported: boolean;
  /** Further requested quantities; missing when none were requested. */
  quantities?: Quantities;
}

const ENERGY = ['powerW', 'counterWh', 'counterDayWh', 'counterLifeWh'] as const;

function numberOr(column: Float64Array | undefined, row: number): number | null {
  const value = column?.[row] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

function* energySamples(
  { atMs, imported, statusBits, values }: SampleColumns,
  more: readonly QuantityName[] = [],
): Generator<StoredSample> {
  for (let row = 0; row < atMs.length; row++) {
    yield {
      atMs: atMs[row]!,
      powerW: numberOr(values.powerW, row),
      counterWh: numberOr(values.counterWh, row),
      counterDayWh: numberOr(values.counterDayWh, row),
      counterLifeWh: numberOr(values.counterLifeWh, row),
      imported: imported[row] === 1,
      statusBits: statusBits[row]!,
      ...(more.length > 0 && {
        quantities: Object.fromEntries(more.map((name) => [name, numberOr(values[name], row)])),
      }),
    };
  }
}

/** Returns the samples of a device stored at exactly these instants, with `more` quantities in addition to those of energy. Throws `Damaged`. */
export async function readSamplesAt(
  sql: Transaction,
  { sid, sn, instantsMs }: { sid: string; sn: string; instantsMs: readonly number[] },
  more: readonly QuantityName[] = [],
): Promise<Map<number, StoredSample>> {
  const names = [...ENERGY, ...more];
  const { ofBlocks, ofHot } = partColumns(names);
  const days = new Set(instantsMs.flatMap((ms) => [firstDay(ms), dayOf(ms), lastDay(ms + 1)]));
  const parts = await sql<Part[]>`
    select ${sn} as sn, null::text as day, ${sql.unsafe(ofHot)} from hot_samples
    where sid = ${sid} and sn = ${sn} and at = any(${instantArray(instantsMs)}::text::timestamptz[])
    union all
    select sn, day::text, ${sql.unsafe(ofBlocks)} from sample_blocks
    where sid = ${sid} and sn = ${sn} and day = any(${textArray([...days])}::text::date[])`;
  const requested = new Set(instantsMs);
  const reading = { sid, fromMs: -Infinity, toMs: Infinity, names, damaged: 'throw' } as const;
  const stored = new Map<number, StoredSample>();
  for (const columns of columnsOfParts(parts, reading).values()) {
    for (const sample of energySamples(columns, more)) if (requested.has(sample.atMs)) stored.set(sample.atMs, sample);
  }
  return stored;
}

/** Returns at most `limit` samples after the instant, or from the first one on, in order, for the energy rules. Throws `Damaged`. */
export async function energySamplesAfter(
  sql: Sql | Transaction,
  { sid, sn, afterMs, limit }: { sid: string; sn: string; afterMs: number | null; limit: number },
): Promise<EnergySample[]> {
  const range = { sid, sn, fromMs: afterMs === null ? EARLIEST_MS : afterMs + 1, toMs: LATEST_MS };
  const blocks = Math.min(BLOCK_BATCH, 4 + Math.ceil(limit / 200));
  const samples: EnergySample[] = [];
  for await (const piece of piecesOf(sql, range, ENERGY, 'throw', blocks)) {
    for (const { statusBits: _, ...sample } of energySamples(piece)) samples.push(sample);
    if (samples.length >= limit) break;
  }
  return samples.slice(0, limit);
}

/** Returns the same for a flow: samples that do not measure it are left out. Throws `Damaged`. */
export async function flowSamplesAfter(
  sql: Sql | Transaction,
  {
    sid,
    sn,
    afterMs,
    limit,
    flow,
  }: { sid: string; sn: string; afterMs: number | null; limit: number; flow: MeasuredFlow },
): Promise<FlowSample[]> {
  const { power, counter } = FLOW_QUANTITIES[flow];
  const range = { sid, sn, fromMs: afterMs === null ? EARLIEST_MS : afterMs + 1, toMs: LATEST_MS };
  const blocks = Math.min(BLOCK_BATCH, 4 + Math.ceil(limit / 200));
  const samples: FlowSample[] = [];
  for await (const { atMs, imported, values } of piecesOf(sql, range, [power, counter], 'throw', blocks)) {
    for (let row = 0; row < atMs.length && samples.length < limit; row++) {
      const quantities = { [power]: numberOr(values[power], row), [counter]: numberOr(values[counter], row) };
      const sample = flowSampleOf(flow, { atMs: atMs[row]!, imported: imported[row] === 1, quantities });
      if (sample) samples.push(sample);
    }
    if (samples.length >= limit) break;
  }
  return samples;
}

const EARLIEST_MS = -6e13;
const LATEST_MS = 2e14;

/** Returns status words from the last sample before the range to the first one after it, both included. Throws `Damaged`. */
export async function statusesAround(
  sql: Transaction,
  { sid, sn, fromMs, toMs }: Range,
): Promise<{ before: StatusSample | null; samples: StatusSample[] }> {
  const samples: StatusSample[] = [];
  const addAll = ({ atMs, statusBits, imported }: SampleColumns): void => {
    for (let row = 0; row < atMs.length; row++)
      samples.push({ atMs: atMs[row]!, statusBits: statusBits[row]!, imported: imported[row] === 1 });
  };
  for await (const piece of piecesOf(sql, { sid, sn, fromMs, toMs: toMs + 1 }, [], 'throw')) addAll(piece);
  for await (const piece of piecesOf(sql, { sid, sn, fromMs: toMs + 1, toMs: LATEST_MS }, [], 'throw', 4)) {
    addAll(sliceColumns(piece, 0, 1));
    break;
  }
  // If any block has a sample before the range, one of the four newest that may have one does.
  const parts = await sql<Part[]>`
    select ${sn} as sn, null::text as day, ${sql.unsafe(PACKED)} as power from (
      select at, body from hot_samples where sid = ${sid} and sn = ${sn} and at < ${iso(fromMs)}::text::timestamptz order by at desc limit 1
    ) h
    union all
    (select sn, day::text, power from sample_blocks
     where sid = ${sid} and sn = ${sn} and day <= ${lastDay(fromMs)}::text::date order by day desc limit 4)`;
  const reading = { sid, fromMs: EARLIEST_MS, toMs: fromMs, names: [], damaged: 'throw' } as const;
  const earlier = columnsOfParts(parts, reading).get(sn);
  const row = (earlier?.atMs.length ?? 0) - 1;
  const before = row < 0 ? null : { atMs: earlier!.atMs[row]!, statusBits: earlier!.statusBits[row]! };
  return { before, samples };
}

/** Returns the first and the last day with samples of a plant, or of one of its devices (`sn`); null: there are none. */
export async function spanOfSamples(
  sql: Sql | Transaction,
  { sid, sn, timeZone }: { sid: string; sn: string | null; timeZone: string },
): Promise<{ first: string; last: string } | null> {
  const ofDevice = sn === null ? sql`` : sql`and sn = ${sn}`;
  const [blocks] = await sql<{ first: string | null; last: string | null }[]>`
    select min(day)::text as first, max(day)::text as last from sample_blocks where sid = ${sid} ${ofDevice}`;
  const [hot] = await sql<{ first: Date | null; last: Date | null }[]>`
    select min(at) as first, max(at) as last from hot_samples where sid = ${sid} ${ofDevice}`;
  const dayIn = (at: Date | null | undefined) => (at ? localDay(at.getTime(), timeZone) : null);
  const days = [blocks?.first, blocks?.last, dayIn(hot?.first), dayIn(hot?.last)]
    .filter((day) => day != null)
    .toSorted();
  const [first] = days;
  return first === undefined ? null : { first, last: days.at(-1)! };
}
