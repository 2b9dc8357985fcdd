// site/statistics/echarts: bars and slots by the plant's own calendar; null where there are no data.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeDay, makeSample } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';
import { readingOfRow } from '../../../families/rows.ts';
import { ingestReports } from '../../../ingest/ingestReports.ts';

const server = await testServer();
const { sql, clock } = server;
clock.set('2026-06-15T10:00:00Z');
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const plant = async (more: object = {}) =>
  makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId, ...more }) });

/** Sunlight in seconds, more than a day has. */
const WHOLE = 60_000;

test('draws one bar a day including both ends, and nothing without data', async () => {
  const device = await plant();
  await makeDay(sql, { ...device, day: '2026-06-01', energyWh: 1000 });
  await makeDay(sql, { ...device, day: '2026-06-03', energyWh: 0, source: 'integrated' });
  const { sid } = device;
  const chart = await server.ask(
    'site/statistics/echarts',
    { sid, types: 3, rangeDate: '2026-06-01~2026-06-03' },
    { token },
  );
  expect(chart.xAxisData).toEqual(['01/06/2026', '02/06/2026', '03/06/2026']);
  expect(chart.series[0]!.data).toEqual([1, null, 0]);
  expect(chart.provenance.map(({ source }) => source)).toEqual(['counted', 'none', 'integrated']);
  const one = await server.ask(
    'site/statistics/echarts',
    { sid, types: 3, rangeDate: '2026-06-01~2026-06-01' },
    { token },
  );
  expect(one.series[0]!.data).toEqual([1]);
  expect(one.sun.rise).toMatch(/^2026-06-01T05:3\d:\d\d\+02:00$/);
});

test('draws months and years', async () => {
  const device = await plant();
  await makeDay(sql, { ...device, day: '2025-12-31', energyWh: 1000 });
  await makeDay(sql, { ...device, day: '2026-01-01', energyWh: 2000 });
  await makeDay(sql, { ...device, day: '2026-01-31', energyWh: 3000 });
  const { sid } = device;
  const months = await server.ask(
    'site/statistics/echarts',
    { sid, types: 5, rangeDate: '2025-12-01~2026-02-28' },
    { token },
  );
  expect(months.xAxisData).toEqual(['12/2025', '01/2026', '02/2026']);
  expect(months.series[0]!.data).toEqual([1, 5, null]);
  expect((await server.ask('site/statistics/echarts', { sid, types: 5 }, { token })).xAxisData.length).toBe(12);
  const years = await server.ask('site/statistics/echarts', { sid, types: 6 }, { token });
  expect(years.xAxisData).toEqual(['2025', '2026']);
  expect(years.series[0]!.data).toEqual([1, 5]);
  expect(years.xAxisIso[1]).toBe('2026-01-01T00:00:00+01:00');
});

test('compares only the same days of both years', async () => {
  const device = await plant();
  const { sid } = device;
  for (const [day, energyWh] of [
    ['2025-05-30', 1000],
    ['2025-06-01', 1000],
    ['2025-06-02', 2000],
    // No data of these days this year.
    ['2025-06-20', 50_000],
    ['2025-07-01', 50_000],
    // No data of this day last year; today is not over.
    ['2026-06-03', 50_000],
    ['2025-06-15', 4000],
    ['2026-06-15', 1],
    ['2026-05-30', 500],
    ['2026-06-01', 1500],
    ['2026-06-02', 2500],
  ] as const) {
    await makeDay(sql, { ...device, day, energyWh, coveredS: WHOLE });
  }
  const ask = (more: object) =>
    server.ask('site/statistics/echarts', { sid, types: 5, date: '2026', withYearBefore: true, ...more }, { token });
  const { yearBefore } = await ask({});
  expect(yearBefore!.all).toEqual({ energy: 4.5, before: 4, days: 3, from: '2026-05-30', to: '2026-06-02' });
  expect(yearBefore!.bars).toEqual([
    ...[null, null, null, null],
    { energy: 0.5, before: 1, days: 1, from: '2026-05-30', to: '2026-05-30' },
    { energy: 4, before: 3, days: 2, from: '2026-06-01', to: '2026-06-02' },
    ...[null, null, null, null, null, null],
  ]);
  expect((await ask({ date: '2025' })).yearBefore).toEqual({ bars: Array.from({ length: 12 }, () => null), all: null });
  expect((await ask({ withYearBefore: undefined })).yearBefore).toBeNull();
});

test('compares the same days as site/report and device/statistics/years, excluding a day with only a morning', async () => {
  const device = await plant();
  const { sid, sn } = device;
  const MORNING = 20_000;
  for (const [day, energyWh, coveredS] of [
    ['2025-06-01', 1000, WHOLE],
    ['2025-06-02', 300, MORNING],
    ['2025-06-03', 3000, WHOLE],
    ['2025-06-04', 4000, WHOLE],
    ['2026-06-01', 1500, WHOLE],
    ['2026-06-02', 2500, WHOLE],
    ['2026-06-03', 700, MORNING],
    ['2026-06-04', 4500, WHOLE],
    // Not over.
    ['2026-06-15', 9000, WHOLE],
  ] as const) {
    await makeDay(sql, { ...device, day, energyWh, coveredS });
  }
  const { yearBefore } = await server.ask(
    'site/statistics/echarts',
    { sid, types: 3, rangeDate: '2026-06-01~2026-06-30', withYearBefore: true },
    { token },
  );
  const all = { energy: 6, before: 5, days: 2, from: '2026-06-01', to: '2026-06-04' };
  expect(yearBefore!.all).toEqual(all);
  const compared = yearBefore!.bars.flatMap((bar, n) => (bar ? [[n + 1, bar.energy, bar.before]] : []));
  expect(compared).toEqual([
    [1, 1.5, 1],
    [4, 4.5, 4],
  ]);
  expect(
    (await server.ask('site/report', { sid, from: '2026-06-01', to: '2026-06-30' }, { token })).yearBefore,
  ).toEqual(all);
  const { list } = await server.ask('device/statistics/years', { sid, sn }, { token });
  expect(list).toMatchObject([{ year: 2026, ...all, change: 0.2 }]);
});

test('compares 29 February with no day', async () => {
  const device = await plant();
  for (const day of ['2023-02-28', '2023-03-01', '2024-02-28', '2024-02-29', '2024-03-01']) {
    await makeDay(sql, { ...device, day, energyWh: 1000, coveredS: WHOLE });
  }
  const { sid } = device;
  const { yearBefore } = await server.ask(
    'site/statistics/echarts',
    { sid, types: 5, date: '2024', withYearBefore: true },
    { token },
  );
  expect(yearBefore!.all).toEqual({ energy: 2, before: 2, days: 2, from: '2024-02-28', to: '2024-03-01' });
});

test('sums the devices of a slot, with a gap if all are missing, but not for one late upload', async () => {
  const first = await plant();
  const second = await makeDevice(sql, { sid: first.sid });
  for (const minute of ['00', '05', '10', '20'])
    await makeSample(sql, { ...first, at: `2026-06-15T08:${minute}:10Z`, powerW: 100 });
  for (const minute of ['00', '10'])
    await makeSample(sql, { ...second, at: `2026-06-15T08:${minute}:20Z`, powerW: 50 });
  const { sid } = first;
  const chart = await server.ask('site/statistics/echarts', { sid, types: 1, date: '2026-06-15' }, { token });
  expect(chart.xAxisData.length).toBe(288);
  const start = chart.xAxisData.indexOf('10:00');
  expect(chart.series[0]!.data.slice(start - 1, start + 6)).toEqual([null, 150, 150, 150, null, 100, null]);
  const quarter = await server.ask('site/statistics/echarts', { sid, types: 11 }, { token });
  expect(quarter.xAxisData.length).toBe(96);
  expect(quarter.series[0]!.data[quarter.xAxisData.indexOf('10:00')]).toBe(150);
  expect(quarter.legend).toEqual(['AC Power']);
});

test('returns slots of the requested minutes, and the range of the sum within each', async () => {
  const { sid, sn } = await plant();
  for (const [minute, powerW] of [
    ['00', 100],
    ['05', 400],
    ['10', 100],
    ['15', 50],
  ] as const)
    await makeSample(sql, { sid, sn, at: `2026-06-15T08:${minute}:10Z`, powerW });
  const body = { sid, types: 1, minInterval: 15, fromMinute: 600, toMinute: 630, withBands: true, withExpected: true };
  const chart = await server.ask('site/statistics/echarts', body, { token });
  expect(chart.xAxisData).toEqual(['10:00', '10:15']);
  expect([chart.series[0]!.data, chart.expected!.data.length]).toEqual([[200, 50], 2]);
  expect(chart.bands).toEqual([{ least: [100, 50], greatest: [400, 50] }]);
  // The peak of the whole day, whatever section is shown.
  const { peak } = await server.ask('site/statistics/echarts', { ...body, fromMinute: 0, toMinute: 60 }, { token });
  expect(peak).toEqual({ powerW: 400, atIso: '2026-06-15T10:05:00+02:00' });
  // It uploads every five minutes: there is no range within those, and no sum in a single minute.
  const finest = await server.ask('site/statistics/echarts', { ...body, minInterval: 1 }, { token });
  expect([finest.finestMin, finest.xAxisData.length, finest.bands]).toEqual([5, 6, []]);
  // Beyond the day's end its last slot remains.
  const last = await server.ask('site/statistics/echarts', { ...body, fromMinute: 1450, toMinute: 1500 }, { token });
  expect(last.xAxisData).toEqual(['23:45']);
});

test('draws a sum per minute if all devices report every minute', async () => {
  const { sid, sn } = await plant();
  await sql`update device_live set upload_every_s = 61 where sid = ${sid} and sn = ${sn}`;
  await makeSample(sql, { sid, sn, at: '2026-06-15T08:00:10Z', powerW: 100 });
  const body = { sid, types: 1, minInterval: 1, fromMinute: 600, toMinute: 601 };
  const chart = await server.ask('site/statistics/echarts', body, { token });
  expect([chart.finestMin, chart.xAxisData, chart.series[0]!.data]).toEqual([1, ['10:00'], [100]]);
});

test.each([
  ['reversed minutes', { types: 1, fromMinute: 700, toMinute: 600 }, 1017],
  ['an empty range of minutes', { types: 1, fromMinute: 600, toMinute: 600 }, 1017],
  ['minutes of another day', { types: 1, fromMinute: 0, toMinute: 2000 }, 400],
  ['a step of a second', { types: 1, minInterval: 0 }, 400],
  ['a century by day', { types: 3, rangeDate: '1926-06-15~2026-06-15' }, 1016],
  ['more than a century by year', { types: 6, rangeDate: '1900-01-01~2026-06-15' }, 1016],
  ['a future day', { types: 1, date: '2026-06-17' }, 1440],
  ['a future range', { types: 3, rangeDate: '2026-07-01~2026-07-31' }, 1440],
  ['a future year', { types: 5, date: '2027' }, 1440],
] as const)('refuses %s', async (_what, request, code) => {
  const { sid } = await plant();
  const answer = await server.call('site/statistics/echarts', { sid, ...request }, { token });
  expect(answer).toMatchObject({ status: 200, code });
});

test('accepts days that have begun in any time zone, and ranges that end later', async () => {
  const { sid } = await plant();
  for (const request of [
    { types: 1, date: '2026-06-16' },
    { types: 3, rangeDate: '2026-06-01~2026-06-30' },
    { types: 5, date: '2026' },
  ] as const)
    expect((await server.call('site/statistics/echarts', { sid, ...request }, { token })).code).toBe(200);
});

test.each([
  ['2026-03-29', 'Europe/Berlin', 276],
  ['2025-10-26', 'Europe/Berlin', 300],
  ['2026-06-15', 'Asia/Kathmandu', 288],
  ['2026-04-05', 'Australia/Lord_Howe', 294],
])('divides %s in %s into as many slots as the day is long', async (date, timezone, slots) => {
  const { sid } = await plant({ timezone });
  const { xAxisData, xAxisIso, series } = await server.ask(
    'site/statistics/echarts',
    { sid, types: 1, date },
    { token },
  );
  expect(xAxisData.length).toBe(slots);
  expect(series[0]!.data).toEqual(Array.from({ length: slots }, () => null));
  expect(new Set(xAxisIso).size).toBe(slots);
  expect(xAxisIso[0]!.slice(0, 16)).toBe(`${date}T00:00`);
});

test('refuses too long and reversed ranges, invalid days, and strangers', async () => {
  const { sid } = await plant();
  const ask = (rangeDate: string) => server.call('site/statistics/echarts', { sid, types: 3, rangeDate }, { token });
  expect(await ask('2025-01-01~2026-12-31')).toMatchObject({ status: 200, code: 1016 });
  expect(await ask('2026-06-03~2026-06-01')).toMatchObject({ code: 1017 });
  expect(await ask('2026-02-30~2026-03-01')).toMatchObject({ code: 400 });
  expect((await ask('2024-01-01~2024-12-31')).code).toBe(200);
  expect(await server.call('site/statistics/echarts', { sid, types: 1, date: 'yesterday' }, { token })).toMatchObject({
    code: 400,
  });
  const stranger = await server.signedIn((await makeUser(sql)).id);
  expect(await server.call('site/statistics/echarts', { sid, types: 1 }, { token: stranger })).toMatchObject({
    code: 1005,
  });
});

test('limits months and years of a range to its days', async () => {
  const device = await plant();
  for (const day of ['2025-12-10', '2025-12-20', '2026-01-05', '2026-01-25']) {
    await makeDay(sql, { ...device, day, energyWh: 1000 });
  }
  const ask = async (types: 5 | 6, rangeDate: string) =>
    (await server.ask('site/statistics/echarts', { sid: device.sid, types, rangeDate }, { token })).series[0]!.data;
  expect(await ask(5, '2025-12-15~2026-01-10')).toEqual([1, 1]);
  expect(await ask(5, '2025-12-01~2026-01-31')).toEqual([2, 2]);
  expect(await ask(6, '2025-12-15~2026-01-10')).toEqual([1, 1]);
  const { power } = await server.ask(
    'site/statistics/date',
    { sid: device.sid, types: 1, rangeDate: '2025-12-15~2026-01-10' },
    { token },
  );
  expect(power).toBe('2');
});

test('draws devices with different intervals without a saw-tooth, and returns the peak of their sum', async () => {
  const quick = await plant();
  const slow = await makeDevice(sql, { sid: quick.sid });
  for (let minute = 0; minute < 120; minute += 5) {
    const at = new Date(Date.parse('2026-06-14T08:00:20Z') + minute * 60_000).toISOString();
    await makeSample(sql, { ...quick, at, powerW: 100 });
    if (minute % 15 === 0) await makeSample(sql, { ...slow, at, powerW: 50 });
  }
  const chart = await server.ask(
    'site/statistics/echarts',
    { sid: quick.sid, types: 1, date: '2026-06-14' },
    { token },
  );
  const first = chart.xAxisData.indexOf('10:00');
  const drawn = chart.series[0]!.data.slice(first, first + 24);
  // The slow one reported for the last time at 11:45.
  expect(drawn).toEqual([...Array.from({ length: 22 }, () => 150), 100, 100]);
  expect(chart.peak?.powerW).toBe(150);
});

test('treats data not due yet as no gap, like site/report: production by the sun, flows by the devices that report them', async () => {
  const { sid, sn } = await plant();
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  await makeDay(sql, { sid, sn, day: '2026-06-10', energyWh: 5000 });
  // Every ten minutes, until ten to midnight.
  const rows = Array.from({ length: 144 }, (_, n) => ({
    gateway: 'GW',
    sn: meter.sn,
    at: new Date(Date.parse('2026-06-10T00:00:00+02:00') + n * 600_000),
    quantities: { gridImportWh: 1000 + 10 * n, gridExportWh: 500 },
  }));
  clock.set('2026-06-10T21:55:00Z');
  await ingestReports(
    server.context,
    rows.map((row) => readingOfRow(row)),
  );
  const request = { sid, types: 3, rangeDate: '2026-06-10~2026-06-11', withFlowProvenance: true } as const;
  const notDueAt = async (at: string) => {
    clock.set(at);
    const chart = await server.ask('site/statistics/echarts', request, { token });
    const report = await server.ask('site/report', { sid, from: '2026-06-10', to: '2026-06-11' }, { token });
    expect(report.rows.map(({ provenance }) => provenance.notDue)).toEqual(
      chart.provenance.map(({ notDue }) => notDue),
    );
    expect(chart.series.slice(1).map(({ name }) => name)).toContain('From grid');
    const flows = chart.flowProvenance.map(([yesterday, today]) => [yesterday!.notDue, today!.notDue]);
    // All flows of a day are due at once.
    for (const flow of flows) expect(flow).toEqual(flows[0]);
    return { production: chart.provenance.map(({ notDue }) => notDue), flows: flows[0] };
  };
  const none = [undefined, undefined];
  expect(await notDueAt('2026-06-11T00:03:00+02:00')).toEqual({
    production: [undefined, true],
    flows: [undefined, true],
  });
  expect(await notDueAt('2026-06-11T00:20:00+02:00')).toEqual({ production: [undefined, true], flows: none });
  expect(await notDueAt('2026-06-11T12:00:00+02:00')).toEqual({ production: none, flows: none });
  clock.set('2026-06-15T10:00:00Z');
});

test('appends the state of charge of a plant only on request', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, timezone: 'Europe/Berlin' });
  const { sn } = await makeDevice(sql, { sid, product: 'Battery' });
  const at = new Date('2026-06-14T10:00:30Z');
  await ingestReports(server.context, [
    readingOfRow({ gateway: 'GW', sn, at, quantities: { batteryPowerW: -200, batterySocPercent: 61.5 } }),
  ]);
  const day = { sid, types: 1, date: '2026-06-14' } as const;
  const linesOf = async (options: { withFlows?: boolean; withSoc?: boolean }) =>
    (await server.ask('site/statistics/echarts', { ...day, ...options }, { token })).series.map(
      ({ name, unit, data }) => [name, unit, data[12 * 12]],
    );
  const charge = ['Battery SOC', '%', 61.5];
  expect(await linesOf({})).toEqual([['Production', 'W', null]]);
  expect(await linesOf({ withSoc: true })).toEqual([['Production', 'W', null], charge]);
  expect(await linesOf({ withFlows: true })).toEqual([
    ['Production', 'W', null],
    ['Battery Power', 'W', -200],
  ]);
  expect((await linesOf({ withFlows: true, withSoc: true })).at(-1)).toEqual(charge);
});
