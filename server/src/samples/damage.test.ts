// Damaged blocks: their day is a gap that is reported; all other days are read, sealed and recomputed as usual.
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

/** Makes a device with six days in blocks, with one wrong byte on the third day. */
async function makeDamaged(part: 'power' | 'grid' = 'power'): Promise<Plant> {
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

const isBadDay = (ms: number): boolean => ms >= BAD_MS && ms < BAD_MS + DAY_MS;
const withoutBadDay = (model: Model): Model => new Map([...model].filter(([ms]) => !isBadDay(ms)));

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

/** Reads the instants of hot rows directly, without blocks. */
async function rowsOf({ sid, sn }: Plant): Promise<number[]> {
  const rows = await sql<{ at: Date }[]>`select at from hot_samples where sid = ${sid} and sn = ${sn} order by at`;
  return rows.map(({ at }) => at.getTime());
}

async function damageCount(): Promise<number> {
  return (await damagedBlocks.get()).values[0]?.value ?? 0;
}

test('shows a damaged day as a gap, throws for computations, and records the damage in a table', async () => {
  const plant = await makeDamaged();
  const { sid, sn } = plant;
  const stopWatching = watchDamage(context);
  const before = await damageCount();
  const read = await readSamples(sql, { sid, sn, ...RANGE }, NAMES);
  expect(samplesOfColumns(read)).toEqual(inTime(withoutBadDay(plant.model)));
  const slots = (await readSlots(sql, { sid, sns: [sn], ...RANGE, stepS: 86_400, names: ['powerW'] })).get(sn)!.powerW!;
  expect([...slots.max].map(Number.isNaN)).toEqual([false, false, true, false, false, false]);
  expect([...slots.mean].map(Number.isNaN)).toEqual([false, false, true, false, false, false]);
  await expect(readAll(sql, sid, sn)).rejects.toThrow(Damaged);
  expect((await damageCount()) - before).toBe(3);
  await stopWatching();
  expect(await damagesOf(plant)).toEqual([{ sn, day: BAD_DAY, foundAt: clock.now() }]);
});

test('reports the damaged days of a window to its own reader only', async () => {
  const { sid, sn } = await makeDamaged();
  const damagedDaysIn = async (window: { fromMs: number; toMs: number }): Promise<string[]> => {
    const days: string[] = [];
    await sql.begin((tx) => readWindow(tx, { sid, sn, ...window }, ({ day }) => days.push(day)));
    return days;
  };
  const before = { fromMs: RANGE.fromMs, toMs: BAD_MS - DAY_MS };
  const all = await Promise.all([RANGE, RANGE, before, RANGE].map(damagedDaysIn));
  expect(all).toEqual([[BAD_DAY], [BAD_DAY], [], [BAD_DAY]]);
});

test('reads the other parts of a block with one damaged part', async () => {
  const { sid, sn, model } = await makeDamaged('grid');
  const power = await readSamples(sql, { sid, sn, ...RANGE }, ['powerW', 'input1PowerW']);
  expect(power.atMs.length).toBe(model.size);
  const grid = await readSamples(sql, { sid, sn, ...RANGE }, ['powerW', 'gridVoltageV']);
  expect([...grid.atMs]).toEqual(inTime(withoutBadDay(model)).map(({ atMs }) => atMs));
});

test('sealing skips a damaged block and its rows, seals the other days, and terminates', async () => {
  const plant = await makeDamaged();
  const { sid, sn } = plant;
  const bytes = await badBlock(plant);
  const days = await daysOf(plant);
  const noonOf = (day: number): number => START_MS + day * DAY_MS + 12 * HOUR_MS + 1_000;
  // Before and on the bad day nothing can be recomputed, as that needs the block's samples; later days are.
  for (const day of [2, 0, 5]) await tell(context, plant, [sampleAt(noonOf(day), 5)]);
  const last = '2026-06-06';
  expect((await daysOf(plant)).filter(({ day }) => day !== last)).toEqual(days.filter(({ day }) => day !== last));
  const samplesOf = (rows: typeof days): number => rows.find(({ day }) => day === last)!.samples;
  expect(samplesOf(await daysOf(plant))).toBe(samplesOf(days) + 1);
  // The days next to it are stored and sealed as usual.
  for (const day of [1, 3]) await tell(context, plant, [sampleAt(noonOf(day), 5)]);

  expect(await compactSampleDays(context)).toEqual({ days: 4, samples: 4 });
  expect(await damagesOf(plant)).toEqual([{ sn, day: BAD_DAY, foundAt: clock.now() }]);
  expect(await rowsOf(plant)).toEqual([noonOf(2)]);
  expect(await badBlock(plant)).toEqual(bytes);
  const expected: Model = withoutBadDay(plant.model);
  keep(expected, sampleAt(noonOf(2), 5));
  expect(samplesOfColumns(await readSamples(sql, { sid, sn, ...RANGE }, NAMES))).toEqual(inTime(expected));
  expect(await compactSampleDays(context)).toEqual({ days: 0, samples: 0 });

  // A repeated report changes nothing.
  await tell(context, plant, [sampleAt(noonOf(2), 5)]);
  expect(await compactSampleDays(context)).toEqual({ days: 0, samples: 0 });
  expect((await daysOf(plant)).find(({ day }) => day === BAD_DAY)).toEqual(days.find(({ day }) => day === BAD_DAY));
});

test('importing the history again fills the gap with rows and changes nothing else', async () => {
  const plant = await makeDamaged();
  const { sid, sn } = plant;
  const bytes = await badBlock(plant);
  const days = await daysOf(plant);
  const histories = [{ sn, columns: columnsOf(inTime(plant.model)) }];
  const { stored, known } = await ingestHistory(context, histories);
  expect(stored + known).toBe(plant.model.size);
  expect(samplesOfColumns(await readSamples(sql, { sid, sn, ...RANGE }, NAMES))).toEqual(inTime(plant.model));
  await compactSampleDays(context);
  const hot = await rowsOf(plant);
  expect(hot.filter((ms) => !isBadDay(ms))).toEqual([]);
  expect(hot).toEqual([...plant.model.keys()].filter(isBadDay));
  expect(await badBlock(plant)).toEqual(bytes);
  expect(await daysOf(plant)).toEqual(days);
  const sums = sql`select round(sum(energy_wh)::numeric, 5) as wh from`;
  expect(await sql`${sums} site_days where sid = ${sid}`).toEqual(await sql`${sums} device_days where sid = ${sid}`);
});

test('new reports and other devices are sealed as usual, and the day is sealed once its bytes are repaired', async () => {
  const plant = await makeDamaged();
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
