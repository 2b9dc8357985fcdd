// device/playback: power of each module in the 5-minute slots of the plant's day.
import type { ReportKind } from '@heliograph/contract/report.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfReport } from '../../families/families.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const sid = await makeSite(sql, { companyId: user.companyId });

test('returns the device and each of its modules by slot, null for a slot without data', async () => {
  const { sn } = await makeDevice(sql, { sid, sn: 'DDDD0001', product: 'BDM-2250' });
  const first = { input1VoltageV: 38, input1PowerW: 100, input2VoltageV: 38, input2PowerW: 50 };
  await makeSample(sql, { sid, sn, at: '2026-06-14T08:01:00Z', powerW: 150, quantities: first });
  await makeSample(sql, {
    sid,
    sn,
    at: '2026-06-14T08:03:00Z',
    powerW: 170,
    quantities: { ...first, input1PowerW: 120 },
  });
  await makeSample(sql, { sid, sn, at: '2026-06-14T08:11:00Z', powerW: 50, quantities: { ...first, input1PowerW: 0 } });
  const { overview, modules, unit } = await server.ask('device/playback', { sn, start: '2026-06-14' }, { token });
  expect(unit).toBe('W');
  expect(overview.xAxisIso).toHaveLength(288);
  expect(overview.xAxisIso[120]).toBe('2026-06-14T10:00:00+02:00');
  expect(overview.series[0]!.data.slice(119, 124)).toEqual([null, 160, null, 50, null]);
  // Two of four inputs had a panel that day.
  expect(modules.map(({ plcSN, addr }) => [plcSN, addr])).toEqual([
    ['DDDD0001_1', 1],
    ['DDDD0001_2', 2],
  ]);
  expect(modules[0]!.data).toHaveLength(288);
  expect(modules[0]!.data.slice(119, 124)).toEqual([null, 110, null, 0, null]);
  expect(modules[1]!.data.slice(119, 124)).toEqual([null, 50, null, 50, null]);

  // A panel added later does not change that day.
  const later = { ...first, input3VoltageV: 38, input3PowerW: 10 };
  await makeSample(sql, { sid, sn, at: '2026-06-15T08:01:00Z', powerW: 160, quantities: later });
  expect((await server.ask('device/playback', { sn, start: '2026-06-14' }, { token })).modules).toHaveLength(2);
  expect((await server.ask('device/playback', { sn, start: '2026-06-15' }, { token })).modules).toHaveLength(3);
});

test('returns the power of the device as its module for a one-input model', async () => {
  const { sn } = await makeDevice(sql, { sid });
  await makeSample(sql, { sid, sn, at: '2026-06-14T08:01:00Z', powerW: 150 });
  const { overview, modules } = await server.ask('device/playback', { sn, start: '2026-06-14' }, { token });
  expect(modules).toHaveLength(1);
  expect(modules[0]!.data).toEqual(overview.series[0]!.data);
});

test('returns as many slots as the day has, and refuses invalid days and devices of others', async () => {
  const { sn } = await makeDevice(sql, { sid });
  const { modules } = await server.ask('device/playback', { sn, start: '2025-10-26' }, { token });
  expect(modules[0]!.data).toHaveLength(300);
  expect(await server.call('device/playback', { sn, start: '26/10/2025' }, { token })).toMatchObject({ code: 400 });
  const foreign = await makeDevice(sql);
  expect(await server.call('device/playback', { sn: foreign.sn, start: '2026-06-14' }, { token })).toMatchObject({
    code: 1006,
  });
});

test('returns every day of a range, with the 5-minute slots of each day', async () => {
  const { sn } = await makeDevice(sql, { sid });
  await makeSample(sql, { sid, sn, at: '2026-06-10T08:01:00Z', powerW: 110 });
  await makeSample(sql, { sid, sn, at: '2026-06-11T08:01:00Z', powerW: 120 });
  await makeSample(sql, { sid, sn, at: '2026-06-12T08:01:00Z', powerW: 130 });
  const ask = (start: string, end?: string) =>
    server.ask('device/playback', { sn, start, ...(end === undefined ? {} : { end }) }, { token });
  const range = await ask('2026-06-10', '2026-06-12');
  const days = [await ask('2026-06-10'), await ask('2026-06-11'), await ask('2026-06-12')];
  expect(range.overview.series[0]!.data).toEqual(days.flatMap(({ overview }) => overview.series[0]!.data));
  expect(range.modules[0]!.data).toEqual(days.flatMap(({ modules }) => modules[0]!.data));
  expect(range.overview.xAxisIso).toEqual(days.flatMap(({ overview }) => overview.xAxisIso));
  expect(range.overview.xAxisData[288]).toBe('11/06/2026 00:00');
  // The day of 25 hours counts in full.
  expect((await ask('2025-10-25', '2025-10-27')).modules[0]!.data).toHaveLength(288 + 300 + 288);
});

test('refuses a range that is longer than a month or reversed', async () => {
  const { sn } = await makeDevice(sql, { sid });
  const call = (start: string, end: string) => server.call('device/playback', { sn, start, end }, { token });
  expect(await call('2026-06-01', '2026-07-01')).toMatchObject({ code: 200 });
  expect(await call('2026-06-01', '2026-07-02')).toMatchObject({ code: 1016 });
  expect(await call('2026-06-02', '2026-06-01')).toMatchObject({ code: 1017 });
});

test.each<[product: string, kind: ReportKind, told: object, lines: [string, number][]]>([
  [
    'Meter',
    'meter',
    { powerW: -800, l1PowerW: -300 },
    [
      ['Grid Power', -800],
      ['L1 Power', -300],
    ],
  ],
  ['Battery', 'battery', { powerW: 420, socPercent: 60 }, [['Battery Power', 420]]],
  ['Sensor', 'sensor', { irradianceWm2: 640, windSpeedMs: 3 }, [['Irradiance', 640]]],
  ['Inverter', 'inverter', { powerW: 900, input1PowerW: 500 }, [['Production', 900]]],
  [
    'Hybrid inverter',
    'hybrid',
    { powerW: 900, gridPowerW: 100, loadPowerW: 1500, batteryPowerW: 500 },
    [
      ['Production', 900],
      ['Grid Power', 100],
      ['Load Power', 1500],
      ['Battery Power', 500],
    ],
  ],
])('returns the powers of a %s', async (product, kind, q, lines) => {
  const { sn } = await makeDevice(sql, { sid, product });
  const at = new Date('2026-06-14T08:01:00Z');
  const row = { sn, at, statusBits: 0, mode: -1, q };
  await ingestReports(server.context, [readingOfReport('HG100001', kind, row).reading]);
  const { overview, modules } = await server.ask('device/playback', { sn, start: '2026-06-14' }, { token });
  expect(overview.legend).toEqual(lines.map(([name]) => name));
  expect(overview.series.map(({ name, data }) => [name, data[120]])).toEqual(lines);
  expect(modules.map(({ data }) => data[120])).toEqual(product === 'Inverter' ? [500] : []);
});

test('counts a reversed meter like its plant, from the day of the reversal', async () => {
  const { sn } = await makeDevice(sql, { sid, product: 'Meter' });
  const rows = ['2026-06-13T08:01:00Z', '2026-06-14T08:01:00Z'].map((at) => ({
    sn,
    at: new Date(at),
    statusBits: 0,
    mode: -1,
    q: { powerW: -800, l1VoltageV: 230 },
  }));
  await ingestReports(
    server.context,
    rows.map((row) => readingOfReport('HG100001', 'meter', row).reading),
  );
  const list = [{ validFrom: '2026-06-14', role: 'grid', reversed: true, batteryReversed: false } as const];
  await server.ask('device/meter/setUp', { sid, sn, list }, { token });
  const { overview } = await server.ask('device/playback', { sn, start: '2026-06-13', end: '2026-06-14' }, { token });
  expect(overview.series[0]!.data.filter((value) => value !== null)).toEqual([-800, 800]);
});
