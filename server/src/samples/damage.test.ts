// Stored bytes that went bad: their day is a gap and people are told; all other days are read, sealed and followed as ever.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { expect, test } from 'vitest';
import { reportServer } from '../../test/reportServer.ts';
import {
  columnsOf,
  DAY_MS,
  every,
  HOUR_MS,
  inTime,
  keep,
  layoutOf,
  MINUTE_MS,
  type Model,
  type Plant,
  plantsOf,
  readAll,
  sampleAt,
  samplesOfColumns,
  tell,
} from '../../test/sampleModel.ts';
import { ingestHistory } from '../ingest/ingestHistory.ts';
import { dayStartMs } from '../platform/calendar/rules/localDays.ts';
import { damagedBlocks } from '../platform/metrics.ts';
import { Damaged } from './bytes.ts';
import { readWindow } from './readWindow.ts';
import { readSamples } from './samples.ts';
import { compactSampleDays, watchDamage } from './sealing.ts';
import { readSlots } from './slots.ts';

const { sql, context, clock } = await reportServer();

const START_MS = dayStartMs('2026-06-01', 'Europe/Berlin');
const DAYS = 6;
const BAD_DAY = '2026-06-03';
const BAD_MS = dayStartMs(BAD_DAY, 'Europe/Berlin');
const RANGE = { fromMs: START_MS, toMs: START_MS + DAYS * DAY_MS };
const NAMES = ['powerW', 'counterWh', 'gridVoltageV', 'input1PowerW'] as const satisfies QuantityName[];

/** Six days of a device in blocks, one byte of the third day's wrong. */
async function spoilt(part: 'power' | 'grid' = 'power'): Promise<Plant> {
  clock.set('2026-06-10T12:00:00Z');
  const [plant] = (await plantsOf(sql, 1)) as [Plant];
  await tell(
    context,
    plant,
    every(15 * MINUTE_MS, RANGE.fromMs, RANGE.toMs).map((ms) => sampleAt(ms)),
  );
  await compactSampleDays(context);
  await sql`
    update sample_blocks set ${sql(part)} = set_byte(${sql(part)}, length(${sql(part)}) / 2, get_byte(${sql(part)}, length(${sql(part)}) / 2) # 4)
    where sid = ${plant.sid} and sn = ${plant.sn} and day = ${BAD_DAY}`;
  return plant;
}

const ofBadDay = (ms: number): boolean => ms >= BAD_MS && ms < BAD_MS + DAY_MS;
const withoutBadDay = (model: Model): Model => new Map([...model].filter(([ms]) => !ofBadDay(ms)));

const damagesOf = async ({ sid }: Plant) => [
  ...(await sql`select sn, day, found_at from damaged_blocks where sid = ${sid}`),
];
const badBlock = async ({ sid }: Plant) =>
  await sql`select power, grid, inputs from sample_blocks where sid = ${sid} and day = ${BAD_DAY}`;
const daysOf = async ({ sid }: Plant) => [
  ...(await sql<
    { day: string; energyWh: number; samples: number }[]
  >`select day, energy_wh, samples from device_days where sid = ${sid} order by day`),
];

/** Past the door, and without looking into blocks. */
async function rowsOf({ sid, sn }: Plant): Promise<number[]> {
  const rows = await sql<{ at: Date }[]>`select at from hot_samples where sid = ${sid} and sn = ${sn} order by at`;
  return rows.map(({ at }) => at.getTime());
}

async function counted(): Promise<number> {
  return (await damagedBlocks.get()).values[0]?.value ?? 0;
}

test('who looks sees a gap there and every other day, who computes is told; people find it in a table', async () => {
  const plant = await spoilt();
  const { sid, sn } = plant;
  const ends = watchDamage(context);
  const before = await counted();
  const read = await readSamples(sql, { sid, sn, ...RANGE }, NAMES);
  expect(samplesOfColumns(read)).toEqual(inTime(withoutBadDay(plant.model)));
  const slots = (await readSlots(sql, { sid, sns: [sn], ...RANGE, stepS: 86_400, names: ['powerW'] })).get(sn)!.powerW!;
  expect([...slots.max].map(Number.isNaN)).toEqual([false, false, true, false, false, false]);
  expect([...slots.mean].map(Number.isNaN)).toEqual([false, false, true, false, false, false]);
  await expect(readAll(sql, sid, sn)).rejects.toThrow(Damaged);
  expect((await counted()) - before).toBe(3);
  await ends();
  expect(await damagesOf(plant)).toEqual([{ sn, day: BAD_DAY, foundAt: clock.now() }]);
});

test('whoever hands days on hears of those that it reads itself, and of no other reader’s', async () => {
  const { sid, sn } = await spoilt();
  const heard = async (window: { fromMs: number; toMs: number }): Promise<string[]> => {
    const days: string[] = [];
    await sql.begin((tx) => readWindow(tx, { sid, sn, ...window }, ({ day }) => days.push(day)));
    return days;
  };
  const before = { fromMs: RANGE.fromMs, toMs: BAD_MS - DAY_MS };
  const all = await Promise.all([RANGE, RANGE, before, RANGE].map(heard));
  expect(all).toEqual([[BAD_DAY], [BAD_DAY], [], [BAD_DAY]]);
});

test('where only one part is bad the others are read', async () => {
  const { sid, sn, model } = await spoilt('grid');
  const power = await readSamples(sql, { sid, sn, ...RANGE }, ['powerW', 'input1PowerW']);
  expect(power.atMs.length).toBe(model.size);
  const grid = await readSamples(sql, { sid, sn, ...RANGE }, ['powerW', 'gridVoltageV']);
  expect([...grid.atMs]).toEqual(inTime(withoutBadDay(model)).map(({ atMs }) => atMs));
});

test('sealing leaves the bad block and its rows alone, goes on with the other days, and comes to an end', async () => {
  const plant = await spoilt();
  const { sid, sn } = plant;
  const bytes = await badBlock(plant);
  const days = await daysOf(plant);
  const noonOf = (day: number): number => START_MS + day * DAY_MS + 12 * HOUR_MS + 1_000;
  // Before and on the bad day nothing can be recomputed, as the block's samples are needed for it; later days follow.
  for (const day of [2, 0, 5]) await tell(context, plant, [sampleAt(noonOf(day), 5)]);
  const last = '2026-06-06';
  expect((await daysOf(plant)).filter(({ day }) => day !== last)).toEqual(days.filter(({ day }) => day !== last));
  const samplesOf = (rows: typeof days): number => rows.find(({ day }) => day === last)!.samples;
  expect(samplesOf(await daysOf(plant))).toBe(samplesOf(days) + 1);
  // Directly beside it: stored and sealed all the same.
  for (const day of [1, 3]) await tell(context, plant, [sampleAt(noonOf(day), 5)]);

  expect(await compactSampleDays(context)).toEqual({ days: 4, samples: 4 });
  expect(await damagesOf(plant)).toEqual([{ sn, day: BAD_DAY, foundAt: clock.now() }]);
  expect(await rowsOf(plant)).toEqual([noonOf(2)]);
  expect(await badBlock(plant)).toEqual(bytes);
  const shown: Model = withoutBadDay(plant.model);
  keep(shown, sampleAt(noonOf(2), 5));
  expect(samplesOfColumns(await readSamples(sql, { sid, sn, ...RANGE }, NAMES))).toEqual(inTime(shown));
  expect(await compactSampleDays(context)).toEqual({ days: 0, samples: 0 });

  // The report comes again and again: nothing more becomes of it.
  await tell(context, plant, [sampleAt(noonOf(2), 5)]);
  expect(await compactSampleDays(context)).toEqual({ days: 0, samples: 0 });
  expect((await daysOf(plant)).find(({ day }) => day === BAD_DAY)).toEqual(days.find(({ day }) => day === BAD_DAY));
});

test('its history given again fills the gap with rows, and changes nothing beside it', async () => {
  const plant = await spoilt();
  const { sid, sn } = plant;
  const bytes = await badBlock(plant);
  const days = await daysOf(plant);
  const given = [{ sn, columns: columnsOf(inTime(plant.model)) }];
  const { stored, known } = await ingestHistory(context, given);
  expect(stored + known).toBe(plant.model.size);
  expect(samplesOfColumns(await readSamples(sql, { sid, sn, ...RANGE }, NAMES))).toEqual(inTime(plant.model));
  await compactSampleDays(context);
  const hot = await rowsOf(plant);
  expect(hot.filter((ms) => !ofBadDay(ms))).toEqual([]);
  expect(hot).toEqual([...plant.model.keys()].filter(ofBadDay));
  expect(await badBlock(plant)).toEqual(bytes);
  expect(await daysOf(plant)).toEqual(days);
  const sums = sql`select round(sum(energy_wh)::numeric, 5) as wh from`;
  expect(await sql`${sums} site_days where sid = ${sid}`).toEqual(await sql`${sums} device_days where sid = ${sid}`);
});

test('new reports and devices beside it go on as ever, and it is whole again when its bytes are', async () => {
  const plant = await spoilt();
  const [other] = (await plantsOf(sql, 1)) as [Plant];
  const next = every(15 * MINUTE_MS, RANGE.toMs, RANGE.toMs + DAY_MS).map((ms) => sampleAt(ms));
  await tell(context, plant, [...next, sampleAt(BAD_MS + 1_000)]);
  await tell(context, plant, next);
  await tell(context, other, next);
  await compactSampleDays(context);
  expect(samplesOfColumns(await readSamples(sql, { ...other, fromMs: RANGE.fromMs, toMs: 2e12 }, NAMES))).toEqual(
    inTime(other.model),
  );
  expect((await layoutOf(sql, other.sid, other.sn)).hot).toEqual([]);

  await sql`
    update sample_blocks set power = set_byte(power, length(power) / 2, get_byte(power, length(power) / 2) # 4)
    where sid = ${plant.sid} and day = ${BAD_DAY}`;
  await sql`delete from damaged_blocks where sid = ${plant.sid}`;
  expect(await compactSampleDays(context)).toEqual({ days: 1, samples: 1 });
  expect(await readAll(sql, plant.sid, plant.sn)).toEqual(inTime(plant.model));
  expect((await layoutOf(sql, plant.sid, plant.sn)).hot).toEqual([]);
});
