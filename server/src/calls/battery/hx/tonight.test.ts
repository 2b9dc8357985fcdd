// battery/hx/tonight: capacity and evening consumption from the last days; unknown where they were not measured.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';

const { asked, clock, device, expectRefusals, tell } = await createReportingPlant();
/** Reports 10 kWh falling by 2.5 % a quarter of an hour at 1 kW, from 18:00 to 24:00 in Berlin, and what the home draws. */
async function evening(sn: string, day: string, loadPowerW: number) {
  const from = Date.parse(`${day}T18:00:00+02:00`);
  await tell(
    sn,
    'hybrid',
    Array.from({ length: 24 }, (_, slot) => [
      new Date(from + slot * 900_000).toISOString(),
      { powerW: 0, batterySocPercent: 90 - 2.5 * slot, batteryPowerW: 1_000, loadPowerW },
    ]),
  );
}

test('says nothing about what was not measured', async () => {
  clock.set('2026-06-15T10:00:00Z');
  expect(await asked('battery/hx/tonight', await device('Battery'))).toMatchObject({
    socPercent: null,
    capacityWh: null,
    eveningW: null,
    evenings: 0,
  });
});

test('states capacity and the usual evening of the home from the last days', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const hybrid = await device('Hybrid inverter');
  for (const [day, watts] of [
    ['2026-06-11', 900],
    ['2026-06-12', 1_200],
    ['2026-06-13', 5_000],
    ['2026-06-14', 1_100],
  ] as const)
    await evening(hybrid.sn, day, watts);
  await tell(hybrid.sn, 'hybrid', [['2026-06-15T09:59:00Z', { powerW: 10, batterySocPercent: 62 }]]);
  expect(await asked('battery/hx/tonight', hybrid)).toMatchObject({
    socPercent: 62,
    capacityWh: 10_000,
    // The median: one evening with guests does not count more.
    eveningW: 1_150,
    evenings: 4,
    sunsetIso: expect.stringMatching(/^2026-06-15T2/),
    sunriseIso: expect.stringMatching(/^2026-06-16T0/),
  });
});

test('refuses other kinds of devices and inaccessible batteries', async () => {
  await expectRefusals('battery/hx/tonight', 'Battery');
});
