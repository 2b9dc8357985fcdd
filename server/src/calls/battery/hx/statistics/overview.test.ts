// battery/hx/statistics/overview: what device/statistics/overview/electricity answers, of batteries alone.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../../test/reportingPlant.ts';

const { asked, clock, count, device, expectRefusals } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('the same periods of charge and discharge', async () => {
  const battery = await device('Battery');
  await count(battery.sn, 'battery', '2026-06-14', 36, { chargeWh: 100, dischargeWh: 50 } as object);
  const answer = await asked('battery/hx/statistics/overview', battery);
  expect(answer.flows.map(({ name, yesterday }) => [name, yesterday.energy])).toEqual([
    ['Charge', 2.4],
    ['Discharge', 1.2],
  ]);
  expect(answer).toEqual(await asked('device/statistics/overview/electricity', battery));
});

test('of batteries alone, and of those that one may see', async () => {
  await expectRefusals('battery/hx/statistics/overview', 'Battery');
});
