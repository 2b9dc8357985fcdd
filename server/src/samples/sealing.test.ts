// Sealing: repeated, concurrent, interrupted, during reports and reads; every sample stays readable exactly once.
import { expect, test } from 'vitest';
import { onOneDatabase } from '../../test/cluster.ts';
import { reportServer } from '../../test/reportServer.ts';
import {
  DAY_MS,
  every,
  expectPlant,
  expectReadings,
  HOUR_MS,
  inTime,
  layoutOf,
  MINUTE_MS,
  type ModelSample,
  moveSite,
  type Plant,
  plantsOf,
  readAll,
  sampleAt,
  tell,
} from '../../test/sampleModel.ts';
import {
  AFTER,
  expectSealed,
  holdBlocks,
  START_MS,
  THREE_DAYS,
  threeDays,
  untilWaiting,
} from '../../test/sealingSteps.ts';
import { dayBounds } from '../platform/calendar/rules/localDays.ts';
import { compactSampleDays } from './sealing.ts';

const { sql, context, clock, another } = await reportServer();

const makePlants = (count: number, timezone?: string) => plantsOf(sql, count, timezone);
const report = (plant: Plant, samples: readonly ModelSample[]) => tell(context, plant, samples);
const expectWhole = (plant: Plant) => expectPlant(sql, plant);

const storedBlocks = async (sid: string) =>
  await sql`select sn, day, encode(power, 'hex') as power, encode(grid, 'hex') as grid, encode(inputs, 'hex') as inputs
    from sample_blocks where sid = ${sid} order by sn, day`;

test('continues an interrupted pass, and finds nothing to do after a complete one', async () => {
  clock.set(AFTER);
  const fleet = await makePlants(25);
  for (const [more, plant] of fleet.entries())
    await report(
      plant,
      threeDays.map((ms) => sampleAt(ms, more)),
    );
  let stopChecks = 0;
  const first = await compactSampleDays(context, () => ++stopChecks > 3);
  expect(first.days).toBe(20 * 3);
  for (const plant of fleet) await expectWhole(plant);
  const second = await compactSampleDays(context);
  expect(second).toEqual({ days: 5 * 3, samples: 5 * threeDays.length });
  const stored = await storedBlocks(fleet[0]!.sid);
  expect(await compactSampleDays(context)).toEqual({ days: 0, samples: 0 });
  expect(await storedBlocks(fleet[0]!.sid)).toEqual(stored);
  for (const plant of fleet) await expectSealed(sql, plant, THREE_DAYS);
});

test('two concurrent processes seal each sample once', async () => {
  clock.set(AFTER);
  const fleet = await makePlants(24);
  for (const [more, plant] of fleet.entries())
    await report(
      plant,
      threeDays.map((ms) => sampleAt(ms, more)),
    );
  const both = await Promise.all([compactSampleDays(context), compactSampleDays(another())]);
  expect(both.reduce((sum, { samples }) => sum + samples, 0)).toBe(24 * threeDays.length);
  for (const plant of fleet) await expectSealed(sql, plant, THREE_DAYS);
});

onOneDatabase('it waits for locks that it sees, which are on the plant’s node')(
  'a day being sealed stays readable and accepts a new report at once, and ignores a report of a stored instant',
  async () => {
    clock.set(AFTER);
    const [plant] = (await makePlants(1)) as [Plant];
    await report(
      plant,
      threeDays.map((ms) => sampleAt(ms)),
    );
    const release = await holdBlocks(another().sql);
    const sealing = compactSampleDays(another());
    await untilWaiting(sql, 1);
    await expectWhole(plant);
    await report(plant, [sampleAt(threeDays[7]! + 1_000)]);
    await expectWhole(plant);
    const before = inTime(plant.model);
    await report(plant, [sampleAt(threeDays[9]!, 50)]);
    expect(await readAll(sql, plant.sid, plant.sn)).toEqual(before);
    await release();
    await sealing;
    await expectWhole(plant);
    expect((await layoutOf(sql, plant.sid, plant.sn)).hot).toEqual([threeDays[7]! + 1_000]);
    await compactSampleDays(context);
    await expectSealed(sql, plant, THREE_DAYS);
  },
);

test('readers see each sample once while days are sealed', async () => {
  clock.set(AFTER);
  const fleet = await makePlants(6);
  for (const [more, plant] of fleet.entries())
    await report(
      plant,
      threeDays.map((ms) => sampleAt(ms, more)),
    );
  let isSealing = true;
  const sealing = compactSampleDays(another()).finally(() => {
    isSealing = false;
  });
  const range = {
    fromMs: START_MS + HOUR_MS,
    toMs: START_MS + 2 * DAY_MS + 5,
    names: ['powerW', 'gridVoltageV'] as const,
  };
  for (let turn = 0; isSealing; turn++) {
    const plant = fleet[turn % fleet.length]!;
    await expectReadings(sql, plant, plant.model, range);
  }
  await sealing;
  for (const plant of fleet) await expectSealed(sql, plant, THREE_DAYS);
});

test('a late report of a sealed day is read with its block, changes energy and events, and is sealed in the next pass', async () => {
  clock.set(AFTER);
  const [plant] = (await makePlants(1)) as [Plant];
  await report(
    plant,
    threeDays.map((ms) => sampleAt(ms)),
  );
  await compactSampleDays(context);
  const noonMs = START_MS + DAY_MS + 12 * HOUR_MS;
  const late: ModelSample = { ...sampleAt(noonMs + 60_000, 40), statusBits: 0x8000 };
  await report(plant, [late, { ...sampleAt(noonMs + 30_000, 30), mode: 4 }]);
  await expectWhole(plant);
  expect((await layoutOf(sql, plant.sid, plant.sn)).hot).toEqual([noonMs + 30_000, noonMs + 60_000]);
  expect(await compactSampleDays(context)).toEqual({ days: 1, samples: 2 });
  await expectSealed(sql, plant, THREE_DAYS);
});

test('late samples after a change of time zone never extend one block over the next', async () => {
  clock.set(AFTER);
  const [plant] = (await makePlants(1)) as [Plant];
  // Of 3 June only the first hour in Berlin, which is still 2 June in New York.
  const midnightMs = START_MS + 2 * DAY_MS;
  const first = [30, 45].map((minutes) => sampleAt(midnightMs + minutes * MINUTE_MS));
  await report(plant, [...threeDays.filter((ms) => ms < midnightMs).map((ms) => sampleAt(ms)), ...first]);
  await compactSampleDays(context);
  await moveSite(context, plant, 'America/New_York');
  await report(plant, [sampleAt(midnightMs + 90 * MINUTE_MS), sampleAt(midnightMs + 15 * MINUTE_MS)]);
  await compactSampleDays(context);
  await expectWhole(plant);
  await report(
    plant,
    first.map(({ atMs }) => sampleAt(atMs, 7)),
  );
  await compactSampleDays(context);
  await expectSealed(sql, plant, THREE_DAYS);
});

test('one pass seals a long history of hot rows completely', async () => {
  clock.set('2026-07-01T00:00:00Z');
  const [plant] = (await makePlants(1)) as [Plant];
  const instants = every(MINUTE_MS, START_MS, START_MS + 5 * DAY_MS);
  await report(
    plant,
    instants.map((ms) => sampleAt(ms)),
  );
  expect((await compactSampleDays(context)).samples).toBe(7_200);
  const days = Array.from({ length: 5 }, (_, day) => `2026-06-${String(day + 1).padStart(2, '0')}`);
  await expectSealed(sql, plant, days);
});

test.each([
  ['UTC', '2026-06-02', 24],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Pacific/Kiritimati', '2026-06-02', 24],
  ['Etc/GMT+12', '2026-06-02', 24],
])(
  'in %s the day %s of %i hours is sealed two hours after its end, not before, and without the next day',
  async (timezone, day, hours) => {
    const [plant] = (await makePlants(1, timezone)) as [Plant];
    const { startMs, endMs } = dayBounds(day, timezone);
    await report(
      plant,
      every(HOUR_MS / 2, startMs, endMs + 5 * HOUR_MS).map((ms) => sampleAt(ms)),
    );
    clock.set(endMs + 2 * HOUR_MS - 1);
    await compactSampleDays(context);
    expect((await layoutOf(sql, plant.sid, plant.sn)).blocks).toEqual([]);
    clock.set(endMs + 2 * HOUR_MS);
    await compactSampleDays(context);
    const { hot, blocks } = await layoutOf(sql, plant.sid, plant.sn);
    expect(blocks).toEqual([{ day, instants: every(HOUR_MS / 2, startMs, endMs) }]);
    expect(blocks[0]!.instants).toHaveLength(2 * hours);
    expect(hot).toEqual(every(HOUR_MS / 2, endMs, endMs + 5 * HOUR_MS));
    await expectWhole(plant);
  },
);

test('seals the days of a released device', async () => {
  clock.set(AFTER);
  const [plant] = (await makePlants(1)) as [Plant];
  await report(
    plant,
    threeDays.map((ms) => sampleAt(ms)),
  );
  await sql`update serial_numbers set sid = null where sn = ${plant.sn}`;
  await sql`update devices set removed_at = ${AFTER} where sn = ${plant.sn}`;
  await compactSampleDays(context);
  const { hot, blocks } = await layoutOf(sql, plant.sid, plant.sn);
  expect(hot).toEqual([]);
  expect(blocks.map(({ day }) => day)).toEqual(THREE_DAYS);
  expect(await readAll(sql, plant.sid, plant.sn)).toEqual(inTime(plant.model));
});
