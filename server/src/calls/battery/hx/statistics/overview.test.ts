// battery/hx/statistics/overview: the same response as device/statistics/overview/electricity, for batteries only.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../../test/reportingPlant.ts';

const { asked, clock, count, device, expectRefusals } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('returns the same periods of charge and discharge', async () => {
  const battery = await device('Battery');
  await count(battery.sn, 'battery', '2026-06-14', 36, { chargeWh: 100, dischargeWh: 50 } as object);
  const response = await asked('battery/hx/statistics/overview', battery);
  expect(response.flows.map(({ name, yesterday }) => [name, yesterday.energy])).toEqual([
    ['Charged', 2.4],
    ['Discharged', 1.2],
  ]);
  expect(response).toEqual(await asked('device/statistics/overview/electricity', battery));
});

test('refuses other kinds of devices and inaccessible batteries', async () => {
  await expectRefusals('battery/hx/statistics/overview', 'Battery');
});
