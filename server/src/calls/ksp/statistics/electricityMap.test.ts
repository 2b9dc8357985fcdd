// ksp/statistics/electricityMap: the energies that a hybrid tells, by the names that ksp/statistics/electricity takes.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';

const { asked, clock, count, device, expectRefusals } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('production, and each flow that is known', async () => {
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

test('of hybrids alone, and of those that one may see', async () => {
  await expectRefusals('ksp/statistics/electricityMap', 'Hybrid inverter');
});
