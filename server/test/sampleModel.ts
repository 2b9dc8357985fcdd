// Model of the sample store as a plain map; each read of the store is compared with the same read of the map.
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { expect } from 'vitest';
import type { Context } from '../src/context.ts';
import { type Place, storeOldLocation } from '../src/energy/days/recomputeSite.ts';
import { aggregateEnergyDays, type EnergySource, inOrder } from '../src/energy/rules/deviceEnergy.ts';
import type { Reading } from '../src/families/family.ts';
import { readingOfFile, readingOfRow } from '../src/families/rows.ts';
import { eventsOf } from '../src/ingest/deviceEvents.ts';
import { ingestReports } from '../src/ingest/ingestReports.ts';
import { readDevices } from '../src/installation/knownDevices.ts';
import { runSiteJobs } from '../src/jobs/siteJobs/runSiteJobs.ts';
import type { Sql, Transaction } from '../src/platform/database/connect.ts';
import { enqueueJob } from '../src/platform/database/siteJobs.ts';
import { decodeBlock, type SampleColumns } from '../src/samples/block.ts';
import type { DayBlock } from '../src/samples/blocks.ts';
import {
  energySamplesAfter,
  type Range,
  readHistory,
  readSamples,
  readSamplesAt,
  statusesAround,
} from '../src/samples/samples.ts';
import { readSlots } from '../src/samples/slots.ts';
import { makeDevice, makeSite } from './factories.ts';

export interface ModelSample {
  atMs: number;
  statusBits: number;
  mode: number;
  imported: boolean;
  quantities: Quantities;
}

/** Samples by instant. */
export type Model = Map<number, ModelSample>;

const FIRST_MS = -6e13;
const LAST_MS = 2e14;

const energyOf = ({ atMs, imported, quantities }: ModelSample) => ({
  atMs,
  imported,
  powerW: quantities.powerW ?? null,
  counterWh: quantities.counterWh ?? null,
  counterDayWh: quantities.counterDayWh ?? null,
  counterLifeWh: quantities.counterLifeWh ?? null,
});

/** Adds a sample as the store must: none without a value or an error bit, and of two at one instant the first. */
export function keep(model: Model, sample: ModelSample): void {
  const isEmpty = sample.statusBits === 0 && Object.values(sample.quantities).every((value) => value == null);
  if (!isEmpty && !model.has(sample.atMs)) model.set(sample.atMs, sample);
}

export const inTime = (model: Model): ModelSample[] =>
  [...model.values()].sort((left, right) => left.atMs - right.atMs);

/** Reading from a gateway, or from a file of a previous system. */
export function readingOfSample(sn: string, { atMs, statusBits, mode, imported, quantities }: ModelSample): Reading {
  const at = new Date(atMs);
  if (imported) return readingOfFile({ sn, at, quantities });
  return readingOfRow({ gateway: 'GW', sn, at, quantities, statusBits, mode });
}

/** Columns of samples in the given order. */
export function columnsOf(samples: readonly ModelSample[]): SampleColumns {
  const names = new Set(samples.flatMap(({ quantities }) => Object.keys(quantities) as QuantityName[]));
  return {
    atMs: Float64Array.from(samples, ({ atMs }) => atMs),
    statusBits: Int32Array.from(samples, ({ statusBits }) => statusBits),
    mode: Int16Array.from(samples, ({ mode }) => mode),
    imported: Uint8Array.from(samples, ({ imported }) => Number(imported)),
    values: Object.fromEntries(
      [...names].map((name) => [name, Float64Array.from(samples, ({ quantities }) => quantities[name] ?? Number.NaN)]),
    ),
  };
}

export function samplesOfColumns({ atMs, statusBits, mode, imported, values }: SampleColumns): ModelSample[] {
  const named = Object.entries(values) as [QuantityName, Float64Array][];
  return Array.from(atMs, (ms, row) => ({
    atMs: ms,
    statusBits: statusBits[row]!,
    mode: mode[row]!,
    imported: imported[row] === 1,
    quantities: Object.fromEntries(
      named.flatMap(([name, column]) => (Number.isNaN(column[row]) ? [] : [[name, column[row]!]])),
    ),
  }));
}

/** Reads all samples of a device with every quantity. */
export async function readAll(sql: Sql | Transaction, sid: string, sn: string): Promise<ModelSample[]> {
  const samples: ModelSample[] = [];
  for await (const piece of readHistory(sql, { sid, sn, fromMs: FIRST_MS, toMs: LAST_MS })) {
    samples.push(...samplesOfColumns(piece));
  }
  return samples;
}

export interface Layout {
  hot: number[];
  blocks: { day: string; instants: number[] }[];
}

/** Reads rows and blocks directly from the tables. */
export async function layoutOf(sql: Sql, sid: string, sn: string): Promise<Layout> {
  const hot = await sql<{ at: Date }[]>`select at from hot_samples where sid = ${sid} and sn = ${sn} order by at`;
  const blocks = await sql<DayBlock[]>`
    select day::text, power, flow, grid, phases, inputs, strings from sample_blocks where sid = ${sid} and sn = ${sn} order by day`;
  return {
    hot: hot.map(({ at }) => at.getTime()),
    blocks: blocks.map((block) => ({ day: block.day, instants: [...decodeBlock(block, 'all').atMs] })),
  };
}

/** Compares store and map for a range, a limit and some quantities. */
export async function expectReadings(
  sql: Sql,
  { sid, sn }: { sid: string; sn: string },
  model: Model,
  { fromMs, toMs, names }: Omit<Range, 'sid' | 'sn'> & { names: readonly QuantityName[] },
): Promise<void> {
  const all = inTime(model);
  const inRange = all.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  expect(await readAll(sql, sid, sn)).toEqual(all);

  for (const limit of [1, 7, 1_000_000]) {
    const expected = columnsOf(inRange.slice(0, limit));
    const columns = await readSamples(sql, { sid, sn, fromMs, toMs }, names, limit);
    expect({ ...columns, values: {} }).toEqual({ ...expected, values: {} });
    const missing = new Float64Array(expected.atMs.length).fill(Number.NaN);
    for (const name of names) expect(columns.values[name], name).toEqual(expected.values[name] ?? missing);
    expect(Object.keys(columns.values).sort()).toEqual([...new Set(names)].sort());
  }

  for (const stepS of [300, 3_600, 86_400]) {
    const slots = (await readSlots(sql, { sid, sns: [sn], fromMs, toMs, stepS, names })).get(sn);
    expect(slots !== undefined).toBe(inRange.length > 0);
    for (const name of names) if (slots) expect(slots[name]).toEqual(slotsOf(inRange, name, fromMs, toMs, stepS));
  }

  await sql.begin(async (tx) => {
    const instantsMs = [...inRange.map(({ atMs }) => atMs), fromMs, toMs];
    const stored = await readSamplesAt(tx, { sid, sn, instantsMs });
    const known = instantsMs.flatMap((ms) => model.get(ms) ?? []);
    expect(stored).toEqual(
      new Map(known.map((sample) => [sample.atMs, { ...energyOf(sample), statusBits: sample.statusBits }])),
    );

    for (const limit of [1, 7, 2000]) {
      for (const afterMs of [null, fromMs]) {
        const later = all.filter(({ atMs }) => afterMs === null || atMs > afterMs).slice(0, limit);
        expect(await energySamplesAfter(tx, { sid, sn, afterMs, limit })).toEqual(later.map(energyOf));
      }
    }

    const statusOf = ({ atMs, statusBits }: ModelSample) => ({ atMs, statusBits });
    const markedStatusOf = (sample: ModelSample) => ({ ...statusOf(sample), imported: sample.imported });
    const before = all.findLast(({ atMs }) => atMs < fromMs);
    const around = all.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
    const after = all.find(({ atMs }) => atMs > toMs);
    expect(await statusesAround(tx, { sid, sn, fromMs, toMs })).toEqual({
      before: before ? statusOf(before) : null,
      samples: [...around, ...(after ? [after] : [])].map(markedStatusOf),
    });
  });
}

function slotsOf(samples: readonly ModelSample[], name: QuantityName, fromMs: number, toMs: number, stepS: number) {
  const slots: number[][] = Array.from({ length: Math.ceil((toMs - fromMs) / (stepS * 1000)) }, () => []);
  for (const { atMs, quantities } of samples) {
    const value = quantities[name] ?? null;
    if (value !== null) slots[Math.floor((atMs - fromMs) / (stepS * 1000))]!.push(value);
  }
  const each = (figure: (values: number[]) => number): Float64Array =>
    Float64Array.from(slots, (values) => (values.length === 0 ? Number.NaN : figure(values)));
  return {
    mean: each((values) => values.reduce((sum, value) => sum + value, 0) / values.length),
    min: each((values) => Math.min(...values)),
    max: each((values) => Math.max(...values)),
  };
}

/** Expects day energies and events of one aggregation over all samples, independent of their order of arrival. */
async function expectFollowed(
  sql: Sql,
  { sid, sn }: { sid: string; sn: string },
  model: Model,
  source: EnergySource,
): Promise<void> {
  const samples = inTime(model);
  const days = await sql`
    select day, energy_wh, integrated_wh, source, covered_s, peak_w, (extract(epoch from peak_at) * 1000)::int8 as peak_at_ms,
      (extract(epoch from first_at) * 1000)::int8 as first_at_ms, (extract(epoch from last_at) * 1000)::int8 as last_at_ms, samples
    from device_days where sid = ${sid} and sn = ${sn} order by day`;
  const { days: folded } = aggregateEnergyDays(null, inOrder(samples.map(energyOf)), source);
  expect([...days]).toEqual(folded.map(({ carryAfter: _, ...row }) => row));

  const events = await sql`
    select sid, sn, code, (extract(epoch from opened_at) * 1000)::int8 as opened_at_ms,
      (extract(epoch from closed_at) * 1000)::int8 as closed_at_ms
    from events where sid = ${sid} and sn = ${sn} and code <> 'silence'`;
  const byTime = (rows: readonly { code: string; openedAtMs: number }[]) =>
    [...rows].sort((left, right) => left.openedAtMs - right.openedAtMs || (left.code < right.code ? -1 : 1));
  expect(byTime(events as unknown as { code: string; openedAtMs: number }[])).toEqual(
    byTime(eventsOf({ sid, sn }, 0, samples).opened),
  );
}

export const MINUTE_MS = 60_000;
export const HOUR_MS: number = 60 * MINUTE_MS;
export const DAY_MS: number = 24 * HOUR_MS;

/** A device and its reported samples. */
export interface Plant {
  sid: string;
  sn: string;
  model: Model;
}

/** Creates devices of a new site. */
export async function plantsOf(sql: Sql, count: number, timezone = 'Europe/Berlin'): Promise<Plant[]> {
  const sid = await makeSite(sql, { timezone });
  const plants: Plant[] = [];
  for (let device = 0; device < count; device++) plants.push({ ...(await makeDevice(sql, { sid })), model: new Map() });
  return plants;
}

export const every = (stepMs: number, fromMs: number, toMs: number): number[] =>
  Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, index) => fromMs + index * stepMs);

/** Generates a device's sample at an instant; `more` makes it differ from another one at the same instant. */
export function sampleAt(atMs: number, more = 0): ModelSample {
  const minute = Math.floor(atMs / MINUTE_MS) % 1_440;
  const powerW = Math.max(0, Math.round(30_000 * Math.sin((Math.PI * (minute - 240)) / 960)) / 100);
  return {
    atMs,
    statusBits: minute % 300 === 45 ? 0x20 : 0,
    mode: 6,
    imported: false,
    quantities: { powerW: powerW + more, counterWh: minute + more, gridVoltageV: 230.1, input1PowerW: powerW / 2 },
  };
}

/** Ingests readings in batches of some thousand. */
export async function tell(context: Context, { sn, model }: Plant, samples: readonly ModelSample[]): Promise<void> {
  for (let from = 0; from < samples.length; from += 4_000) {
    await ingestReports(
      context,
      samples.slice(from, from + 4_000).map((sample) => readingOfSample(sn, sample)),
    );
  }
  for (const sample of samples) keep(model, sample);
}

/** Moves the plant to another time zone, where its days begin at other instants. */
export async function moveSite(context: Context, { sid, sn }: Plant, timeZone: string): Promise<void> {
  const { sql } = context;
  await sql.begin(async (tx) => {
    const [before] = await tx<
      Place[]
    >`select timezone, latitude, longitude from sites where sid = ${sid} for no key update`;
    await tx`update sites set timezone = ${timeZone} where sid = ${sid}`;
    await storeOldLocation(tx, sid, before!);
    await enqueueJob(tx, sid, 'recompute', context.clock.now());
  });
  await runSiteJobs(context);
  // The notification arrives a moment later.
  context.registry.forget([sn]);
}

/** Expects that stored samples and derived rows match the map, and that no instant is in two blocks. */
export async function expectPlant(sql: Sql, plant: Plant): Promise<void> {
  expect(await readAll(sql, plant.sid, plant.sn)).toEqual(inTime(plant.model));
  await expectLaidOut(sql, plant);
  const { source } = (await readDevices(sql, [plant.sn])).get(plant.sn)!;
  await expectFollowed(sql, plant, plant.model, source);
}

/** Expects that every instant is in a row or in exactly one block. */
export async function expectLaidOut(sql: Sql, { sid, sn, model }: Plant): Promise<Layout> {
  const layout = await layoutOf(sql, sid, sn);
  const sealed = layout.blocks.flatMap(({ instants }) => instants);
  expect(new Set(sealed).size).toBe(sealed.length);
  expect(new Set([...layout.hot, ...sealed])).toEqual(new Set(model.keys()));
  return layout;
}
