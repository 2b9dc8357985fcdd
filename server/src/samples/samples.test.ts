// The sample store compared with a plain map: in any order of arrival, sealed or not, every reader sees each sample exactly once.
import { QUANTITIES, type Quantities, type QuantityName } from '@heliograph/contract/measurements.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportServer } from '../../test/reportServer.ts';
import {
  columnsOf,
  DAY_MS,
  expectPlant,
  expectReadings,
  HOUR_MS,
  inTime,
  keep,
  layoutOf,
  type Model,
  type ModelSample,
  moveSite,
  type Plant,
  plantsOf,
  readAll,
  readingOfSample,
  tell,
} from '../../test/sampleModel.ts';
import { runs } from '../../test/sampling.ts';
import { ingestHistory } from '../ingest/ingestHistory.ts';
import { ingestReports } from '../ingest/ingestReports.ts';
import { dayAt } from '../platform/calendar/rules/localDays.ts';
import { deleteSamples } from './deletion.ts';
import { compactSampleDays } from './sealing.ts';

const { sql, context, clock } = await reportServer();

/** More runs find rare cases: `RUNS=2000 npx vitest run ...`. */
const RUNS = Number(process.env.RUNS ?? runs(30));
const NAMES = [
  ...(['powerW', 'counterWh', 'counterDayWh', 'gridPowerW', 'batterySocPercent', 'gridVoltageV'] as const),
  ...(['batteryCurrentA', 'l2PowerW', 'l31VoltageV', 'input2PowerW', 'input16CounterWh', 'string32CurrentA'] as const),
] satisfies QuantityName[];
const ALL = Object.keys(QUANTITIES) as QuantityName[];
/** Time zones up to 26 hours apart; two change their clocks within the periods below. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Pacific/Pago_Pago'];
/** Periods of six days with Berlin's day of 23 hours, with its day of 25, and with neither. */
const STARTS = ['2026-03-27', '2026-10-23', '2026-06-01'].map((day) => Date.parse(day));
const DAYS = 6;

/** Few instants, so that many coincide; half of them where some zone's day begins. */
const instants: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: Math.floor((DAYS * DAY_MS) / (73 * 60_000)) }).map((slot) => slot * 73 * 60_000),
  fc
    .tuple(
      fc.integer({ min: 0, max: DAYS - 1 }),
      fc.constantFrom(4, 5, 10, 11, 12, 22, 23, 24),
      fc.integer({ min: -2, max: 1 }),
    )
    .map(([day, hour, by]) => day * DAY_MS + hour * HOUR_MS + by * 1_000 - (by === -2 ? 1 : 0)),
);

const numbers = fc.oneof(
  fc.integer({ min: 0, max: 60_000 }).map((count) => count / 100),
  // More than 1.5 times the rated power is dropped as implausible.
  fc.double({ min: 0.001, max: 600, noNaN: true }),
);
/** A few of all quantities, within their limits; power of inputs within the device's rating. */
const others: fc.Arbitrary<Quantities> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...ALL), fc.integer({ min: -400, max: 400 })), {
    selector: ([name]) => name,
    maxLength: 6,
  })
  .map((counts) =>
    Object.fromEntries(
      counts.flatMap(([name, count]) => {
        const { min, max } = QUANTITIES[name];
        return count / 2 >= min && count / 2 <= max ? [[name, count / 2]] : [];
      }),
    ),
  );
const usual: fc.Arbitrary<Quantities> = fc.record(
  {
    powerW: numbers,
    counterWh: fc.integer({ min: 0, max: 65_535 }).map((count) => count * 0.2),
    gridVoltageV: numbers,
    frequencyHz: fc.integer({ min: 4990, max: 5010 }).map((count) => count / 100),
    input1PowerW: numbers,
    input2PowerW: numbers,
  },
  { requiredKeys: [] },
);
const quantities = fc.tuple(usual, others).map(([some, more]): Quantities => ({ ...more, ...some }));
const samples: fc.Arbitrary<ModelSample> = fc
  .record({
    atMs: instants,
    statusBits: fc.constantFrom(0, 0, 0, 0x20, 0x8021, -1, -(2 ** 31)),
    mode: fc.integer({ min: -1, max: 7 }),
    imported: fc.boolean(),
    quantities,
  })
  // A file has neither status nor mode.
  .map((sample) => (sample.imported ? { ...sample, statusBits: 0, mode: -1 } : sample));

type Step =
  | { does: 'report'; samples: ModelSample[] }
  | { does: 'history'; samples: ModelSample[] }
  | { does: 'seal'; hours: number }
  | { does: 'move'; timeZone: string };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('report' as const),
      samples: fc.array(samples, { minLength: 1, maxLength: 30 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('history' as const),
      samples: fc.array(samples, { minLength: 1, maxLength: 60 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('seal' as const), hours: fc.integer({ min: 0, max: (DAYS + 2) * 24 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('move' as const), timeZone: fc.constantFrom(...ZONES) }) },
);

async function apply(plant: Plant, step: Step, startMs: number): Promise<void> {
  const { sn, model } = plant;
  if (step.does === 'report') {
    const moved = step.samples.map((sample) => ({ ...sample, atMs: startMs + sample.atMs }));
    await ingestReports(
      context,
      moved.map((sample) => readingOfSample(sn, sample)),
    );
    for (const sample of moved) keep(model, sample);
  } else if (step.does === 'history') {
    const history: Model = new Map();
    for (const sample of step.samples) keep(history, { ...sample, atMs: startMs + sample.atMs });
    await ingestHistory(context, [{ sn, columns: columnsOf(inTime(history)) }]);
    for (const sample of history.values()) keep(model, sample);
  } else if (step.does === 'seal') {
    clock.set(startMs + step.hours * HOUR_MS);
    await compactSampleDays(context);
  } else {
    await moveSite(context, plant, step.timeZone);
  }
}

/** Expects that no row of a due day remains after a sealing pass. */
async function expectSealed({ sid, sn }: Plant, timeZone: string): Promise<void> {
  const { hot } = await layoutOf(sql, sid, sn);
  const openMs = dayAt(clock.now().getTime() - 2 * HOUR_MS, timeZone).startMs;
  expect(hot.filter((ms) => ms < openMs)).toEqual([]);
}

test('finds the status before a range in a far western zone, where three later blocks come first', async () => {
  clock.set('2026-06-20T12:00:00Z');
  const [plant] = (await plantsOf(sql, 1, 'Etc/GMT+12')) as [Plant];
  // The last hour of 2 June in that zone; each of the four samples has a day of its own.
  const fromMs = Date.parse('2026-06-03T11:30:00Z');
  const samples = [-24, 0, 3, 30].map((hours) => ({
    ...quiet(1),
    atMs: fromMs + hours * HOUR_MS,
    statusBits: hours + 100,
  }));
  await tell(context, plant, samples);
  await compactSampleDays(context);
  expect((await layoutOf(sql, plant.sid, plant.sn)).blocks).toHaveLength(4);
  await expectReadings(sql, plant, plant.model, { fromMs, toMs: fromMs + HOUR_MS, names: NAMES });
});

// Last in its file: a run that is interrupted continues for a moment, and sets the clock of the tests.
test(
  'every reader sees the samples of the map after reports, histories, sealing and time zone changes in any order',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...STARTS),
        fc.constantFrom(...ZONES),
        fc.array(steps, { minLength: 3, maxLength: 10 }),
        fc.tuple(instants, instants),
        fc.subarray([...NAMES]),
        async (startMs, timezone, actions, ends, names) => {
          clock.set(startMs);
          let timeZone = timezone;
          const [neighbour, plant] = (await plantsOf(sql, 2, timezone)) as [Plant, Plant];
          const { sid } = plant;
          await apply(neighbour, { does: 'report', samples: [0, 30, 60].map(quiet) }, startMs);
          const range = { fromMs: startMs + Math.min(...ends), toMs: startMs + Math.max(...ends) + 1, names };
          for (const step of [...actions, { does: 'seal' as const, hours: (DAYS + 3) * 24 }]) {
            await apply(plant, step, startMs);
            if (step.does === 'move') timeZone = step.timeZone;
            await expectReadings(sql, plant, plant.model, range);
            await expectPlant(sql, plant);
            if (step.does === 'seal') await expectSealed(plant, timeZone);
          }
          await sql.begin((tx) => deleteSamples(tx, sid, plant.sn));
          await expectReadings(sql, plant, new Map(), range);
          expect(await readAll(sql, sid, neighbour.sn)).toEqual(inTime(neighbour.model));
          await sql.begin((tx) => deleteSamples(tx, sid));
          expect(await readAll(sql, sid, neighbour.sn)).toEqual([]);
        },
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: 1_500 * RUNS, endOnFailure: RUNS > 100 },
    );
  },
  3_000 * RUNS,
);

const quiet = (hours: number): ModelSample => ({
  atMs: hours * HOUR_MS,
  statusBits: 0,
  mode: 6,
  imported: false,
  quantities: { powerW: hours },
});
