// Offline detection: devices that fall silent, sleep and report again.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { beforeEach, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { bdm400, readingOf, reportServer } from '../../../test/reportServer.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { gatewayReading } from '../../transports/mqtt/reportIngest.ts';
import { detectOfflineDevices } from './offlineDetection.ts';

const { sql, context, clock } = await reportServer();

beforeEach(() => sql`delete from device_live`);

const report = (sn: string, powerW: number, status = 0) =>
  ingestReports(context, [readingOf(bdm400(sn, { powerW, status }), clock.now().getTime())]);
const deviceOf = async (sn: string) => (await sql`select status, power_w from device_live where sn = ${sn}`)[0];
const siteOf = async (sid: string) =>
  (await sql`select status, power_w, reporting from site_live where sid = ${sid}`)[0];

test('marks a device offline after three missed uploads at noon, with an event from its last report until the next one', async () => {
  const sid = await makeSite(sql);
  const one = await makeDevice(sql, { sid });
  const two = await makeDevice(sql, { sid });
  clock.set('2026-06-15T10:00:00Z');
  await report(one.sn, 100);
  await report(two.sn, 50);
  expect(await siteOf(sid)).toEqual({ status: 0, powerW: 150, reporting: 2 });
  clock.forward(14 * 60);
  await report(two.sn, 60);
  clock.forward(61);
  expect(await detectOfflineDevices(context)).toBe(1);
  expect(await deviceOf(one.sn)).toEqual({ status: -1, powerW: null });
  expect(await siteOf(sid)).toEqual({ status: 0, powerW: 60, reporting: 1 });
  expect(await detectOfflineDevices(context)).toBe(0);
  clock.forward(300);
  await report(one.sn, 70);
  expect(await siteOf(sid)).toEqual({ status: 0, powerW: 130, reporting: 2 });
  expect(await sql`select opened_at, closed_at from events where sn = ${one.sn} and code = 'silence'`).toEqual([
    { openedAt: new Date('2026-06-15T10:00:00Z'), closedAt: clock.now() },
  ]);
});

test('ends a silence with the first sample that a gateway stored during an outage', async () => {
  const { sn } = await makeDevice(sql);
  clock.set('2026-06-15T10:00:00Z');
  await report(sn, 100);
  clock.forward(20 * 60);
  expect(await detectOfflineDevices(context)).toBe(1);
  const at = (minutes: number) => new Date(Date.parse('2026-06-15T10:00:00Z') + minutes * 60_000);
  const rows = [12, 16, 20].map((minutes) =>
    readingOfRow({ gateway: 'HG100001', sn, at: at(minutes), quantities: { powerW: 90 } }),
  );
  await ingestReports(context, rows);
  expect(await sql`select opened_at, closed_at from events where sn = ${sn} and code = 'silence'`).toEqual([
    { openedAt: at(0), closedAt: at(12) },
  ]);
});

test('keeps a silent device online at night and sets its power to 0', async () => {
  const { sid, sn } = await makeDevice(sql);
  clock.set('2026-06-15T19:15:00Z');
  await report(sn, 4.5);
  clock.set('2026-06-16T00:00:00Z');
  expect(await detectOfflineDevices(context)).toBe(0);
  expect(await deviceOf(sn)).toEqual({ status: 0, powerW: 0 });
  expect(await siteOf(sid)).toEqual({ status: 0, powerW: 0, reporting: 1 });
  clock.set('2026-06-16T06:00:00Z');
  expect(await detectOfflineDevices(context)).toBe(1);
  expect(await siteOf(sid)).toEqual({ status: -1, powerW: null, reporting: 0 });
});

const reportRow = (sn: string, quantities: Quantities) =>
  ingestReports(context, [readingOfRow({ gateway: sn, sn, at: clock.now(), quantities })]);
const reportPresence = (sid: string, sn: string) =>
  ingestReports(context, [
    gatewayReading({ sn, sid, intervalS: 300, kinds: new Map(), firmware: new Map(), liveRowMs: 0 }, [], clock.now())!,
  ]);
const tromso = { latitude: 69.65, longitude: 18.96, timezone: 'Europe/Oslo', countryCode: 'NO' };

test.each([
  ['a meter', 'Meter', { gridPowerW: 300 }],
  ['a battery', 'Battery', { batteryPowerW: 300 }],
  ['a hybrid inverter', 'Hybrid inverter', { powerW: 0, batteryPowerW: 300 }],
  ['a gateway', 'HG-1', null],
  ['a sensor', 'Sensor', { ambientTemperatureC: 4 }],
] as const)(
  'marks %s offline after three missed uploads at night and in the polar night too',
  async (_, product, q) => {
    const berlin = await makeDevice(sql, { product });
    const north = await makeDevice(sql, { product, sid: await makeSite(sql, tromso) });
    clock.set('2026-12-15T23:00:00Z');
    for (const { sid, sn } of [berlin, north]) await (q ? reportRow(sn, q) : reportPresence(sid, sn));
    clock.set('2026-12-15T23:15:00Z');
    expect(await detectOfflineDevices(context)).toBe(0);
    clock.set('2026-12-15T23:15:01Z');
    expect(await detectOfflineDevices(context)).toBe(2);
    for (const { sid, sn } of [berlin, north]) {
      expect(await deviceOf(sn)).toEqual({ status: -1, powerW: null });
      expect(await siteOf(sid)).toEqual({ status: -1, powerW: null, reporting: 0 });
      expect(await sql`select opened_at from events where sn = ${sn} and code = 'silence'`).toEqual([
        { openedAt: new Date('2026-12-15T23:00:00Z') },
      ]);
    }
  },
);

test('a string inverter sleeps at night like microinverters', async () => {
  const { sid, sn } = await makeDevice(sql, { product: 'Inverter' });
  clock.set('2026-12-15T15:00:00Z');
  await reportRow(sn, { powerW: 10 });
  clock.set('2026-12-15T23:00:00Z');
  expect(await detectOfflineDevices(context)).toBe(0);
  expect(await siteOf(sid)).toEqual({ status: 0, powerW: 0, reporting: 1 });
});

test('the status of a plant at night is that of devices that do not sleep: offline without them, online with the next report', async () => {
  const sid = await makeSite(sql);
  const roof = await makeDevice(sql, { sid });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  clock.set('2026-06-15T19:00:00Z');
  await report(roof.sn, 2);
  await reportRow(meter.sn, { gridPowerW: 300 });
  clock.set('2026-06-15T22:00:00Z');
  await reportRow(meter.sn, { gridPowerW: 310 });
  expect(await detectOfflineDevices(context)).toBe(0);
  expect(await siteOf(sid)).toEqual({ status: 0, powerW: 0, reporting: 2 });
  clock.set('2026-06-15T22:16:00Z');
  expect(await detectOfflineDevices(context)).toBe(1);
  expect(await deviceOf(roof.sn)).toEqual({ status: 0, powerW: 0 });
  expect(await siteOf(sid)).toEqual({ status: -1, powerW: 0, reporting: 1 });
  clock.set('2026-06-16T04:00:00Z');
  await report(roof.sn, 5);
  expect(await siteOf(sid)).toEqual({ status: 0, powerW: 5, reporting: 1 });
});

test('a plant whose meter is offline by day is offline once its microinverters sleep', async () => {
  const sid = await makeSite(sql);
  const roof = await makeDevice(sql, { sid });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  clock.set('2026-06-15T10:00:00Z');
  await reportRow(meter.sn, { gridPowerW: 300 });
  clock.set('2026-06-15T19:15:00Z');
  await report(roof.sn, 0);
  expect(await detectOfflineDevices(context)).toBe(1);
  expect(await siteOf(sid)).toMatchObject({ status: 0, reporting: 1 });
  clock.set('2026-06-15T20:00:00Z');
  expect(await detectOfflineDevices(context)).toBe(0);
  expect(await siteOf(sid)).toMatchObject({ status: -1, reporting: 1 });
});

test('a site has the alert of its device while it lasts', async () => {
  const { sid, sn } = await makeDevice(sql);
  clock.set('2026-06-15T10:00:00Z');
  await report(sn, 0, 0x20);
  expect(await siteOf(sid)).toMatchObject({ status: 1, reporting: 1 });
  clock.forward(300);
  await report(sn, 100);
  expect(await siteOf(sid)).toMatchObject({ status: 0 });
});

test('judges each device by its own interval: ten minutes are not offline after 15, one minute is after 3', async () => {
  const sid = await makeSite(sql);
  const slow = await makeDevice(sql, { sid });
  const quick = await makeDevice(sql, { sid });
  clock.set('2026-06-15T09:00:00Z');
  for (let minute = 0; minute <= 40; minute++) {
    if (minute % 10 === 0) await report(slow.sn, 100);
    await report(quick.sn, 50);
    clock.forward(60);
  }
  // 09:41; the last reports were at 09:40.
  expect(await sql`select sn, upload_every_s from device_live where sid = ${sid} order by sn`).toEqual([
    { sn: slow.sn, uploadEveryS: 600 },
    { sn: quick.sn, uploadEveryS: 60 },
  ]);
  clock.set('2026-06-15T09:43:00Z');
  expect(await detectOfflineDevices(context)).toBe(0);
  clock.set('2026-06-15T09:43:01Z');
  expect(await detectOfflineDevices(context)).toBe(1);
  expect((await deviceOf(quick.sn))!.status).toBe(-1);
  clock.set('2026-06-15T10:10:00Z');
  expect(await detectOfflineDevices(context)).toBe(0);
  expect(await deviceOf(slow.sn)).toEqual({ status: 0, powerW: 100 });
  expect((await sql`select fresh_until from site_live where sid = ${sid}`)[0]).toEqual({
    freshUntil: new Date('2026-06-15T10:10:00Z'),
  });
  clock.set('2026-06-15T10:10:01Z');
  expect(await detectOfflineDevices(context)).toBe(1);
});

test('an inverter of an OpenDTU is offline after three minutes without an answer, not after three polls', async () => {
  const sid = await makeSite(sql);
  await makeDevice(sql, { sid, sn: 'DTU200001', product: 'OpenDTU' });
  const { sn } = await makeDevice(sql, { sid });
  await sql`update devices set gateway_sn = 'DTU200001' where sn = ${sn}`;
  await sql`insert into gateways (sn, sid, kind) values ('DTU200001', ${sid}, 'gateway')`;
  await context.registry.forget([sn]);
  clock.set('2026-06-15T10:00:00Z');
  const answer = (powerW: number) =>
    ingestReports(context, [
      readingOfRow({ gateway: 'DTU200001', plant: sid, sn, at: clock.now(), quantities: { powerW } }),
    ]);
  for (let round = 0; round < 200; round++) {
    clock.forward(5);
    await answer(100);
  }
  for (const pauseS of [20, 45, 90, 170]) {
    clock.forward(pauseS);
    expect(await detectOfflineDevices(context), `${pauseS} s`).toBe(0);
    await answer(100);
  }
  for (let round = 0; round < 60; round++) {
    clock.forward(5);
    await answer(100);
  }
  clock.forward(240);
  expect(await detectOfflineDevices(context)).toBe(1);
});

test('opens a silence of a device that stops after its last values have arrived late', async () => {
  const { sid, sn } = await makeDevice(sql);
  const start = Date.parse('2026-06-15T08:00:00Z');
  const at = (minutes: number) => new Date(start + minutes * 60_000);
  const row = (minutes: number) =>
    readingOfRow({ gateway: 'HG100001', sn, at: at(minutes), quantities: { powerW: 90 } });
  clock.set(start);
  await ingestReports(context, [row(0)]);
  // An outage of the gateway, of which it sends the values one by one afterwards.
  clock.set(at(120).getTime());
  await detectOfflineDevices(context);
  for (const minutes of [5, 10, 15, 20]) {
    await ingestReports(context, [row(minutes)]);
    clock.forward(30);
    await detectOfflineDevices(context);
  }
  const silences = () =>
    sql`select opened_at, closed_at from events where sid = ${sid} and sn = ${sn} and code = 'silence' order by opened_at`;
  expect(await silences()).toEqual([{ openedAt: at(0), closedAt: at(5) }]);
  clock.forward(15 * 60);
  await detectOfflineDevices(context);
  await detectOfflineDevices(context);
  expect((await silences())[1]).toEqual({ openedAt: at(20), closedAt: null });
  clock.set(at(240).getTime());
  await ingestReports(context, [row(240)]);
  expect(await silences()).toEqual([
    { openedAt: at(0), closedAt: at(5) },
    { openedAt: at(20), closedAt: at(240) },
  ]);
});
