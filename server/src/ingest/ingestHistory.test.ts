// Bulk ingest: histories become blocks at once, and everything derived from them equals the result of single reports.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onOneDatabase } from '../../test/cluster.ts';
import { reportServer } from '../../test/reportServer.ts';
import {
  columnsOf,
  DAY_MS,
  every,
  expectLaidOut,
  expectPlant,
  HOUR_MS,
  inTime,
  keep,
  MINUTE_MS,
  type Model,
  type ModelSample,
  moveSite,
  type Plant,
  plantsOf,
  readingOfSample,
  sampleAt,
  tell,
} from '../../test/sampleModel.ts';
import { runs } from '../../test/sampling.ts';
import { compactDays } from '../jobs/compactDays.ts';
import { dayBounds, dayStartMs, localDay } from '../platform/calendar/rules/localDays.ts';
import { type IngestedHistory, ingestHistory } from './ingestHistory.ts';
import { ingestReports } from './ingestReports.ts';

const { sql, context, clock, another } = await reportServer();

/** Imports a history of a device, into the model as well. */
async function importHistory(plant: Plant, samples: readonly ModelSample[]): Promise<IngestedHistory> {
  const result = await ingestHistory(context, [{ sn: plant.sn, columns: columnsOf(samples) }]);
  for (const sample of samples) keep(plant.model, sample);
  return result;
}

/** Reads everything derived from samples, without keys of the plant and times of arrival. */
async function derivedRows({ sid, sn }: Plant): Promise<unknown> {
  const rows = {
    days: await sql`
      select day, energy_wh, integrated_wh, source, covered_s, peak_w, peak_at, first_at, last_at, samples
      from device_days where sid = ${sid} and sn = ${sn} order by day`,
    live: await sql`
      select at, power_w, quantities::jsonb, status, status_bits, mode, day, round(today_wh::numeric, 5) as today_wh,
        round(total_wh::numeric, 5) as total_wh from device_live where sid = ${sid} and sn = ${sn}`,
    events:
      await sql`select code, opened_at, closed_at from events where sid = ${sid} and sn = ${sn} order by code, opened_at`,
    siteDays: await sql`
      select day, round(energy_wh::numeric, 5) as energy_wh, source, round(covered_s::numeric, 2) as covered_s, devices
      from site_days where sid = ${sid} order by day`,
    siteLive: await sql`
      select at, status, status_bits, day, round(today_wh::numeric, 5) as today_wh, round(total_wh::numeric, 5) as total_wh
      from site_live where sid = ${sid}`,
  };
  return JSON.parse(JSON.stringify(rows));
}

const storedBlocks = async ({ sid }: Plant): Promise<unknown> => [
  ...(await sql`select day, power, flow, grid, phases, inputs, strings, xmin::text as version from sample_blocks where sid = ${sid} order by day`),
];

/** Builds sunny days of a counter that resets at each dawn, stops, is reset in the afternoon or wraps, depending on the seed. */
function sunnyDays(timeZone: string, from: string, days: number, seed: number): ModelSample[] {
  const startMs = dayStartMs(from, timeZone);
  const samples: ModelSample[] = [];
  let counterWh = 0;
  for (const atMs of every(10 * MINUTE_MS, startMs, startMs + days * DAY_MS)) {
    const { startMs: midnightMs, day } = dayBounds(localDay(atMs, timeZone), timeZone);
    const number = Number(day.slice(8)) + seed;
    const hour = (atMs - midnightMs) / HOUR_MS;
    if (hour < 6 || hour > 20 || (number % 4 === 1 && hour > 11 && hour < 13)) continue;
    if (hour < 6.17 || (number % 5 === 2 && hour >= 14 && hour < 14.17)) counterWh = 0;
    const powerW = Math.round(30_000 * Math.sin((Math.PI * (hour - 6)) / 14)) / 100;
    counterWh = (counterWh + Math.round(powerW / 6 / 0.2) * 0.2 * (number % 3 === 0 ? 8 : 1)) % (65_536 * 0.2);
    samples.push({
      atMs: atMs + ((number * 7_919 + Math.round(hour * 6) * 104_729) % 90_000),
      statusBits: number % 6 === 3 && hour > 9 && hour < 10 ? 0x21 : 0,
      mode: 6,
      imported: number % 7 === 5,
      quantities: {
        powerW,
        ...(number % 4 === 3 && hour > 15 ? {} : { counterWh: Math.round(counterWh * 10) / 10 }),
        input1PowerW: powerW / 2,
      },
    });
  }
  // A file has neither status nor mode.
  return samples.map((sample) => (sample.imported ? { ...sample, statusBits: 0, mode: -1 } : sample));
}

const daysIn = (samples: readonly ModelSample[], timeZone: string): string[] => [
  ...new Set(samples.map(({ atMs }) => localDay(atMs, timeZone))),
];

test.each([
  ['Europe/Berlin', '2026-03-26'],
  ['Europe/Berlin', '2026-10-22'],
  ['Pacific/Kiritimati', '2026-05-01'],
  ['Etc/GMT+12', '2026-05-01'],
])(
  'a history in %s from %s becomes blocks except today, and equals single reports otherwise',
  async (timeZone, from) => {
    const samples = sunnyDays(timeZone, from, 8, 0);
    const days = daysIn(samples, timeZone);
    const nowMs = dayStartMs(days.at(-1)!, timeZone) + 15 * HOUR_MS;
    clock.set(nowMs);
    const [plant] = (await plantsOf(sql, 1, timeZone)) as [Plant];
    const [reference] = (await plantsOf(sql, 1, timeZone)) as [Plant];
    expect(await importHistory(plant, samples)).toEqual({ stored: samples.length, known: 0, unknown: [] });
    const { hot, blocks } = await expectLaidOut(sql, plant);
    expect(blocks.map(({ day }) => day)).toEqual(days.slice(0, -1));
    expect(hot).toEqual(samples.map(({ atMs }) => atMs).filter((ms) => localDay(ms, timeZone) === days.at(-1)));
    await expectPlant(sql, plant);
    for (const sample of samples) await ingestReports(context, [readingOfSample(reference.sn, sample)]);
    expect(await derivedRows(plant)).toEqual(await derivedRows(reference));
  },
);

test('a history in any pieces, some repeated, with reports in between, equals single reports in order', async () => {
  clock.set('2026-07-01T12:00:00Z');
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60 }),
      fc.array(fc.record({ from: fc.nat(99), share: fc.integer({ min: 1, max: 60 }), asReports: fc.boolean() }), {
        maxLength: 5,
      }),
      async (seed, pieces) => {
        const samples = sunnyDays('Europe/Berlin', '2026-06-01', 6, seed);
        const [plant] = (await plantsOf(sql, 1)) as [Plant];
        const [reference] = (await plantsOf(sql, 1)) as [Plant];
        for (const { from, share, asReports } of [...pieces, { from: 0, share: 100, asReports: false }]) {
          const part = samples.slice((samples.length * from) / 100, (samples.length * (from + share)) / 100);
          if (asReports) await tell(context, plant, part);
          else await importHistory(plant, part);
        }
        await expectPlant(sql, plant);
        await tell(context, reference, samples);
        expect(await derivedRows(plant)).toEqual(await derivedRows(reference));
        await compactDays(context);
        await expectPlant(sql, plant);
      },
    ),
    { numRuns: runs(15) },
  );
});

test('a history imported again changes nothing', async () => {
  clock.set('2026-07-01T12:00:00Z');
  const samples = sunnyDays('Europe/Berlin', '2026-06-01', 6, 1);
  const [plant] = (await plantsOf(sql, 1)) as [Plant];
  await importHistory(plant, samples);
  const before = [await storedBlocks(plant), await derivedRows(plant)];
  expect(await importHistory(plant, samples)).toEqual({ stored: 0, known: samples.length, unknown: [] });
  expect([await storedBlocks(plant), await derivedRows(plant)]).toEqual(before);
  expect((await expectLaidOut(sql, plant)).hot).toEqual([]);
});

onOneDatabase('it ends the session that waits for a lock, which is on the plant’s node')(
  'an import interrupted between two transactions leaves whole days, and repeated it is complete',
  async () => {
    clock.set('2026-07-01T12:00:00Z');
    const samples = sunnyDays('Europe/Berlin', '2026-06-01', 6, 2);
    const [plant, other, reference] = (await plantsOf(sql, 3)) as [Plant, Plant, Plant];
    const middle = samples.findIndex(({ atMs }) => localDay(atMs, 'Europe/Berlin') === '2026-06-04');
    const halves = [samples.slice(0, middle), samples.slice(middle)];
    const histories = [
      ...halves.map((half) => ({ sn: plant.sn, columns: columnsOf(half) })),
      { sn: other.sn, columns: columnsOf(samples) },
    ];
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The second transaction waits for the other device, and its session is terminated there.
    const holding = another().sql.begin(async (tx) => {
      await tx`select from device_live where sid = ${other.sid} and sn = ${other.sn} for update`;
      await released;
    });
    const importing = ingestHistory({ ...another(), clock }, histories);
    const failing = expect(importing).rejects.toThrow();
    for (let ended = 0; ended === 0; ) {
      const rows = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;
      ended = rows.length;
    }
    await failing;
    release();
    await holding;

    for (const sample of halves[0]!) keep(plant.model, sample);
    await expectPlant(sql, plant);
    await expectPlant(sql, other);
    expect(await ingestHistory(context, histories)).toEqual({
      stored: halves[1]!.length + samples.length,
      known: halves[0]!.length,
      unknown: [],
    });
    for (const sample of samples) {
      keep(plant.model, sample);
      keep(other.model, sample);
    }
    for (const device of [plant, other]) await expectPlant(sql, device);
    await tell(context, reference, samples);
    const { days, live } = (await derivedRows(reference)) as { days: unknown; live: unknown };
    expect(await derivedRows(plant)).toMatchObject({ days, live });
  },
);

test('a history of more than one transaction is split at the end of a day', async () => {
  clock.set('2026-07-20T12:00:00Z');
  const [plant, other] = (await plantsOf(sql, 2)) as [Plant, Plant];
  const startMs = dayStartMs('2026-06-01', 'Europe/Berlin');
  const samples = every(MINUTE_MS, startMs, startMs + 45 * DAY_MS).map((ms) => sampleAt(ms));
  const few = samples.slice(0, 5_000);
  const result = await ingestHistory(context, [
    { sn: other.sn, columns: columnsOf(few) },
    { sn: plant.sn, columns: columnsOf(samples) },
  ]);
  expect(result).toEqual({ stored: samples.length + few.length, known: 0, unknown: [] });
  for (const sample of samples) keep(plant.model, sample);
  for (const sample of few) keep(other.model, sample);
  const { hot, blocks } = await expectLaidOut(sql, plant);
  expect(hot).toEqual([]);
  expect(blocks.map(({ instants }) => instants.length)).toEqual(Array(45).fill(1_440));
  for (const device of [plant, other]) await expectPlant(sql, device);
});

test('late samples change days whose aggregate state is no longer stored', async () => {
  clock.set('2026-08-20T12:00:00Z');
  const [plant] = (await plantsOf(sql, 1)) as [Plant];
  const samples = sunnyDays('Europe/Berlin', '2026-05-25', 80, 3);
  await importHistory(plant, samples);
  const storedStates = await sql<{ day: string }[]>`
    select day from device_days where sid = ${plant.sid} and carry is not null and day < '2026-08-01' order by day`;
  expect(storedStates.map(({ day }) => day)).toEqual(['2026-05-31', '2026-06-30', '2026-07-31']);
  for (const share of [0.9, 0.5, 0.01, 0.51, 0.3]) {
    const { atMs, ...late } = samples[Math.floor(samples.length * share)]!;
    await tell(context, plant, [
      { ...late, atMs: atMs + 7_000, imported: false, quantities: { powerW: 5, counterWh: 100 } },
    ]);
    await expectPlant(sql, plant);
    await compactDays(context);
  }
  await expectPlant(sql, plant);
});

test('returns serial numbers of no plant and imports the others', async () => {
  clock.set('2026-07-01T12:00:00Z');
  const [plant] = (await plantsOf(sql, 1)) as [Plant];
  const columns = columnsOf(sunnyDays('Europe/Berlin', '2026-06-01', 1, 0));
  const result = await ingestHistory(context, [
    { sn: 'NOBODYS1', columns },
    { sn: plant.sn, columns },
    { sn: 'NOBODYS2', columns },
  ]);
  expect(result).toEqual({ stored: columns.atMs.length, known: 0, unknown: ['NOBODYS1', 'NOBODYS2'] });
});

test('a history older than the stored samples is stored as hot rows and sealed later', async () => {
  clock.set('2026-07-01T12:00:00Z');
  const [plant] = (await plantsOf(sql, 1)) as [Plant];
  await importHistory(plant, sunnyDays('Europe/Berlin', '2026-06-10', 3, 0));
  const older = sunnyDays('Europe/Berlin', '2026-06-01', 4, 0);
  expect(await importHistory(plant, older)).toMatchObject({ stored: older.length });
  expect((await expectLaidOut(sql, plant)).hot).toEqual(older.map(({ atMs }) => atMs));
  await expectPlant(sql, plant);
  await compactDays(context);
  await expectPlant(sql, plant);
  const { hot, blocks } = await expectLaidOut(sql, plant);
  expect(hot).toEqual([]);
  expect(blocks).toHaveLength(4 + 3);
});

test('after a plant moves to a time zone far to the west its new days do not overlap the blocks of its old ones', async () => {
  clock.set('2026-07-01T12:00:00Z');
  const [plant] = (await plantsOf(sql, 1, 'Pacific/Kiritimati')) as [Plant];
  const samples = every(HOUR_MS, Date.parse('2026-06-01T10:00:00Z'), Date.parse('2026-06-10T10:00:00Z')).map((ms) =>
    sampleAt(ms),
  );
  await importHistory(plant, samples.slice(0, 72));
  await moveSite(context, plant, 'Etc/GMT+12');
  await importHistory(plant, samples.slice(72, 80));
  await importHistory(plant, samples.slice(80));
  await expectPlant(sql, plant);
  await compactDays(context);
  for (const at of [70, 71, 72, 73, 90])
    await tell(context, plant, [sampleAt(samples[at]!.atMs, 1), sampleAt(samples[at]!.atMs + 1)]);
  await expectPlant(sql, plant);
  await compactDays(context);
  await expectPlant(sql, plant);
});

test('keeps the first sample of an instant that is already stored', async () => {
  clock.set('2026-07-01T12:00:00Z');
  const [plant] = (await plantsOf(sql, 1)) as [Plant];
  const samples = sunnyDays('Europe/Berlin', '2026-06-01', 3, 0);
  await importHistory(plant, samples);
  const other = (more: number) => (sample: ModelSample, index: number) =>
    index % 3 === 0
      ? {
          ...sample,
          quantities: { ...sample.quantities, powerW: (sample.quantities.powerW ?? 0) + more, gridVoltageV: 231 },
        }
      : sample;
  for (const more of [1, -1])
    expect(await importHistory(plant, samples.map(other(more)))).toEqual({
      stored: 0,
      known: samples.length,
      unknown: [],
    });
  await expectPlant(sql, plant);
  await compactDays(context);
  await expectPlant(sql, plant);
  expect(inTime(plant.model).filter(({ quantities }) => quantities.gridVoltageV === 231)).toEqual([]);
});

test('refuses a history that is not in order and stores nothing of it', async () => {
  clock.set('2026-07-01T12:00:00Z');
  const [plant] = (await plantsOf(sql, 1)) as [Plant];
  const samples = sunnyDays('Europe/Berlin', '2026-06-01', 2, 0);
  const unordered = [...samples.slice(10), ...samples.slice(0, 10)];
  await expect(ingestHistory(context, [{ sn: plant.sn, columns: columnsOf(unordered) }])).rejects.toThrow(RangeError);
  await expectPlant(sql, { ...plant, model: new Map() as Model });
});
