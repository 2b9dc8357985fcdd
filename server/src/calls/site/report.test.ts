// site/report: a plant's report over a range of days, each figure the same as in the call for that figure.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { makeDay } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { insertSamples } from '../../samples/samples.ts';

const server = await testServer();
const { sql, clock } = server;
clock.set('2026-06-15T10:00:00Z');
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

/** Sunlight in seconds, more than a day has. */
const WHOLE = 60_000;

async function plant() {
  const sid = await makeSite(sql, { companyId: user.companyId, powerMaxW: 2000, price: 0.25 });
  const { sn } = await makeDevice(sql, { sid });
  const { sn: other } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2025-06-02', energyWh: 3000, coveredS: WHOLE });
  for (const day of ['2026-06-01', '2026-06-02', '2026-06-04']) {
    const coveredS = day === '2026-06-02' ? WHOLE : undefined;
    await makeDay(sql, { sid, sn, day, energyWh: 4000, ...(coveredS && { coveredS }) });
    await makeDay(sql, { sid, sn: other, day, energyWh: 6000, ...(coveredS && { coveredS }) });
  }
  return { sid, sn, other };
}

test('returns energy, yield, clear-sky energy, money, the year before and its days', async () => {
  const { sid, sn, other } = await plant();
  const report = await server.ask('site/report', { sid, from: '2026-06-01', to: '2026-06-30' }, { token });
  expect(report).toMatchObject({
    from: '2026-06-01',
    to: '2026-06-30',
    until: '2026-06-15',
    isRunning: true,
    energy: 30,
    specificYield: 15,
    worth: 7.5,
    currency: 'EUR',
    balance: null,
    money: { saved: null, fixedCharge: null },
    yearBefore: { energy: 10, before: 3, days: 1, from: '2026-06-02', to: '2026-06-02' },
    performance: { ratio: null, missing: 'noSensor' },
    rowsBy: 'day',
  });
  // Of three days with data, not of the fifteen that have passed.
  expect(report.expected).toMatchObject({ days: 3, basis: 'assumed' });
  expect(report.expected!.ratio).toBeCloseTo(30 / report.expected!.energy, 3);
  expect(report.rows).toHaveLength(15);
  expect(report.rows.map(({ energy }) => energy).slice(0, 5)).toEqual([10, 10, null, 10, null]);
  expect(report.rows[2]).toMatchObject({ expected: null, specificYield: null, worth: null, home: null });
  expect(report.devices.map((device) => [device.sn, device.energy, device.share])).toEqual([
    [sn, 12, 0.4],
    [other, 18, 0.6],
  ]);
  const alone = await server.ask('device/statistics/date', { sid, sn, types: 2, date: '2026-06' }, { token });
  expect(report.devices[0]!.provenance).toEqual(alone.provenance);
  const whole = await server.ask('site/statistics/date', { sid, types: 2, date: '2026-06' }, { token });
  expect(report.provenance).toEqual(whole.provenance);
  expect(report.benefit!.co2).not.toBe('');
});

test('states the same basis of money as site/overview and site/statistics/date: prices, a share, or a meter', async () => {
  const { sid } = await plant();
  const basis = async () => {
    const report = await server.ask('site/report', { sid, from: '2026-06-01', to: '2026-06-30' }, { token });
    const sums = await server.ask('site/statistics/date', { sid, types: 2, date: '2026-06' }, { token });
    const overview = await server.ask('site/overview', { sid }, { token });
    expect([sums.worthBasis, overview.worthBasis]).toEqual([report.worthBasis, report.worthBasis]);
    expect(overview.statisticsProduction.moneyBasis).toBe(report.worthBasis!.by);
    return report.worthBasis;
  };
  const flat = { kind: 'flat', price: 0.25, feedInPrice: null, ownUseShare: null, hasChanged: false };
  expect(await basis()).toEqual({ by: 'electricityPrice', ...flat });
  await sql`update site_prices set feed_in_price = 0.08, own_use_share = 0.4 where sid = ${sid}`;
  expect(await basis()).toEqual({ ...flat, by: 'ownUseShare', feedInPrice: 0.08, ownUseShare: 0.4 });
  const noon = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 11, toHour: 14, price: 0.2, feedInPrice: null };
  const list = [{ validFrom: '2000-01-01', kind: 'timeOfUse' as const, price: 0.3, periods: [noon] }];
  await server.ask('site/prices/setUp', { sid, list, rewrite: true }, { token });
  expect(await basis()).toMatchObject({ by: 'electricityPrice', kind: 'timeOfUse', hasChanged: false });
  // A period before the first energy has no money.
  const empty = await server.ask('site/report', { sid, from: '2024-06-01', to: '2024-06-30' }, { token });
  expect([empty.worth, empty.worthBasis]).toEqual([null, null]);
  await sql`
    insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
    values (${sid}, '2026-06-02', 'toGrid', true, 100, 0, 0, 86400, 1, 0, 0, 0)`;
  expect((await basis())!.by).toBe('measured');
});

test('returns a clear day within a thousandth of the chart of its power', async () => {
  const { sid } = await plant();
  const report = await server.ask('site/report', { sid, from: '2026-06-02', to: '2026-06-02' }, { token });
  const day = { sid, types: 1, date: '2026-06-02' } as const;
  const chart = await server.ask('site/statistics/echarts', { ...day, withExpected: true }, { token });
  const kWh = chart.expected!.data.reduce<number>((sum, watts) => sum + (watts ?? 0), 0) / 12_000;
  expect(Math.abs(report.expected!.energy / kWh - 1)).toBeLessThan(0.001);
});

test('returns months for a longer period, with the sums of its days', async () => {
  const { sid } = await plant();
  const report = await server.ask('site/report', { sid, from: '2025-01-01', to: '2026-06-15' }, { token });
  expect(report.rowsBy).toBe('month');
  // From the first day with data on.
  expect([report.rows[0]!.from, report.rows.at(-1)!.to]).toEqual(['2025-06-01', '2026-06-15']);
  expect(report.rows.reduce((sum, { energy }) => sum + (energy ?? 0), 0)).toBeCloseTo(report.energy!, 6);
  expect(report.energy).toBe(33);
});

test('counts alerts like their list, with the daylight they affected', async () => {
  const { sid, sn, other } = await plant();
  for (const day of ['2026-06-03', '2026-06-05'])
    for (const one of [sn, other]) await makeDay(sql, { sid, sn: one, day, energyWh: 1000 });
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at) values
      (${sid}, ${sn}, 'silence', '2026-06-03T06:00:00Z', '2026-06-03T16:00:00Z'),
      (${sid}, ${other}, '0800', '2026-06-03T10:00:00Z', '2026-06-03T11:00:00Z'),
      (${sid}, ${other}, '4000', '2026-06-04T10:00:00Z', '2026-06-04T12:00:00Z'),
      (${sid}, ${sn}, 'restart', '2026-05-03T10:00:00Z', '2026-05-03T10:00:00Z')`;
  const request = { sid, from: '2026-06-01', to: '2026-06-05' };
  const report = await server.ask('site/report', request, { token });
  expect(report.alerts).toMatchObject({ fault: 2, warning: 1, info: 0 });
  expect(report.alerts!.most.map(({ code, count }) => [code, count])).toEqual([
    ['4000', 1],
    ['silence', 1],
    ['0800', 1],
  ]);
  for (const level of ['fault', 'warning', 'info'] as const) {
    const filters = { level, start_date: request.from, end_date: request.to };
    const { total } = await server.ask('device/alerts', { sid, filters }, { token });
    expect(report.alerts![level], level).toBe(total);
  }
  const { availability } = report;
  expect([availability.silentHours, availability.faultHours, availability.missing]).toEqual([10, 2, null]);
  expect(availability.share).toBeCloseTo(1 - 12 / availability.daylightHours, 2);
  expect(report.devices.map((device) => device.alerts.fault)).toEqual([1, 1]);
});

test('returns a performance ratio over the days with both irradiation and production', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, powerMaxW: 2000 });
  const { sn: inverter } = await makeDevice(sql, { sid });
  const { sn } = await makeDevice(sql, { sid, product: 'Sensor' });
  for (const day of ['2026-06-01', '2026-06-02'])
    await makeDay(sql, { sid, sn: inverter, day, energyWh: 10_000, coveredS: 57_000 });
  // Irradiation of a day with half of its production missing is excluded like the day itself.
  await makeDay(sql, { sid, sn: inverter, day: '2026-06-03', energyWh: 4000, coveredS: 20_000 });
  const request = { sid, from: '2026-06-01', to: '2026-06-14' };
  const none = await server.ask('site/report', request, { token });
  expect(none.performance).toMatchObject({ ratio: null, missing: 'noDays', sensors: 1 });
  // 500 W/m2 all day on 1 and 3 June, and until noon on 2 June: half a day gives no sum.
  const slots = [...Array.from({ length: 96 + 48 }, (_, n) => n), ...Array.from({ length: 96 }, (_, n) => 192 + n)];
  const samples = slots.map((n) => ({
    sid,
    sn,
    atMs: Date.parse('2026-06-01T00:05:00+02:00') + n * 900_000,
    statusBits: 0,
    mode: -1,
    imported: false,
    powerW: null,
    counterWh: null,
    quantities: { irradianceWm2: n % 2 === 0 ? 480 : 520 },
  }));
  await sql.begin((tx) => insertSamples(tx, samples));
  const { performance } = await server.ask('site/report', request, { token });
  // 10 kWh of 2 kWp are 5 h; 12 kWh/m2 would have been 12 h.
  expect(performance).toEqual({ ratio: 0.417, irradiation: 12, days: 1, sensors: 1, missing: null });
});

test('returns null, not zero, for a plant that never reported', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const report = await server.ask('site/report', { sid, from: '2026-06-01', to: '2026-06-15' }, { token });
  expect(report).toMatchObject({
    energy: null,
    specificYield: null,
    expected: null,
    worth: null,
    yearBefore: null,
    rows: [],
    devices: [],
    availability: { share: null, missing: 'noDevices' },
    provenance: { source: 'none', completeness: 0 },
  });
});

test('refuses reversed, too long and future ranges, and strangers', async () => {
  const { sid } = await plant();
  const codeOf = async (from: string, to: string, by = token) =>
    (await server.call('site/report', { sid, from, to }, { token: by })).code;
  expect(await codeOf('2026-06-02', '2026-06-01')).toBe(1017);
  expect(await codeOf('1926-06-02', '2026-06-01')).toBe(1016);
  expect(await codeOf('2026-06-16', '2026-06-16')).toBe(1440);
  expect(await codeOf('2026-02-30', '2026-03-01')).toBe(400);
  const stranger = await makeUser(sql);
  expect(await codeOf('2026-06-01', '2026-06-01', await server.signedIn(stranger.id))).toBe(1005);
  await shareSite(sql, sid, stranger.id);
  expect(await codeOf('2026-06-01', '2026-06-01', await server.signedIn(stranger.id))).toBe(200);
});

test('groups alerts of one code under its general name, not that of a single event', async () => {
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }) });
  await sql`
    insert into events (sid, sn, code, opened_at, detail) values
      (${sid}, ${sn}, 'deadModule', '2026-06-03T06:00:00Z', '{"input":"1"}'),
      (${sid}, ${sn}, 'secondSource', '2026-06-03T07:00:00Z', '{"usual":"192.0.2.1","other":"192.0.2.2"}'),
      (${sid}, ${sn}, 'twoAsOne', '2026-06-03T08:00:00Z', '{"last":"1780473600"}')`;
  const { alerts } = await server.ask('site/report', { sid, from: '2026-06-01', to: '2026-06-05' }, { token });
  expect(alerts?.most.map(({ title }) => title)).toEqual([
    'Module produces nothing',
    'A second source',
    'Two devices with one number',
  ]);
});
