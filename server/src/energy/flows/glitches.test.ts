// Errors of transmission as seen on an 800 W plant: energies, live power and charts leave them out, and the device's page counts them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { expectFlows } from '../../../test/flows.ts';
import { makeDay } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { readSamples } from '../../samples/samples.ts';
import { balanceOfPeriods } from '../balance/balance.ts';

const { sql, context, clock, ask, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);
const berlin = { timezone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4 };
const DAY = '2026-06-10';
const STEPS = 288;
const NOON = 144;
const atOf = (step: number): Date => new Date(Date.parse(`${DAY}T00:00:00+02:00`) + step * 300_000);
const setClockAfter = (step: number): void => clock.set(new Date(atOf(step).getTime() + 10_000).toISOString());

async function plantOf(...products: string[]) {
  const sid = await makeSite(sql, { ...berlin, companyId: user.companyId });
  const inverter = await makeDevice(sql, { sid, product: 'BDM-800' });
  await makeDay(sql, { sid, sn: inverter.sn, day: DAY, energyWh: 4000, coveredS: 60_000 });
  const devices = await Promise.all(products.map((product) => makeDevice(sql, { sid, product })));
  return { ...berlin, sid, sns: devices.map(({ sn }) => sn) };
}

const isDay = (step: number): boolean => step >= 7 * 12 && step < 19 * 12;
const gridW = (step: number): number => (isDay(step) ? -30 : 200);

const reported = (sn: string, step: number, quantities: Quantities) =>
  readingOfRow({ gateway: 'GW', sn, at: atOf(step), quantities });

/** Readings of a meter from midnight to midnight; `errors`: quantities of a step that replace the right ones. */
const meterDay = (
  sn: string,
  errors: Record<number, Quantities> = {},
  more: (step: number) => Quantities = () => ({}),
) =>
  Array.from({ length: STEPS + 1 }, (_, step) =>
    reported(sn, step, { gridPowerW: gridW(step), ...more(step), ...errors[step] }),
  );

const balanceOf = async (plant: Awaited<ReturnType<typeof plantOf>>) => {
  const [balance] = await sql.begin((tx) => balanceOfPeriods(tx, plant, [{ from: DAY, to: DAY }], clock.now()));
  return balance!;
};

test('a sample of -60 kW adds no export, is never shown as live or drawn, and is counted', async () => {
  const plant = await plantOf('Meter');
  const [sn] = plant.sns as [string];
  const readings = meterDay(sn, { [NOON]: { gridPowerW: -60_000 } });
  const request = { sid: plant.sid, sn };
  const liveW = async () =>
    (await ask('device/detail', request, { token })).values.find(({ name }) => name === 'Grid Power')?.value;

  await ingestReports(context, readings.slice(0, NOON));
  setClockAfter(NOON);
  expect(await liveW()).toBe(-30);
  await ingestReports(context, readings.slice(NOON, NOON + 1));
  expect(await liveW()).toBeNull();
  await ingestReports(context, readings.slice(NOON + 1, NOON + 2));
  expect(await liveW()).toBe(-30);
  await ingestReports(context, readings.slice(NOON + 2));

  setClockAfter(STEPS);
  const { toGrid, fromGrid } = await balanceOf(plant);
  expect(toGrid.energyWh! / 1000).toBeCloseTo(0.36, 2);
  expect(fromGrid.energyWh! / 1000).toBeCloseTo(2.4, 1);
  expect(toGrid.completeness).toBe(1);
  expect((await ask('device/detail', request, { token })).rejectedValues).toEqual([
    { day: DAY, title: 'Grid power', reason: 'power', count: 1 },
  ]);
  const chart = await ask('device/statistics/echarts', { ...request, types: 1, date: DAY }, { token });
  const drawn = chart.series[0]!.data.filter((watts) => watts !== null);
  expect([Math.min(...drawn), drawn.length >= STEPS - 1]).toEqual([-30, true]);
  const range = { ...request, fromMs: atOf(NOON).getTime(), toMs: atOf(NOON + 1).getTime() };
  expect([...(await readSamples(sql, range, ['gridPowerW'])).values.gridPowerW!]).toEqual([-60_000]);
});

test('a sample of -655 kW leaves home consumption and the battery as they were', async () => {
  const right = await plantOf('Meter', 'Battery');
  const wrong = await plantOf('Meter', 'Battery');
  for (const [plant, errors] of [
    [right, {}],
    [wrong, { [NOON]: { gridPowerW: -655_360 } }],
  ] as const) {
    const [meter, battery] = plant.sns as [string, string];
    const batteryDay = Array.from({ length: STEPS + 1 }, (_, step) =>
      reported(battery, step, { batteryPowerW: isDay(step) ? -100 : 80 }),
    );
    await ingestReports(context, [...meterDay(meter, errors), ...batteryDay]);
  }
  setClockAfter(STEPS);
  const [expected, actual] = [await balanceOf(right), await balanceOf(wrong)];
  expect(expected.home.energyWh).toBeGreaterThan(5000);
  for (const figure of ['production', 'fromGrid', 'toGrid', 'charge', 'discharge', 'home'] as const)
    expect(Math.abs(actual[figure].energyWh! - expected[figure].energyWh!), figure).toBeLessThanOrEqual(30 / 12);
});

test('readings of a counter that the next one contradicts add nothing in whatever order they arrive', async () => {
  const counters = (step: number): Quantities => ({
    gridImportWh: 5000 + Math.round((200 * (step - Math.min(144, Math.max(0, step - 84)))) / 12),
    gridExportWh: 300 + Math.round((30 * Math.min(144, Math.max(0, step - 84))) / 12),
  });
  const errors: Record<number, Quantities> = {
    30: { gridImportWh: 0 },
    60: { gridImportWh: 9_000_000, gridPowerW: 70_000 },
    150: { gridExportWh: 1300 },
    200: { gridExportWh: 12 },
  };
  const plant = await plantOf('Meter', 'Meter', 'Meter');
  const [right, wrong, shuffled] = plant.sns as [string, string, string];
  await ingestReports(context, meterDay(right, {}, counters));
  await ingestReports(context, meterDay(wrong, errors, counters));
  const readings = meterDay(shuffled, errors, counters);
  // 101 and 289 have no common divisor, so every reading comes once.
  for (let batch = 0; batch < 17; batch++)
    await ingestReports(
      context,
      Array.from({ length: 17 }, (_, index) => readings[((batch * 17 + index) * 101) % readings.length]!),
    );
  const daysOf = async (sn: string) =>
    [
      ...(await sql`
        select flow, day, energy_wh, integrated_wh, covered_s, rejected_powers, rejected_readings, bound_w, carry
        from device_flows where sn = ${sn} order by flow, day`),
    ] as unknown as { flow: string; energyWh: number; rejectedPowers: number; rejectedReadings: number }[];
  const [expected, actual] = [await daysOf(right), await daysOf(wrong)];
  expect(await daysOf(shuffled)).toEqual(actual);
  expect(actual.map(({ energyWh }) => energyWh)).toEqual(expected.map(({ energyWh }) => energyWh));
  expect(actual.map(({ flow, rejectedPowers, rejectedReadings }) => [flow, rejectedPowers, rejectedReadings])).toEqual([
    ['fromGrid', 1, 2],
    ['fromGrid', 0, 0],
    ['toGrid', 1, 2],
    ['toGrid', 0, 0],
  ]);
  setClockAfter(STEPS);
  const { rejectedValues } = await ask('device/detail', { sid: plant.sid, sn: wrong }, { token });
  expect(rejectedValues.map(({ title, reason, count }) => [title, reason, count])).toEqual([
    ['Grid power', 'power', 1],
    ['Imported energy', 'counter', 2],
    ['Exported energy', 'counter', 2],
  ]);
});

test('an upgrade recomputes the days that contain the energy of errors', async () => {
  const plant = await plantOf('Meter');
  const [sn] = plant.sns as [string];
  await ingestReports(context, meterDay(sn, { [NOON]: { gridPowerW: -60_000 } }));
  // As the day was stored before errors were rejected.
  for (const table of ['device_flows', 'site_flows'])
    await sql.unsafe(`update ${table} set energy_wh = 4980 where sid = $1 and flow = 'toGrid' and day = $2`, [
      plant.sid,
      DAY,
    ]);
  const migrations = join(import.meta.dirname, '../../../migrations');
  await sql.unsafe(readFileSync(join(migrations, '000193_flows_without_errors.sql'), 'utf8'));
  await runSiteJobs(context);
  await expectFlows(sql, plant.sid, plant.sns);
  expect((await balanceOf(plant)).toGrid.energyWh! / 1000).toBeCloseTo(0.36, 2);
});
