// Frames from elsewhere: nobody silences a device, a second source is told once, and a plant may say where its own come from.
import { describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../test/factories.ts';
import { bdm400, reportServer } from '../../test/reportServer.ts';
import { closeGoneSources } from '../telemetry/sources.ts';
import { buildDeviceApp } from './deviceFrames.ts';

const server = await reportServer();
const { sql, clock, post, context } = server;
const HOME = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';

const eventsOf = (sn: string) =>
  sql`select code, opened_at, closed_at, detail from events where sn = ${sn} order by opened_at`;

/** What is noted of sources is written behind the answer. */
async function noted<T>(look: () => PromiseLike<T>, isThere: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await look();
    if (isThere(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A device that has reported from its place. */
async function reporting(given: Parameters<typeof makeSite>[1] = {}): Promise<{ sid: string; sn: string }> {
  const device = await makeDevice(sql, { sid: await makeSite(sql, given) });
  expect((await post(bdm400(device.sn), '/i.php', HOME)).status).toBe(200);
  await noted(
    async () => {
      const rows = await sql`select usual from device_sources where sn = ${device.sn}`;
      // what was told of the new device may have come while it was read: then it is known from its next frame on
      if (rows.length === 0) await post(bdm400(device.sn), '/i.php', HOME);
      return rows;
    },
    (rows) => rows.length === 1,
  );
  clock.forward(60);
  return device;
}

describe('forged frames', () => {
  test('140 of them do not silence the device, and its plant learns of it once, with both addresses', async () => {
    clock.set('2026-06-15T10:00:00Z');
    const { sn } = await reporting();
    const answers = await Promise.all(
      Array.from({ length: 140 }, (_, n) => post(bdm400(sn, { powerW: n }), '/i.php', ELSEWHERE)),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(110);
    for (let n = 0; n < 20; n++) {
      clock.forward(60);
      expect((await post(bdm400(sn, { powerW: 100 }), '/i.php', HOME)).status).toBe(200);
      await post(bdm400(sn, { powerW: 1 }), '/i.php', ELSEWHERE);
    }
    const events = await noted(
      () => eventsOf(sn),
      (rows) => rows.length > 0,
    );
    expect(events).toMatchObject([{ code: 'secondSource', closedAt: null, detail: { usual: HOME, other: ELSEWHERE } }]);
  });

  test('from a thousand addresses leave the usual one its share', async () => {
    clock.set('2026-06-15T12:00:00Z');
    const { sn } = await reporting();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        post(bdm400(sn, { powerW: 1 }), '/i.php', `2001:db8:${(n + 1).toString(16)}::1`),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    for (let n = 0; n < 100; n++) expect((await post(bdm400(sn), '/i.php', HOME)).status).toBe(200);
  });

  test('are no more when the device is read again in the midst of them', async () => {
    clock.set('2026-06-15T12:30:00Z');
    const { sn } = await reporting();
    await post(bdm400(sn), '/i.php', ELSEWHERE);
    // As when anything of the device or its plant is changed.
    context.registry.forget([sn]);
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) => post(bdm400(sn), '/i.php', `2001:db8:${(n + 1).toString(16)}::2`)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(120);
    expect((await post(bdm400(sn), '/i.php', HOME)).status).toBe(200);
  });

  test('from other addresses of one /64 are one source', async () => {
    clock.set('2026-06-15T13:00:00Z');
    const { sn } = await reporting();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => post(bdm400(sn), '/i.php', `2001:db8:aa:bb::${(n + 1).toString(16)}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  });
});

test('two servers take at most twice what one takes of others, and both answer the usual source', async () => {
  clock.set('2026-06-15T14:00:00Z');
  const { sn } = await reporting();
  const doors = await Promise.all([server.another(), server.another()].map((each) => buildDeviceApp(each)));
  const send = async (door: number, from: string) => {
    const payload = Buffer.from(bdm400(sn, { powerW: 1 }));
    return (await doors[door]!.inject({ method: 'POST', url: '/i.php', payload, remoteAddress: from })).statusCode;
  };
  const taken = async (count: number, from: (n: number) => string) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => send(n % 2, from(n))));
    expect(new Set(answers)).toEqual(new Set([200, 429]));
    return answers.filter((status) => status === 200).length;
  };
  for (const door of [0, 1]) expect(await send(door, HOME)).toBe(200);
  // One source has 30 at each server, all of them together 120.
  expect(await taken(200, () => ELSEWHERE)).toBeLessThanOrEqual(2 * 30);
  expect(await taken(600, (n) => `2001:db8:${(n + 1).toString(16)}::3`)).toBeLessThanOrEqual(2 * 120 - 2 * 30);
  for (let n = 0; n < 100; n++) expect(await send(n % 2, HOME)).toBe(200);
  await Promise.all(doors.map((door) => door.close()));
});

describe('the usual source', () => {
  test('is kept over a restart, and a new process gives it its share', async () => {
    clock.set('2026-06-16T08:00:00Z');
    const { sn } = await reporting();
    const app = await buildDeviceApp(server.another());
    const send = async (from: string) =>
      (await app.inject({ method: 'POST', url: '/i.php', payload: Buffer.from(bdm400(sn)), remoteAddress: from }))
        .statusCode;
    await send(ELSEWHERE);
    const forged = await Promise.all(Array.from({ length: 140 }, () => send(ELSEWHERE)));
    expect(forged.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
    for (let n = 0; n < 100; n++) expect(await send(HOME)).toBe(200);
    await app.close();
  });

  test('is another one when the line got a new address: no event, however often it changes', async () => {
    clock.set('2026-06-16T10:00:00Z');
    const { sn } = await reporting();
    for (let line = 0; line < 3; line++) {
      for (let n = 0; n < 12; n++) {
        clock.forward(300);
        expect((await post(bdm400(sn), '/i.php', `192.0.2.${line + 1}`)).status).toBe(200);
      }
      await noted(
        () => sql`select from device_sources where sn = ${sn} and usual = ${`192.0.2.${line + 1}`}`,
        (rows) => rows.length === 1,
      );
    }
    expect(await eventsOf(sn)).toEqual([]);
  });

  test('the event closes when the second source has been silent for an hour, and a late frame does not touch it', async () => {
    clock.set('2026-06-17T10:00:00Z');
    const { sn } = await reporting();
    await post(bdm400(sn), '/i.php', ELSEWHERE);
    const atMs = clock.now().getTime();
    clock.forward(60);
    await post(bdm400(sn, { status: 0x20 }), '/i.php', HOME);
    await noted(
      () => eventsOf(sn),
      (rows) => rows.some(({ code }) => code === 'secondSource'),
    );
    clock.set(atMs + 30_000);
    await post(bdm400(sn, { status: 0x20 }), '/i.php', HOME);
    clock.set(atMs + 59 * 60_000);
    await closeGoneSources(context);
    expect((await eventsOf(sn)).find(({ code }) => code === 'secondSource')).toMatchObject({ closedAt: null });
    clock.set(atMs + 61 * 60_000);
    await closeGoneSources(context);
    expect((await eventsOf(sn)).find(({ code }) => code === 'secondSource')).toMatchObject({
      closedAt: new Date(atMs),
    });
  });
});

test('a plant that names its sources takes no frame from elsewhere: refused, counted, told once', async () => {
  clock.set('2026-06-18T10:00:00Z');
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql) });
  await sql`update sites set allowed_sources = ${['203.0.113.0/24', '2001:db8:1::/48']} where sid = ${sid}`;
  // also the very first frame, of which this process knows nothing yet
  expect(await post(bdm400(sn, { powerW: 300 }), '/i.php', ELSEWHERE)).toEqual({ status: 403, body: 'refused' });
  for (const from of [HOME, '2001:db8:1:ffff::1', '203.0.113.99']) {
    clock.forward(60);
    expect((await post(bdm400(sn, { powerW: 100 }), '/i.php', from)).status).toBe(200);
    expect((await post(bdm400(sn, { powerW: 300 }), '/i.php', ELSEWHERE)).status).toBe(403);
  }
  const [day] = await sql`select samples, peak_w from device_days where sn = ${sn}`;
  expect(day).toEqual({ samples: 3, peakW: 100 });
  const events = await noted(
    () => eventsOf(sn),
    (rows) => rows.length > 0,
  );
  expect(events).toEqual([
    { code: 'foreignSource', openedAt: new Date('2026-06-18T10:00:00Z'), closedAt: null, detail: { other: ELSEWHERE } },
  ]);
});
