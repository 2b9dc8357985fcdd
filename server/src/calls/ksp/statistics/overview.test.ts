// ksp/statistics/overview: the responses of device/statistics/overview and device/statistics/overview/electricity, for hybrids only.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';

const { asked, clock, count, device, expectRefusals } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('returns the same figures of production and other flows', async () => {
  const hybrid = await device('Hybrid inverter');
  await count(hybrid.sn, 'hybrid', '2026-06-14', 36, { gridExportWh: 100, batteryChargeWh: 50 });
  const { flows, ...overview } = await asked('ksp/statistics/overview', hybrid);
  expect(flows.map(({ flow, yesterday }) => [flow, yesterday.energy])).toEqual([
    ['toGrid', 2.4],
    ['charge', 1.2],
  ]);
  expect(flows).toEqual((await asked('device/statistics/overview/electricity', hybrid)).flows);
  expect(overview).toEqual(await asked('device/statistics/overview', hybrid));
});

test('refuses other kinds of devices and inaccessible ones', async () => {
  await expectRefusals('ksp/statistics/overview', 'Hybrid inverter');
});
