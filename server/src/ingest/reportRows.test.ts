// Report rows through report ingest: energy days from whichever counter they contain, in any order, also for products that send frames.
import type { ReportKind } from '@heliograph/contract/report.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
import { expectTotals, storedRows, storedSamples } from '../../test/readings.ts';
import { bdm400, readingOf, reportServer } from '../../test/reportServer.ts';
import { readingOfReport } from '../families/families.ts';
import type { Reading } from '../families/family.ts';
import { ingestReports } from './ingestReports.ts';

const { sql, context } = await reportServer();
const NOON_MS = Date.parse('2026-06-14T10:00:00Z');

const rowAt = (sn: string, kind: ReportKind, minutes: number, q: object): Reading =>
  readingOfReport('HG100001', kind, { sn, at: new Date(NOON_MS + minutes * 60_000), statusBits: 0, mode: 6, q })
    .reading;

/** Builds rows of an hour and a half at 240 W; one of both counters is missing now and then, the lifetime counter for half an hour. */
const hourAndAHalf = (sn: string): Reading[] =>
  Array.from({ length: 19 }, (_, n) => {
    const producedWh = n * 20;
    const lacksLifetime = n % 5 === 2 || (n > 8 && n < 15);
    return rowAt(sn, 'microinverter', n * 5, {
      powerW: 240,
      counterDayWh: n % 4 === 3 && !lacksLifetime ? null : 700 + producedWh,
      counterWh: lacksLifetime ? null : 90_000 + producedWh,
    });
  });

test.each(['BDM-800', 'BDM-1200-LV', 'Microinverter'] as const)(
  'a %s reported by a gateway has the same day in any order of arrival',
  async (product) => {
    const rows = async (order: readonly number[], size: number) => {
      const { sid, sn } = await makeDevice(sql, { product });
      const reports = hourAndAHalf(sn);
      for (let from = 0; from < order.length; from += size) {
        const batch = order.slice(from, from + size).map((index) => reports[index]!);
        await ingestReports(context, [...batch, batch[0]!]);
      }
      await expectTotals(sql, sid);
      const { days } = await storedRows(sql, sid);
      return days.map(({ day, energyWh, source, samples }) => ({ day, energyWh, source, samples }));
    };
    const expected = await rows([...hourAndAHalf('X').keys()], 19);
    expect(expected).toEqual([{ day: '2026-06-14', energyWh: 1060, source: 'counted', samples: 19 }]);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...hourAndAHalf('X').keys()], { minLength: 19 }),
        fc.integer({ min: 1, max: 9 }),
        async (order, size) => {
          expect(await rows(order, size)).toEqual(expected);
        },
      ),
      { numRuns: 5 },
    );
  },
);

test('stores a lifetime counter next to the day counter of the product’s own frames', async () => {
  const { sid, sn } = await makeDevice(sql, { product: 'BDM-400' });
  await ingestReports(context, [
    readingOf(bdm400(sn, { powerW: 240, counterWh: 700 }), NOON_MS),
    rowAt(sn, 'microinverter', 5, { powerW: 240, counterWh: 90_000, counterDayWh: 720 }),
    readingOf(bdm400(sn, { powerW: 240, counterWh: 740 }), NOON_MS + 10 * 60_000),
    rowAt(sn, 'microinverter', 15, { powerW: 240, counterWh: 90_040, counterDayWh: 760 }),
  ]);
  const stored = (await storedSamples(sql, sid, sn)).map(({ counterWh, counterDayWh, counterLifeWh }) => [
    ...[counterWh, counterDayWh, counterLifeWh].map((wh) => wh ?? null),
  ]);
  expect(stored).toEqual([
    [700, null, null],
    [null, 720, 90_000],
    [740, null, null],
    [null, 760, 90_040],
  ]);
  const { days } = await storedRows(sql, sid);
  expect(days).toMatchObject([{ day: '2026-06-14', energyWh: 760 }]);
});

test('drops power above the maximum of a device kind, and accepts any below it if the rated power is unknown', async () => {
  const { sid, sn } = await makeDevice(sql, { product: 'Inverter' });
  await ingestReports(context, [
    rowAt(sn, 'inverter', 0, { powerW: 98_000, counterWh: 1e6 }),
    rowAt(sn, 'inverter', 1, { powerW: 600_000, input16PowerW: 98_001, counterWh: 1e6 + 1633 }),
  ]);
  expect(await storedSamples(sql, sid, sn)).toMatchObject([{ powerW: 98_000 }, { input16PowerW: 98_001 }]);
  expect((await storedRows(sql, sid)).days).toMatchObject([{ energyWh: 1633, peakW: 98_000 }]);
});

test('stores a battery’s values with their signs, and no energy day', async () => {
  const battery = await makeDevice(sql, { product: 'Battery' });
  await ingestReports(context, [rowAt(battery.sn, 'battery', 0, { powerW: -1500.5, socPercent: 41, cycles: 12.5 })]);
  const [live] = await sql`select power_w, quantities, day from device_live where sn = ${battery.sn}`;
  expect(live).toMatchObject({ powerW: null, quantities: { batteryPowerW: -1500.5, batterySocPercent: 41 } });
  expect(await storedSamples(sql, battery.sid, battery.sn)).toMatchObject([
    { batteryPowerW: -1500.5, batterySocPercent: 41, batteryCycles: 12.5 },
  ]);
  expect((await storedRows(sql, battery.sid)).days).toEqual([]);
});
