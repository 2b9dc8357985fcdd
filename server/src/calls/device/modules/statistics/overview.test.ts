// device/modules/statistics/overview: current values and energies of one module with their provenance; a device's modules sum to it.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { makeDay, makeSample } from '../../../../../test/readings.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const overview = (body: { sn: string; input: number; sid?: string }) =>
  server.ask('device/modules/statistics/overview', body, { token });

test('splits energy by counters, by power, and not at all on days without either', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, name: 'Roof' });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
  await sql`update devices set tilt_deg = 30, azimuth_deg = 165 where sn = ${sn}`;
  const reportOf = (at: string, [one, two]: [number, number], counters?: [number, number]) =>
    makeSample(sql, {
      sid,
      sn,
      at,
      powerW: one + two,
      quantities: {
        input1VoltageV: 38,
        input1PowerW: one,
        input2VoltageV: 37.5,
        input2PowerW: two,
        ...(counters && { input1CounterWh: counters[0], input2CounterWh: counters[1] }),
      },
    });
  // Last year, as a total that cannot be assigned to a module.
  await makeDay(sql, { sid, sn, day: '2025-12-31', energyWh: 8000, source: 'imported' });
  // Earlier this year: only power distinguishes them.
  await makeDay(sql, { sid, sn, day: '2026-03-02', energyWh: 1000 });
  await reportOf('2026-03-02T10:00:00Z', [100, 300]);
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 1500 });
  await reportOf('2026-06-14T10:00:00Z', [10, 10], [200, 100]);
  await reportOf('2026-06-14T12:00:00Z', [10, 10], [1000, 500]);
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 600 });
  await reportOf('2026-06-15T09:30:00Z', [310, 250], [300, 150]);
  await reportOf('2026-06-15T09:58:00Z', [200, 100], [400, 200]);
  const one = await overview({ sn, input: 1 });
  expect(one).toMatchObject({
    sid,
    siteName: 'Roof',
    sn,
    plcSN: `${sn}_1`,
    addr: 1,
    tilt: 30,
    azimuth: 165,
    own: [],
    ratedPower: 562.5,
    now: 200,
    isEstimated: false,
    voltage: 38,
    current: null,
    status: 0,
    alertCode: '0000',
    peak: { powerW: 310, atIso: '2026-06-15T11:30:00+02:00' },
    today: { energy: 0.4, unit: 'kWh', provenance: { source: 'counted' } },
    yesterday: { energy: 1, provenance: { source: 'counted' } },
    month: { energy: 1.4, provenance: { source: 'counted' } },
    year: { energy: 1.65, provenance: { source: 'mixed' } },
    // Without the imported total, and therefore less complete than its device's.
    total: { energy: 1.65, provenance: { source: 'mixed' } },
  });
  const two = await overview({ sid, sn, input: 2 });
  const device = await server.ask('device/statistics/overview', { sn }, { token });
  for (const period of ['today', 'yesterday', 'month', 'year'] as const) {
    const sum = one[period]!.energy! + two[period]!.energy!;
    const own = Number(device.production[period]);
    expect(sum, period).toBeCloseTo(own, 3);
  }
  expect(one.total!.provenance.completeness).toBeLessThan(device.provenance.total.completeness);
  // Requests for live values skip the years.
  const live = await server.ask('device/modules/statistics/overview', { sn, input: 1, live: true }, { token });
  expect(live).toEqual({ ...one, year: null, total: null });
  // The same by day and month.
  const date = await server.ask('device/modules/statistics/date', { sn, input: 1, types: 2 }, { token });
  expect(date.power).toBe('1.4');
});

test('returns the device’s figures for its only input', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-400' });
  await makeDay(sql, { sid, sn, day: '2025-12-31', energyWh: 8000, source: 'imported' });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 600 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 212.5, quantities: { input1CurrentA: 7.1 } });
  const module = await overview({ sn, input: 1 });
  expect(module).toMatchObject({
    now: 212.5,
    isEstimated: false,
    voltage: null,
    current: 7.1,
    today: { energy: 0.6 },
    total: { energy: 8.6, provenance: { source: 'mixed' } },
  });
  const device = await server.ask('device/statistics/overview', { sn }, { token });
  expect(module.total!.provenance).toEqual(device.provenance.total);
});

test('returns no current value from an old report, and no figures without data', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  const none = { energy: null, provenance: { source: 'none', completeness: 0 } };
  expect(await overview({ sn, input: 2 })).toMatchObject({ now: null, peak: null, today: none, total: none });
  const quantities = { input1CurrentA: 2, input2CurrentA: 1 };
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:30:00Z', powerW: 300, quantities });
  const stale = await overview({ sn, input: 2 });
  expect(stale).toMatchObject({ now: null, voltage: null, current: null, peak: { powerW: 100 } });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 300, quantities });
  expect(await overview({ sn, input: 2 })).toMatchObject({ now: 100, isEstimated: true, current: 1 });
});

test('refuses inputs a device does not have, and devices of other companies', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  const { sn: meter } = await makeDevice(sql, { sid, product: 'Meter' });
  const ask = (body: object) => server.call('device/modules/statistics/overview', body as never, { token });
  expect(await ask({ sn, input: 3 })).toMatchObject({ code: 1412 });
  expect(await ask({ sn: meter, input: 1 })).toMatchObject({ code: 1412 });
  const foreign = await makeDevice(sql);
  expect(await ask({ sn: foreign.sn, input: 1 })).toMatchObject({ code: 1006, data: {} });
});
