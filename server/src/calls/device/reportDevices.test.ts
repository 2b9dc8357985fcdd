// Devices with structured reports as calls show them: chart lines and live rows of reported values, signs kept, and quantities they cannot report left out.
import type { ReportKind } from '@heliograph/contract/report.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfReport } from '../../families/families.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { compactSampleDays } from '../../samples/sealing.ts';

const { ask, call, context, clock, sql, signedIn } = await testServer();
const { id, companyId } = await makeUser(sql);
let token = await signedIn(id);
const NOON = Date.parse('2026-06-15T10:00:00Z');

async function createReporting(
  product: string,
  kind: ReportKind,
  ...told: object[]
): Promise<{ sid: string; sn: string }> {
  const device = await makeDevice(sql, { sid: await makeSite(sql, { timezone: 'Europe/Berlin', companyId }), product });
  for (const [index, q] of told.entries()) {
    const row = { sn: device.sn, at: new Date(NOON + index * 60_000), statusBits: 0, mode: -1, q };
    await ingestReports(context, [readingOfReport('HG100001', kind, row).reading]);
  }
  clock.set(new Date(NOON + told.length * 60_000).toISOString());
  token = await signedIn(id);
  return device;
}
const namesOf = async (device: { sid: string; sn: string }) =>
  (await ask('device/powerParamateMap', device, { token })).list.map(({ name }) => name);
const valuesOf = async (device: { sid: string; sn: string }) =>
  Object.fromEntries(
    (await ask('device/detail', device, { token })).values.map(({ name, value, unit }) => [name, `${value} ${unit}`]),
  );

const HYBRID = {
  powerW: 3200,
  gridPowerW: -850.5,
  loadPowerW: 1400,
  batteryPowerW: -949.5,
  batterySocPercent: 63,
  gridVoltageV: 231.2,
  batteryVoltageV: 51.9,
  gridExportWh: 5_120_700,
  input1PowerW: 1600,
  input12PowerW: 1601,
};

test('shows a hybrid’s reported values with signs and units, and keeps its chart lines when it reports less', async () => {
  const device = await createReporting('Hybrid inverter', 'hybrid', HYBRID, {
    powerW: 0,
    gridPowerW: 300,
    loadPowerW: 300,
    batteryPowerW: null,
  });
  const names = await namesOf(device);
  expect(names.slice(0, 5)).toEqual(['Production', 'Grid Power', 'Load Power', 'Battery Power', 'Battery SOC']);
  expect(names).toEqual(expect.arrayContaining(['Battery Voltage', 'Grid Export', 'Power_1', 'Power_12']));
  expect(names).not.toContain('Power_2');
  expect(await valuesOf(device)).toMatchObject({
    Production: '0 W',
    'Grid Power': '300 W',
    'Battery Power': 'null W',
    Power_12: 'null W',
  });
  expect((await ask('device/detail', device, { token })).ratedPower).toBe(0);
  // It reports no input now, and the number of inputs of its model is unknown.
  expect((await ask('device/modules', device, { token })).list).toEqual([]);
  expect((await ask('device/statistics/overview', device, { token })).energy.PVPanel).toMatchObject({
    power: '0',
    rate: '',
  });
});

test('draws both signs in a chart, compacted or not', async () => {
  const device = await createReporting('Hybrid inverter', 'hybrid', HYBRID);
  const lines = ['Grid Power', 'Battery Power', 'Power_12'];
  const chart = async () => {
    const { series } = await ask(
      'device/statistics/echarts',
      { ...device, types: 1, date: '2026-06-15', lines },
      { token },
    );
    return series.map(({ name, unit, data }) => [name, unit, data[12 * 12]]);
  };
  const expected = [
    ['Grid Power', 'W', -850.5],
    ['Battery Power', 'W', -949.5],
    ['Power_12', 'W', 1601],
  ];
  expect(await chart()).toEqual(expected);
  clock.set('2026-06-17T12:00:00Z');
  token = await signedIn(id);
  expect((await compactSampleDays(context)).days).toBeGreaterThan(0);
  expect(await chart()).toEqual(expected);
});

test('shows each reported input as a module, whatever their number', async () => {
  const device = await createReporting('Microinverter', 'microinverter', {
    ...HYBRID,
    input12CounterDayWh: 4200,
    input12CurrentA: 7.7,
  });
  const { list } = await ask('device/modules', device, { token });
  expect(list.map(({ addr, now, todayPower, current }) => [addr, now, todayPower, current])).toEqual([
    // The day's energy is unknown after one sample, of which a lifetime counter's first reading says nothing.
    [1, 1600, null, null],
    [12, 1601, null, 7.7],
  ]);
  const { modules } = await ask('device/playback', { ...device, types: 1, start: '2026-06-15' }, { token });
  expect(modules.map(({ addr, data }) => [addr, data[12 * 12]])).toEqual([
    [1, 1600],
    [12, 1601],
  ]);
});

test('returns only voltages between phases for a three-wire meter, and its own first line by default', async () => {
  const device = await createReporting('Meter', 'meter', {
    powerW: -1200,
    l12VoltageV: 399.9,
    l23VoltageV: 401,
    l31VoltageV: 400,
    l1PowerW: -400,
  });
  expect((await namesOf(device)).filter((name) => name.includes('Voltage'))).toEqual([
    'L1-L2 Voltage',
    'L2-L3 Voltage',
    'L3-L1 Voltage',
  ]);
  expect(await valuesOf(device)).toMatchObject({
    'Grid Power': '-1200 W',
    'L1-L2 Voltage': '399.9 V',
    'L1 Power': '-400 W',
  });
  const { series } = await ask('device/statistics/echarts', { ...device, types: 1, date: '2026-06-15' }, { token });
  expect(series.map(({ name, data }) => [name, data[12 * 12]])).toEqual([['Grid Power', -1200]]);
  const { columns, list } = await ask(
    'device/history',
    { ...device, start: '2026-06-15', page: { size: 5, num: 0 } },
    { token },
  );
  expect(columns.map(({ name, title, unit }) => [name, title, unit])).toEqual([
    ['gridPowerW', 'Grid power', 'W'],
    ['l12VoltageV', 'Voltage L1–L2', 'V'],
    ['l23VoltageV', 'Voltage L2–L3', 'V'],
    ['l31VoltageV', 'Voltage L3–L1', 'V'],
    ['l1PowerW', 'Power L1', 'W'],
  ]);
  expect(list[0]!.values).toEqual([-1200, 399.9, 401, 400, -400]);
});

test('shows no values of a gateway itself, and an empty chart', async () => {
  const device = await createReporting('HG-1', 'gateway', { powerW: 5 });
  expect(await namesOf(device)).toEqual([]);
  expect(
    (await ask('device/statistics/echarts', { ...device, types: 1, date: '2026-06-15' }, { token })).series,
  ).toEqual([]);
});

test('writes the reported quantities as columns of a file', async () => {
  const device = await createReporting('Battery', 'battery', { powerW: -500, socPercent: 40, cycles: 3 });
  const { data } = await call('device/history/download', { ...device, start: '2026-06-15' }, { token });
  const [head, row] = String(data.content)
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((text) => text.split(','));
  expect(head!.slice(3)).toEqual(['Battery power (W)', 'State of charge (%)', 'Battery cycles']);
  expect(row!.slice(3)).toEqual(['-500', '40', '3']);
});
