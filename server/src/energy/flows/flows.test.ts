// Stored flows: independent of the order of arrival, in the plant's time zone, with their sums; none for devices that report no flow.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { expectFlows, storedFlowDays } from '../../../test/flows.ts';
import { bdm400, readingOf, reportServer } from '../../../test/reportServer.ts';
import { columnsOf, moveSite } from '../../../test/sampleModel.ts';
import { runs } from '../../../test/sampling.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestHistory } from '../../ingest/ingestHistory.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { compactDays } from '../../jobs/compactDays.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';

const { sql, context } = await reportServer();
const startMs = Date.parse('2026-06-10T00:00:00+02:00');
const HOUR_MS = 3_600_000;

const reported = (sn: string, atMs: number, quantities: Quantities) =>
  readingOfRow({ gateway: 'GW', sn, at: new Date(atMs), quantities });
const plant = async (...products: string[]) => {
  const sid = await makeSite(sql, { timezone: 'Europe/Berlin' });
  const sns: string[] = [];
  for (const product of products) sns.push((await makeDevice(sql, { sid, product })).sn);
  return { sid, sns };
};

/** Readings of a meter over `hours` that imports 600 W at night and exports 1,200 W by day, with counters. */
const meterDays = (sn: string, hours: number) =>
  Array.from({ length: hours * 6 + 1 }, (_, step) => {
    const whole = Math.floor(step / 6 / 24);
    const hour = step / 6 - whole * 24;
    const out = Math.min(12, Math.max(0, hour - 6));
    const atMs = startMs + (step * HOUR_MS) / 6;
    return reported(sn, atMs, {
      gridPowerW: hour >= 6 && hour < 18 ? -1200 : 600,
      gridImportWh: 5000 + 600 * (whole * 12 + hour - out),
      gridExportWh: 100 + 1200 * (whole * 12 + out),
    });
  });

test('stores counted import and export days of a meter, covered at night as well', async () => {
  const { sid, sns } = await plant('Meter');
  await ingestReports(context, meterDays(sns[0]!, 48));
  await expectFlows(sql, sid, sns);
  expect((await storedFlowDays(sql, sid)).map(({ sn: _, ...row }) => row)).toEqual(
    (['fromGrid', 'toGrid'] as const).flatMap((flow) =>
      ['2026-06-10', '2026-06-11', '2026-06-12'].map((day) => ({
        flow,
        day,
        countsAs: flow,
        integratedWh: 0,
        spreadWh: 0,
        source: 'counted',
        rejectedPowers: 0,
        rejectedReadings: 0,
        boundW: 34_500,
        energyWh: day === '2026-06-12' ? 0 : flow === 'fromGrid' ? 7200 : 14_400,
        coveredS: day === '2026-06-12' ? 0 : 86_400,
      })),
    ),
  );
  expect(await sql`select from device_days where sid = ${sid}`).toHaveLength(0);
  expect(await sql`select from site_days where sid = ${sid}`).toHaveLength(0);
});

interface StepSample {
  step: number;
  quantities: Quantities;
}

/** Gives samples of the same step the same quantities: of unequal ones the first to arrive stands, in any order another. */
function withEqualCopies(batches: StepSample[][]): StepSample[][] {
  const quantities = new Map<number, Quantities>();
  for (const sample of batches.flat().toReversed()) quantities.set(sample.step, sample.quantities);
  return batches.map((batch) => batch.map(({ step }) => ({ step, quantities: quantities.get(step)! })));
}

test.each(['Meter', 'Battery', 'Hybrid inverter'])(
  'a %s has the same days in whatever order, batches and copies its samples arrive',
  async (product) => {
    const quantity = fc.option(
      fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.constantFrom(-90_000, 60_000, 70_000)),
      { freq: 4 },
    );
    const counter = fc.option(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 90_000 })), {
      freq: 3,
    });
    const names: Record<string, fc.Arbitrary<number | null>> = {
      ...(product === 'Battery' ? {} : { gridPowerW: quantity, gridImportWh: counter, gridExportWh: counter }),
      ...(product === 'Meter'
        ? {}
        : { batteryPowerW: quantity, batteryChargeWh: counter, batteryDischargeWh: counter }),
      ...(product === 'Hybrid inverter'
        ? { loadPowerW: fc.option(fc.nat(3000)), loadWh: counter, powerW: fc.option(fc.nat(5000)), counterWh: counter }
        : {}),
    };
    const sample = fc.record({
      step: fc.integer({ min: 0, max: 3 * 144 }),
      quantities: fc.record(names) as fc.Arbitrary<Quantities>,
    });
    const samplesOfBatches = fc.array(fc.array(sample, { minLength: 1, maxLength: 10 }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(samplesOfBatches.map(withEqualCopies), fc.boolean(), async (batches, compacts) => {
        const one = await plant(product);
        const other = await plant(product);
        const readings = (sn: string, samples: StepSample[]) =>
          samples.map(({ step, quantities }) => reported(sn, startMs + step * 600_000, quantities));
        for (const batch of batches) await ingestReports(context, readings(one.sns[0]!, batch));
        if (compacts) await compactDays(context);
        await ingestReports(context, readings(one.sns[0]!, batches[0]!));
        await ingestReports(context, readings(other.sns[0]!, batches.flat().toReversed()));
        await expectFlows(sql, one.sid, one.sns);
        const rows = async ({ sid }: { sid: string }) =>
          (await storedFlowDays(sql, sid)).map(({ sn: _, ...row }) => row);
        expect(await rows(one)).toEqual(await rows(other));
      }),
      { numRuns: runs(25) },
    );
  },
);

test('moves the days and their sums to another time zone', async () => {
  const { sid, sns } = await plant('Meter', 'Battery');
  await ingestReports(context, meterDays(sns[0]!, 48));
  const battery = (hour: number) =>
    reported(sns[1]!, startMs + hour * HOUR_MS, { batteryPowerW: -500, batteryChargeWh: 500 * hour });
  await ingestReports(
    context,
    Array.from({ length: 40 }, (_, hour) => battery(hour)),
  );
  await expectFlows(sql, sid, sns);
  for (const timezone of ['Pacific/Auckland', 'America/Los_Angeles']) {
    await moveSite(context, { sid, sn: sns[0]!, model: new Map() }, timezone);
    context.registry.forget(sns);
    await expectFlows(sql, sid, sns);
  }
  const [charge] = await sql`select sum(energy_wh) as wh from site_flows where sid = ${sid} and flow = 'charge'`;
  expect(charge!.wh).toBe(39 * 500);
});

test('gives an imported history the same flows as a reported one, marked as imported', async () => {
  const { sid, sns } = await plant('Meter');
  const samples = meterDays(sns[0]!, 72).map((reading) => ({
    atMs: reading.at.getTime(),
    statusBits: 0,
    mode: -1,
    imported: true,
    quantities: reading.quantities(null),
  }));
  await ingestHistory(context, [{ sn: sns[0]!, columns: columnsOf(samples) }]);
  await expectFlows(sql, sid, sns);
  const days = await storedFlowDays(sql, sid);
  expect(days.filter(({ flow }) => flow === 'toGrid').map(({ energyWh }) => energyWh)).toEqual([
    14_400, 14_400, 14_400, 0,
  ]);
  expect(new Set(days.map(({ source }) => source))).toEqual(new Set(['imported']));
});

test('neither reads nor writes flows for a device that reports none', async () => {
  const { sid, sns } = await plant('BDM-400');
  await ingestReports(context, [readingOf(bdm400(sns[0]!, { powerW: 100 }), startMs)]);
  await sql.begin(async (tx) => {
    // Any query of these tables would wait for ever.
    await tx`lock table device_flows, site_flows in access exclusive mode`;
    await ingestReports(context, [readingOf(bdm400(sns[0]!, { powerW: 101 }), startMs + 300_000)]);
  });
  expect(await storedFlowDays(sql, sid)).toEqual([]);
});

test('leaves no flows of a deleted plant', async () => {
  const { sid, sns } = await plant('Meter');
  await ingestReports(context, meterDays(sns[0]!, 5));
  await sql`insert into meter_settings (sid, sn, valid_from) values (${sid}, ${sns[0]!}, '2026-01-01')`;
  await enqueueJob(sql, sid, 'removeHistory', context.clock.now());
  await runSiteJobs(context);
  for (const table of ['device_flows', 'site_flows', 'meter_settings'])
    expect(await sql.unsafe(`select from ${table} where sid = $1`, [sid]), table).toHaveLength(0);
});
