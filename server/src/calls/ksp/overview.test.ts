// ksp/overview: current values of a hybrid, and its energy flow.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../test/reportingPlant.ts';

const { asked, clock, device, expectRefusals, tell } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');
const AT = '2026-06-15T09:59:00Z';
const REPORTED = {
  powerW: 3200,
  gridPowerW: -850.5,
  loadPowerW: 1400,
  batteryPowerW: -949.5,
  batterySocPercent: 63,
  generatorPowerW: 0,
  gridVoltageV: 231.2,
  frequencyHz: 50,
  temperatureC: 41.5,
  batteryVoltageV: 51.9,
  input1PowerW: 1600,
  input1VoltageV: 402.1,
  input1CurrentA: 3.98,
  input2PowerW: 1600,
  input2VoltageV: 400,
};

test('returns modules, battery, grid, loads, generator and the flow between them', async () => {
  const hybrid = await device('Hybrid inverter');
  await tell(hybrid.sn, 'hybrid', [[AT, REPORTED]]);
  const overview = await asked('ksp/overview', hybrid);
  expect(overview).toMatchObject({
    isLive: true,
    temperature: 41.5,
    pv: { power: 3200 },
    ac: { voltage: 231.2, frequency: 50 },
    grid: { power: -850.5, powerUnit: 'W' },
    load: { power: 1400 },
    generator: { power: 0 },
    backup: null,
    battery: { soc: 63, power: -949.5, voltage: 51.9, soh: null },
  });
  expect(overview.pv.inputs.map(({ input, voltage, current, power }) => [input, voltage, current, power])).toEqual([
    [1, 402.1, 3.98, 1600],
    [2, 400, null, 1600],
  ]);
  expect(overview.energy).toMatchObject({
    PVPanel: { power: '3200', direction: 1, show: true, ageS: 60 },
    home: { power: '1400', direction: 2 },
    grid: { power: '850.5', direction: 2 },
    battery: { power: '949.5', direction: 2, rate: '63' },
    gen: { power: '0', direction: 0, show: true },
  });
  expect((await asked('device/statistics/overview', hybrid)).energy).toEqual(overview.energy);
  // It is the only device of its plant.
  const { energy } = await asked('site/overview', { sid: hybrid.sid });
  for (const node of ['PVPanel', 'home', 'grid', 'battery', 'gen'] as const)
    expect([node, energy[node].power, energy[node].direction]).toEqual([
      node,
      overview.energy[node].power,
      overview.energy[node].direction,
    ]);
});

test('reverses only a meter connected with wrong polarity, here, in its chart and in its plant', async () => {
  const hybrid = await device('Hybrid inverter');
  await tell(hybrid.sn, 'hybrid', [[AT, { ...REPORTED, l1PowerW: 1000, batteryCurrentA: -18 }]]);
  const setting = { validFrom: '2026-06-01', role: 'grid', reversed: true, batteryReversed: false } as const;
  await asked('device/meter/setUp', { ...hybrid, list: [setting] });
  const overview = await asked('ksp/overview', hybrid);
  expect(overview).toMatchObject({ grid: { power: 850.5 }, battery: { power: -949.5, current: -18 } });
  expect(overview.ac.phases).toMatchObject([{ name: 'L1', power: 1000 }]);
  expect(overview.energy.grid).toMatchObject({ power: '850.5', direction: 1 });
  const chart = () =>
    asked('device/statistics/echarts', {
      ...hybrid,
      types: 1,
      date: '2026-06-15',
      lines: ['Grid Power', 'Battery Power'],
    });
  const chartValues = async () => (await chart()).series.map(({ data }) => data.find((value) => value !== null));
  expect(await chartValues()).toEqual([850.5, -949.5]);
  await asked('device/meter/setUp', { ...hybrid, list: [{ ...setting, batteryReversed: true }] });
  expect(await chartValues()).toEqual([850.5, 949.5]);
  const { energy } = await asked('ksp/overview', hybrid);
  expect(energy.battery).toMatchObject({ power: '949.5', direction: 1 });
  expect((await asked('device/statistics/overview', hybrid)).energy).toEqual(energy);
});

test('computes loads that are not measured from the rest, and omits missing nodes', async () => {
  const hybrid = await device('Hybrid inverter');
  await tell(hybrid.sn, 'hybrid', [[AT, { powerW: 3000, gridPowerW: -1000 }]]);
  const { energy, battery, generator } = await asked('ksp/overview', hybrid);
  expect([battery, generator, energy.battery.show, energy.gen.show]).toEqual([null, null, false, false]);
  expect(energy.home).toMatchObject({ power: '2000', direction: 2, show: true });
});

test('returns no current values from an old report', async () => {
  const hybrid = await device('Hybrid inverter');
  await tell(hybrid.sn, 'hybrid', [['2026-06-15T08:00:00Z', REPORTED]]);
  const { energy, pv, battery, isLive } = await asked('ksp/overview', hybrid);
  expect([isLive, pv.power, battery!.soc, energy.grid]).toMatchObject([
    ...[false, null, null],
    { show: true, showPower: false, power: '', direction: 0 },
  ]);
});

test('refuses other kinds of devices and inaccessible ones', async () => {
  await expectRefusals('ksp/overview', 'Hybrid inverter');
});
