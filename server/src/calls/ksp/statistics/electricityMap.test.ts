// ksp/statistics/electricityMap: energies reported by a hybrid, by the names accepted by ksp/statistics/electricity.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';

const { asked, clock, count, device, expectRefusals } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('returns production and each known flow', async () => {
  const hybrid = await device('Hybrid inverter');
  expect((await asked('ksp/statistics/electricityMap', hybrid)).list).toEqual([{ name: 'Production', unit: 'kWh' }]);
  await count(hybrid.sn, 'hybrid', '2026-06-14', 36, { gridExportWh: 100, loadWh: 50 });
  const { list } = await asked('ksp/statistics/electricityMap', hybrid);
  expect(list.map(({ name }) => name)).toEqual(['Production', 'To grid', 'Consumption']);
  const { legend } = await asked('ksp/statistics/electricity', {
    ...hybrid,
    types: 3,
    lines: list.map(({ name }) => name),
  });
  expect(legend).toEqual(list.map(({ name }) => name));
});

test('refuses other kinds of devices and inaccessible ones', async () => {
  await expectRefusals('ksp/statistics/electricityMap', 'Hybrid inverter');
});
