// Devices that fall silent, sleep, come back; and ten thousand sites looked at in one go.
import { beforeEach, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../test/factories.ts';
import { bdm400, readingOf, reportServer } from '../../test/reportServer.ts';
import { checkSilence } from './silence.ts';
import { takeReports } from './takeReports.ts';

const { sql, context, clock } = await reportServer();

beforeEach(() => sql`delete from device_live`);

const report = (sn: string, powerW: number, status = 0) =>
  takeReports(context, [readingOf(bdm400(sn, { powerW, status }), clock.now().getTime())]);
const deviceOf = async (sn: string) => (await sql`select status, power_w from device_live where sn = ${sn}`)[0];
const siteOf = async (sid: string) =>
  (await sql`select status, power_w, reporting from site_live where sid = ${sid}`)[0];

test('three missed uploads at noon: offline, with an event from the last word on; the next report ends it', async () => {
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
  expect(await checkSilence(context)).toBe(1);
  expect(await deviceOf(one.sn)).toEqual({ status: -1, powerW: null });
  expect(await siteOf(sid)).toEqual({ status: 0, powerW: 60, reporting: 1 });
  expect(await checkSilence(context)).toBe(0);
  clock.forward(300);
  await report(one.sn, 70);
  expect(await siteOf(sid)).toEqual({ status: 0, powerW: 130, reporting: 2 });
  expect(await sql`select opened_at, closed_at from events where sn = ${one.sn} and code = 'silence'`).toEqual([
    { openedAt: new Date('2026-06-15T10:00:00Z'), closedAt: clock.now() },
  ]);
});

test('at night silence is normal: online, and its power is 0', async () => {
  const { sid, sn } = await makeDevice(sql);
  clock.set('2026-06-15T19:15:00Z');
  await report(sn, 4.5);
  clock.set('2026-06-16T00:00:00Z');
  expect(await checkSilence(context)).toBe(0);
  expect(await deviceOf(sn)).toEqual({ status: 0, powerW: 0 });
  expect(await siteOf(sid)).toEqual({ status: 0, powerW: 0, reporting: 1 });
  clock.set('2026-06-16T06:00:00Z');
  expect(await checkSilence(context)).toBe(1);
  expect(await siteOf(sid)).toEqual({ status: -1, powerW: null, reporting: 0 });
});

test('an alert is the site’s while it lasts', async () => {
  const { sid, sn } = await makeDevice(sql);
  clock.set('2026-06-15T10:00:00Z');
  await report(sn, 0, 0x20);
  expect(await siteOf(sid)).toMatchObject({ status: 1, reporting: 1 });
  clock.forward(300);
  await report(sn, 100);
  expect(await siteOf(sid)).toMatchObject({ status: 0 });
});

test('ten thousand sites fall silent at once', async () => {
  const company = await makeSite(sql);
  await sql`
    insert into sites (sid, name, company_id, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at)
    select 'DE_20260101_n' || n, 'n', company_id, 'DE', 48, 9, 'Europe/Berlin', 'Celsius', 'EUR', 1000, now()
    from generate_series(1, 10000) n, sites s where s.sid = ${company}`;
  await sql`insert into site_live (sid, status, power_w, reporting) select sid, 0, 100, 1 from sites where sid like 'DE_20260101_n%'`;
  await sql`
    insert into devices (sid, sn, product_id, created_at)
    select sid, 'S' || substr(sid, 14), (select id from products where model = 400), now() from sites where sid like 'DE_20260101_n%'`;
  await sql`
    insert into device_live (sid, sn, status, at, power_w)
    select sid, sn, 0, '2026-06-15T10:00:00Z', 100 from devices where sid like 'DE_20260101_n%'`;
  clock.set('2026-06-15T10:20:00Z');
  expect(await checkSilence(context)).toBe(10_000);
  const left =
    await sql`select from site_live where sid like 'DE_20260101_n%' and (status <> -1 or power_w is not null or reporting <> 0)`;
  expect(left).toHaveLength(0);
  expect(await checkSilence(context)).toBe(0);
});

test('each device is judged by its own interval: ten minutes are not offline after 15, one minute is after 3', async () => {
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
  expect(await checkSilence(context)).toBe(0);
  clock.set('2026-06-15T09:43:01Z');
  expect(await checkSilence(context)).toBe(1);
  expect((await deviceOf(quick.sn))!.status).toBe(-1);
  clock.set('2026-06-15T10:10:00Z');
  expect(await checkSilence(context)).toBe(0);
  expect(await deviceOf(slow.sn)).toEqual({ status: 0, powerW: 100 });
  expect((await sql`select fresh_until from site_live where sid = ${sid}`)[0]).toEqual({
    freshUntil: new Date('2026-06-15T10:10:00Z'),
  });
  clock.set('2026-06-15T10:10:01Z');
  expect(await checkSilence(context)).toBe(1);
});
