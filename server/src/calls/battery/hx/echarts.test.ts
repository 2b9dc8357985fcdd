// battery/hx/echarts: a battery's quantities over a day, energies since midnight, by day, month and year.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';

const { asked, call, clock, count, device, expectRefusals, tell, token } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');

test('draws power by default and requested lines, and charged and discharged energy since midnight and by day', async () => {
  const battery = await device('Battery');
  await count(battery.sn, 'battery', '2026-06-14', 36, { chargeWh: 100, dischargeWh: 50 } as object);
  await tell(battery.sn, 'battery', [['2026-06-15T09:58:00Z', { powerW: 500, socPercent: 40 }]]);
  const day = await asked('battery/hx/echarts', { ...battery, types: 1 });
  expect(day.series.map(({ name, data }) => [name, data[143]])).toEqual([['Battery Power', 500]]);
  const energies = await asked('battery/hx/echarts', { ...battery, types: 1, lines: ['Charge', 'Discharge'] });
  expect(energies.series.map(({ name, data }) => [name, data[72]])).toEqual([
    ['Charge', 0.6],
    ['Discharge', 0.3],
  ]);
  const bars = await asked('battery/hx/echarts', { ...battery, types: 3, rangeDate: '2026-06-14~2026-06-15' });
  expect(bars.series.map(({ name, data }) => [name, data])).toEqual([
    ['Charge', [2.4, 1.2]],
    ['Discharge', [1.2, 0.6]],
  ]);
  expect(await call('battery/hx/echarts', { ...battery, types: 3, lines: ['Battery SOC'] }, { token })).toMatchObject({
    code: 400,
  });
});

test('refuses other kinds of devices, inaccessible batteries and future days', async () => {
  await expectRefusals('battery/hx/echarts', 'Battery', { types: 1 });
  const battery = await device('Battery');
  const future = { ...battery, types: 1 as const, date: '2199-01-01', lines: ['Charge'] };
  expect(await call('battery/hx/echarts', future, { token })).toMatchObject({ code: 1440 });
});
