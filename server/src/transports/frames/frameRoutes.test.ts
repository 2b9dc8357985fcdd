// Frames over HTTP: stored, answered with the plant's time, rejected with a reason.
import { beforeEach, describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { expectTotals, storedSamples } from '../../../test/readings.ts';
import { bdm400, capturedFrames, reportServer } from '../../../test/reportServer.ts';
import { wholeWh } from '../../platform/texts/numbers.ts';

const server = await reportServer();
const { sql, clock, post } = server;

beforeEach(() => clock.set('2026-06-15T10:00:00Z'));

describe('captured frames', () => {
  test('are stored as samples, live values and days, and change nothing when sent twice', async () => {
    const sid = await makeSite(sql, { timezone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4 });
    const frames = capturedFrames();
    for (const [sn, product] of new Map(frames.map((frame) => [frame.sn, frame.model])))
      await makeDevice(sql, { sid, sn, product });
    const send = async () => {
      for (const [index, frame] of frames.entries()) {
        // Captured times are local to the plant; the last two frames have none.
        clock.set(Date.parse(frame.receivedAt ?? `2026-06-01T10:0${index - 31}:00Z`) - 7_200_000);
        expect((await post(frame.body, frame.path)).status).toBe(200);
      }
    };
    await send();
    const readState = async () => ({
      samples: await storedSamples(sql, sid),
      days: await sql`select sn, day, energy_wh, source, samples, peak_w from device_days where sid = ${sid} order by sn, day`,
      live: await sql`select sn, at, power_w, status, quantities, day, today_wh, total_wh from device_live where sid = ${sid} order by sn`,
      siteDays: await sql`select * from site_days where sid = ${sid} order by day`,
      siteLive: await sql`select * from site_live where sid = ${sid}`,
    });
    const first = await readState();
    expect(first.samples).toHaveLength(33);
    for (const frame of frames) {
      const ofDevice = first.samples
        .filter((sample) => sample.sn === frame.sn)
        .map((sample) => sample.powerW as number);
      expect(ofDevice.some((powerW) => Math.abs(powerW - frame.powerW) < 0.01)).toBe(true);
    }
    const days = first.days.filter((day) => day.sn === '12345678');
    expect(days.map(({ day }) => day)).toEqual(['2026-05-30', '2026-05-31', '2026-06-01']);
    expect(days[0]).toMatchObject({ source: 'counted', samples: 18 });
    expect(days[0]!.energyWh).toBeCloseTo(1779, 6);
    expect(days[1]!.energyWh).toBeCloseTo(22.4, 6);
    expect(days[2]!.energyWh).toBeCloseTo(0, 6);
    const live = first.live.find(({ sn }) => sn === '12345678');
    expect(live).toMatchObject({ day: '2026-06-01', todayWh: 0, powerW: 0, quantities: { powerW: 0 } });
    // Each day counts in whole watt-hours.
    expect(live!.totalWh).toBe(1801);
    expect(first.siteDays.map(({ day, devices }) => [day, devices])).toEqual([
      ['2026-05-30', 1],
      ['2026-05-31', 1],
      ['2026-06-01', 3],
    ]);
    const total = first.days.reduce((sum, { energyWh }) => sum + wholeWh(energyWh as number), 0);
    expect(first.siteLive[0]!.totalWh).toBe(total);
    await send();
    expect(await readState()).toEqual(first);
  });

  test('open and close events for their error bits at the times of the frames', async () => {
    const events = await sql`select code, opened_at, closed_at from events where sn = '12345678' order by opened_at`;
    const at = (time: string) => new Date(`2026-06-01T${time}Z`);
    expect(events).toEqual([
      { code: '0020', openedAt: at('03:54:52'), closedAt: at('03:56:51') },
      { code: '0004', openedAt: at('03:56:51'), closedAt: at('03:57:50') },
    ]);
  });
});

describe('the response to a frame', () => {
  test.each([
    ['Europe/Berlin', '20260615120000'],
    ['Asia/Kathmandu', '20260615154500'],
    ['Pacific/Kiritimati', '20260616000000'],
  ])('contains the local time in %s as fourteen digits', async (timezone, digits) => {
    const { sn } = await makeDevice(sql, { sid: await makeSite(sql, { timezone }) });
    expect(await post(bdm400(sn))).toEqual({ status: 200, body: digits });
  });

  test('contains UTC for an unclaimed serial number, and other paths and methods are not served', async () => {
    expect(await post(bdm400('0A0B0C0D'), '/t.php')).toEqual({ status: 200, body: '20260615100000' });
    expect((await server.app.inject({ method: 'GET', url: '/i.php' })).statusCode).toBe(404);
    expect((await server.app.inject({ method: 'POST', url: '/v2/sign-in', payload: {} })).statusCode).toBe(404);
  });

  test.each(['application/json', 'application/x-www-form-urlencoded', 'nonsense', 'text/plain; charset=utf-8'])(
    'does not depend on the content type (%s)',
    async (type) => {
      const { sn } = await makeDevice(sql);
      const headers = { 'content-type': type };
      const answer = await server.app.inject({
        method: 'POST',
        url: '/i.php',
        payload: Buffer.from(bdm400(sn)),
        headers,
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain('text/plain');
    },
  );
});

describe('a body that is no frame', () => {
  const good = Buffer.from(bdm400('0000BEEF', { powerW: 100 }));
  const broken = Buffer.from(good);
  broken[30]! ^= 1;
  const other = Buffer.from(good);
  other[0] = 0x78;
  test.each<[string, Buffer, string]>([
    ['checksum', broken, 'checksum'],
    ['short', good.subarray(0, 20), 'short'],
    ['length', Buffer.concat([good, good.subarray(0, 5)]), 'length'],
    ['long', Buffer.concat([good, good]), 'long'],
    ['start', other, 'start'],
    ['empty', Buffer.alloc(0), 'short'],
  ])('is answered with 400 and stored with its reason: %s', async (_, body, reason) => {
    await sql`delete from raw_reports`;
    expect(await post(body)).toEqual({ status: 400, body: reason });
    const stored = await sql`select body, reason, path from raw_reports`;
    expect(stored).toEqual([{ body, reason, path: '/i.php' }]);
  });

  test('is rejected when it exceeds the limit', async () => {
    expect((await post(Buffer.alloc(5000, 0x79))).status).toBe(400);
  });

  test('is counted but not stored beyond 20 of one source', async () => {
    clock.forward(3600);
    await sql`delete from raw_reports`;
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(broken)));
    expect(answers.every(({ status }) => status === 400)).toBe(true);
    expect(await sql`select from raw_reports`).toHaveLength(20);
  });
});

test('stores the valid frames and keeps the broken ones with their reason when both arrive at once', async () => {
  clock.forward(7200);
  await sql`delete from raw_reports`;
  const { sid, sn } = await makeDevice(sql);
  for (const n of Array.from({ length: 12 }).keys()) {
    clock.forward(300);
    const whole = bdm400(sn, { powerW: 100 + n, counterWh: 200 + n * 10 });
    const broken = Buffer.from(bdm400(sn, { powerW: 500, counterWh: 900 }));
    broken[26]! ^= 0xff;
    expect(await Promise.all([post(broken), post(whole)])).toMatchObject([
      { status: 400, body: 'checksum' },
      { status: 200 },
    ]);
  }
  expect(await storedSamples(sql, sid)).toHaveLength(12);
  expect(await sql`select from raw_reports where sn is null and reason = 'checksum'`).toHaveLength(12);
  await expectTotals(sql, sid);
});

test('refuses a valid frame with another command and keeps it with this reason', async () => {
  await sql`delete from raw_reports`;
  const { sid, sn } = await makeDevice(sql);
  const frame = Buffer.from(bdm400(sn, { powerW: 100, counterWh: 200 }));
  const [sum, xor] = [frame[43]!, frame[44]!];
  frame[4] = 0x15;
  frame[43] = (sum + 1) & 0xff;
  frame[44] = xor ^ 0x14 ^ 0x15;
  expect(await post(frame)).toMatchObject({ status: 400, body: 'command' });
  expect(await storedSamples(sql, sid)).toEqual([]);
  expect(await sql`select body from raw_reports where reason = 'command'`).toEqual([{ body: frame }]);
});

test('limits a flood of one device without affecting another device', async () => {
  const sid = await makeSite(sql);
  const { sn } = await makeDevice(sql, { sid });
  const neighbour = await makeDevice(sql, { sid });
  const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => post(bdm400(sn, { powerW: n }))));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(180);
  expect((await post(bdm400(neighbour.sn))).status).toBe(200);
  clock.forward(60);
  expect((await post(bdm400(sn))).status).toBe(200);
});

test('acknowledges nothing while the database is unavailable and accepts frames afterwards', async () => {
  const { sn } = await makeDevice(sql);
  await sql`alter table device_live rename to device_live_away`;
  expect((await post(bdm400(sn, { powerW: 1 }))).status).toBe(503);
  await sql`alter table device_live_away rename to device_live`;
  expect((await post(bdm400(sn, { powerW: 1 }))).status).toBe(200);
});

test('stores the firmware byte of a frame and none for a frame of 69 bytes', async () => {
  const { sid, sn } = await makeDevice(sql);
  expect((await post(bdm400(sn, { powerW: 100 }))).status).toBe(200);
  expect((await sql`select firmware from device_live where sid = ${sid}`)[0]).toEqual({ firmware: '132' });
  const long = capturedFrames().find(({ path }) => path === '/t.php')!;
  await makeDevice(sql, { sid, sn: long.sn, product: long.model });
  expect((await post(long.body, '/t.php')).status).toBe(200);
  expect((await sql`select firmware from device_live where sid = ${sid} and sn = ${long.sn}`)[0]).toEqual({
    firmware: '',
  });
});
