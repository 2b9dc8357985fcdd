// ksp/statistics/electricity: energies of a hybrid by day, month and year, those of its map.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';

const { asked, call, clock, count, device, expectRefusals, sql, token } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');
const hybrid = await device('Hybrid inverter');
await count(hybrid.sn, 'hybrid', '2026-06-13', 60, { gridExportWh: 100, batteryChargeWh: 50 });
// Days with more energy than the power of these samples yields.
await sql`update device_days set energy_wh = 9000, covered_s = 60000 where sn = ${hybrid.sn} and day < '2026-06-15'`;

test('returns a bar per day of each reported energy, with its provenance', async () => {
  const chart = await asked('ksp/statistics/electricity', { ...hybrid, types: 3, rangeDate: '2026-06-13~2026-06-14' });
  expect(chart.legend).toEqual(['Production', 'To grid', 'Charge']);
  expect(chart.series.map(({ name, unit, data }) => [name, unit, data])).toEqual([
    ['Production', 'kWh', [9, 9]],
    ['To grid', 'kWh', [2.4, 2.4]],
    ['Charge', 'kWh', [1.2, 1.2]],
  ]);
  expect([chart.provenance.length, chart.flowProvenance.length]).toEqual([2, 2]);
  const { series } = await asked('device/statistics/echarts', {
    ...hybrid,
    types: 3,
    rangeDate: '2026-06-13~2026-06-14',
  });
  expect(series).toEqual(chart.series.slice(0, 1));
});

test('returns only requested energies, by year the same total as in the overview', async () => {
  const years = await asked('ksp/statistics/electricity', { ...hybrid, types: 6, lines: ['Charge'] });
  expect([years.legend, years.provenance, years.flowProvenance.length]).toEqual([['Charge'], [], 1]);
  const { flows } = await asked('ksp/statistics/overview', hybrid);
  expect(years.series[0]!.data).toEqual([flows[1]!.total.energy]);
});

test('refuses other kinds of devices, unknown energies and invalid ranges', async () => {
  await expectRefusals('ksp/statistics/electricity', 'Hybrid inverter', { types: 3 });
  const refused = async (more: object) =>
    (await call('ksp/statistics/electricity', { ...hybrid, types: 3, ...more }, { token })).code;
  expect(await refused({ lines: ['Battery SOC'] })).toBe(400);
  expect(await refused({ rangeDate: '2026-06-02~2026-06-01' })).toBe(1017);
  expect(await refused({ rangeDate: '1990-01-01~2026-06-01' })).toBe(1016);
  expect(await refused({ date: '2199-01-01' })).toBe(1440);
});
