// battery/hx/overview: state of charge and current values of a battery, with its charged and discharged energy.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';
import { runSiteJobs } from '../../../jobs/siteJobs/runSiteJobs.ts';

const { ask, asked, clock, context, count, device, expectRefusals, tell, token } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');
const REPORTED = {
  powerW: -1500.5,
  socPercent: 63,
  sohPercent: 98.2,
  voltageV: 51.9,
  currentA: -28.9,
  temperatureC: 24.5,
  cycles: 211,
};

test('returns charge, health, voltage, current, signed power, temperature and cycles', async () => {
  const battery = await device('Battery');
  await tell(battery.sn, 'battery', [['2026-06-15T09:59:00Z', REPORTED]]);
  expect(await asked('battery/hx/overview', battery)).toMatchObject({
    sn: battery.sn,
    isLive: true,
    soc: 63,
    socUnit: '%',
    soh: 98.2,
    voltage: 51.9,
    voltageUnit: 'V',
    current: -28.9,
    power: -1500.5,
    powerUnit: 'W',
    temperature: 24.5,
    temperatureUnit: '°C',
    cycles: 211,
  });
  const { energy } = await asked('site/overview', { sid: battery.sid });
  expect(energy.battery).toMatchObject({ power: '1500.5', direction: 2, rate: '63' });
  clock.set('2026-06-15T12:00:00Z');
  const later = await asked('battery/hx/overview', battery);
  expect(later).toMatchObject({ isLive: false, soc: null, power: null, cycles: null });
});

test('returns energy charged and discharged today and in total, as counted by the plant', async () => {
  const battery = await device('Battery');
  await count(battery.sn, 'battery', '2026-06-14', 36, { chargeWh: 100, dischargeWh: 50 } as object);
  const { charge, discharge } = await asked('battery/hx/overview', battery);
  const { flows } = await asked('battery/hx/statistics/overview', battery);
  expect([charge, discharge]).toMatchObject([
    { today: { energy: 1.2 }, total: { energy: 3.6 } },
    { today: { energy: 0.6 }, total: { energy: 1.8 } },
  ]);
  expect(flows).toMatchObject([charge, discharge]);
  await tell(battery.sn, 'battery', [['2026-06-15T12:00:00Z', REPORTED]]);
  await ask('device/meter/setUp', { ...battery, list: [{ validFrom: '2026-01-01', reversed: true }] }, { token });
  await runSiteJobs(context);
  const reversed = await asked('battery/hx/overview', battery);
  expect(reversed).toMatchObject({ power: 1500.5, current: 28.9, charge: { total: discharge!.total } });
});

test('returns no values for a battery that never reported', async () => {
  expect(await asked('battery/hx/overview', await device('Battery'))).toMatchObject({
    isLive: false,
    soc: null,
    power: null,
    charge: null,
    discharge: null,
  });
});

test('refuses other kinds of devices and inaccessible batteries', async () => {
  await expectRefusals('battery/hx/overview', 'Battery');
});
