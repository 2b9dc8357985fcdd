// bdnz/three/overview: a meter's phases, their sum and imbalance, and the energy of both directions as counted by the plant.
import { expect, test } from 'vitest';
import { createReportingPlant } from '../../../../test/reportingPlant.ts';
import { runSiteJobs } from '../../../jobs/siteJobs/runSiteJobs.ts';

const { asked, clock, context, count, device, expectRefusals, tell, ask, token } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');
const AT = '2026-06-15T09:59:00Z';
const FOUR_WIRES = {
  powerW: -900,
  frequencyHz: 50.01,
  powerFactor: -0.98,
  reactivePowerVar: 120,
  l1VoltageV: 230,
  l2VoltageV: 232,
  l3VoltageV: 228,
  l1CurrentA: -1,
  l2CurrentA: -2,
  l3CurrentA: -3,
  l1PowerW: -230,
  l2PowerW: -460,
  l3PowerW: -210,
  l1PowerFactor: -0.9,
};

test('returns each phase, the sum and the imbalance of a four-wire meter', async () => {
  const meter = await device('Meter');
  await tell(meter.sn, 'meter', [[AT, FOUR_WIRES]]);
  const overview = await asked('bdnz/three/overview', meter);
  expect(overview).toMatchObject({
    sn: meter.sn,
    modelName: 'Meter',
    isLive: true,
    lastUpdateIso: '2026-06-15T11:59:00+02:00',
    powerMode: 'fourWire',
    role: 'grid',
    reversed: false,
    ac: { power: -900, powerUnit: 'W', frequency: 50.01, powerFactor: -0.98, reactivePower: 120, lineVoltages: [] },
    // The mean is 230 V and 2 A; the largest deviations are 2 V and 1 A.
    imbalance: { voltage: 0.87, current: 50, unit: '%', power: 250, powerUnit: 'W' },
    positiveEnergy: { today: { energy: 0 } },
    nativeEnergy: { today: { energy: 0 } },
  });
  expect(overview.ac.phases[0]).toEqual({
    name: 'L1',
    voltage: 230,
    voltageUnit: 'V',
    current: -1,
    currentUnit: 'A',
    power: -230,
    powerUnit: 'W',
    reactivePower: null,
    reactivePowerUnit: 'var',
    powerFactor: -0.9,
  });
  const { energy } = await asked('site/overview', { sid: meter.sid });
  expect(energy.grid).toMatchObject({ power: '900', direction: 2 });
});

test('sums the phases when no total is reported, and returns null when a phase is missing', async () => {
  const { powerW: _, ...phases } = FOUR_WIRES;
  const meter = await device('Meter');
  await tell(meter.sn, 'meter', [[AT, phases]]);
  expect((await asked('bdnz/three/overview', meter)).ac.power).toBe(-900);
  await tell(meter.sn, 'meter', [['2026-06-15T09:59:30Z', { ...phases, l2PowerW: null }]]);
  const { ac, imbalance } = await asked('bdnz/three/overview', meter);
  expect([ac.power, ac.phases[1]!.power, imbalance.power]).toEqual([null, null, null]);
});

test('returns voltages between phases for three wires only, and none for a single phase', async () => {
  const three = await device('Meter');
  await tell(three.sn, 'meter', [
    [AT, { powerW: 300, l12VoltageV: 400, l23VoltageV: 404, l31VoltageV: 396, l1PowerW: 100 }],
  ]);
  const overview = await asked('bdnz/three/overview', three);
  expect(overview).toMatchObject({ powerMode: 'threeWire', imbalance: { voltage: 1 } });
  expect(overview.ac.lineVoltages.map(({ name, voltage }) => [name, voltage])).toEqual([
    ['L1-L2', 400],
    ['L2-L3', 404],
    ['L3-L1', 396],
  ]);
  expect(overview.ac.phases.map(({ name, voltage }) => [name, voltage])).toEqual([['L1', null]]);
  const both = await device('Meter');
  await tell(both.sn, 'meter', [[AT, { ...FOUR_WIRES, l12VoltageV: 400 }]]);
  expect((await asked('bdnz/three/overview', both)).ac.lineVoltages).toEqual([]);
  const one = await device('Meter');
  await tell(one.sn, 'meter', [[AT, { powerW: 300, gridVoltageV: 231, gridCurrentA: 1.3 }]]);
  expect(await asked('bdnz/three/overview', one)).toMatchObject({
    powerMode: 'singlePhase',
    ac: { voltage: 231, current: 1.3, phases: [] },
    imbalance: { voltage: null, current: null, power: null },
  });
});

test('returns no current values from an old report, or for a meter that never reported', async () => {
  const meter = await device('Meter');
  await tell(meter.sn, 'meter', [['2026-06-15T08:00:00Z', FOUR_WIRES]]);
  const overview = await asked('bdnz/three/overview', meter);
  expect(overview).toMatchObject({ isLive: false, powerMode: 'fourWire', ac: { power: null } });
  expect(overview.ac.phases.map(({ voltage }) => voltage)).toEqual([null, null, null]);
  expect(await asked('bdnz/three/overview', await device('Meter'))).toMatchObject({
    isLive: false,
    powerMode: null,
    lastUpdateIso: null,
    positiveEnergy: null,
    nativeEnergy: null,
    ac: { power: null, phases: [] },
  });
});

test('returns the same energy of both directions as device/statistics/overview/electricity', async () => {
  const meter = await device('Meter');
  await count(meter.sn, 'meter', '2026-06-13', 60, { importWh: 100, exportWh: 400 } as object);
  const { positiveEnergy, nativeEnergy } = await asked('bdnz/three/overview', meter);
  const { flows } = await asked('device/statistics/overview/electricity', meter);
  expect([positiveEnergy, nativeEnergy]).toEqual(flows);
  expect(positiveEnergy).toMatchObject({ flow: 'fromGrid', today: { energy: 1.2 }, total: { energy: 6 } });
});

test('reverses values of a reversed installation like the plant, and returns production for a meter at the modules', async () => {
  const meter = await device('Meter');
  await tell(meter.sn, 'meter', [[AT, FOUR_WIRES]]);
  await count(meter.sn, 'meter', '2026-06-13', 60, { importWh: 100, exportWh: 400 } as object);
  await tell(meter.sn, 'meter', [['2026-06-15T10:01:00Z', FOUR_WIRES]]);
  clock.set('2026-06-15T10:01:30Z');
  await ask('device/meter/setUp', { ...meter, list: [{ validFrom: '2026-01-01', reversed: true }] }, { token });
  await runSiteJobs(context);
  const reversed = await asked('bdnz/three/overview', meter);
  expect(reversed).toMatchObject({ reversed: true, ac: { power: 900, powerFactor: -0.98 } });
  expect(reversed.ac.phases.map(({ current, power }) => [current, power])).toEqual([
    [1, 230],
    [2, 460],
    [3, 210],
  ]);
  expect(reversed.positiveEnergy).toMatchObject({ flow: 'fromGrid', yesterday: { energy: 9.6 } });
  const list = [{ validFrom: '2026-01-01', role: 'production' as const }];
  await ask('device/meter/setUp', { ...meter, list }, { token });
  await runSiteJobs(context);
  const atModules = await asked('bdnz/three/overview', meter);
  expect(atModules).toMatchObject({ role: 'production', positiveEnergy: { flow: 'production' }, nativeEnergy: null });
});

test('refuses other kinds of devices and inaccessible meters', async () => {
  await expectRefusals('bdnz/three/overview', 'Meter');
});
