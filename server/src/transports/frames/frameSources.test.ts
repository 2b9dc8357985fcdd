// Frames from several sources: nobody can lock out a device, a second source raises one event, and a plant may restrict its sources.
import { describe, expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../../test/factories.ts';
import { ELSEWHERE, frameSources, HOME, noted } from '../../../test/frameSources.ts';
import { bdm400, reportServer } from '../../../test/reportServer.ts';
import { closeGoneSources } from '../../ingest/sources/sourceRows.ts';
import { buildDeviceApp } from './frameRoutes.ts';

const server = await reportServer();
const { sql, clock, post, context } = server;
const { eventsOf, placesOf, from200, forge, reporting } = frameSources(server);

describe('forged frames', () => {
  test('do not lock out the device, and raise one event of its plant with both addresses', async () => {
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

  test('from a hundred addresses share little beyond a frame a minute, and leave the usual source its share', async () => {
    clock.set('2026-06-15T12:00:00Z');
    const { sn } = await reporting();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        post(bdm400(sn, { powerW: 1 }), '/i.php', `2001:db8:${((n % 100) + 1).toString(16)}::1`),
      ),
    );
    // Five of each address, and what they share.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(500 + 120);
    for (let n = 0; n < 100; n++) expect((await post(bdm400(sn), '/i.php', HOME)).status).toBe(200);
  });

  test('are limited just as much while the device is read again', async () => {
    clock.set('2026-06-15T12:30:00Z');
    const { sn } = await reporting();
    await post(bdm400(sn), '/i.php', ELSEWHERE);
    // As after any change to the device or its plant.
    context.registry.forget([sn]);
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) => post(bdm400(sn), '/i.php', `2001:db8:${((n % 10) + 1).toString(16)}::2`)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(50 + 120);
    expect((await post(bdm400(sn), '/i.php', HOME)).status).toBe(200);
  });

  test('that arrive first do not shut out a device whose source nobody knows yet', async () => {
    clock.set('2026-06-15T12:45:00Z');
    const { sn, sid } = await makeDevice(sql);
    const flood = (round: number) =>
      Promise.all(
        Array.from({ length: 300 }, (_, n) =>
          post(bdm400(sn, { powerW: 1 }), '/i.php', `2001:db8:${round}:${((n % 100) + 1).toString(16)}::1`),
        ),
      );
    const sources = () => sql<{ usual: string }[]>`
      select usual from device_sources where sid = ${sid} and sn = ${sn}`;
    // The first source that is written down is a stranger's.
    await noted(
      async () => {
        const rows = await sources();
        if (rows.length === 0) await post(bdm400(sn, { powerW: 1 }), '/i.php', '2001:db8:0:1::1');
        return rows;
      },
      (rows) => rows.length > 0,
    );
    for (let round = 0; round < 5; round++) {
      await flood(round);
      expect((await post(bdm400(sn, { counterWh: 100 + round }), '/i.php', HOME)).status).toBe(200);
      clock.forward(60);
    }
    const [{ usual } = { usual: HOME }] = await sources();
    expect(usual).not.toBe(HOME);
  });

  test('from several addresses of one /64 count as one source', async () => {
    clock.set('2026-06-15T13:00:00Z');
    const { sn } = await reporting();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => post(bdm400(sn), '/i.php', `2001:db8:aa:bb::${(n + 1).toString(16)}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  });
});

test('two servers accept at most twice the frames of other sources, and both accept the usual source', async () => {
  clock.set('2026-06-15T14:00:00Z');
  const { sn } = await reporting();
  const apps = await Promise.all([server.another(), server.another()].map((each) => buildDeviceApp(each)));
  const send = async (index: number, from: string) => {
    const payload = Buffer.from(bdm400(sn, { powerW: 1 }));
    return (await apps[index]!.inject({ method: 'POST', url: '/i.php', payload, remoteAddress: from })).statusCode;
  };
  const countAccepted = async (count: number, from: (n: number) => string) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => send(n % 2, from(n))));
    expect(new Set(answers)).toEqual(new Set([200, 429]));
    return answers.filter((status) => status === 200).length;
  };
  for (const index of [0, 1]) expect(await send(index, HOME)).toBe(200);
  // One source may send 30 to each server, 5 of its own; beyond these, all of them together 120.
  expect(await countAccepted(200, () => ELSEWHERE)).toBeLessThanOrEqual(2 * 30);
  const tenOthers = (n: number) => `2001:db8:${(((n >> 1) % 10) + 1).toString(16)}::3`;
  expect(await countAccepted(600, tenOthers)).toBeLessThanOrEqual(2 * (10 * 5 + 120 - 25));
  for (let n = 0; n < 100; n++) expect(await send(n % 2, HOME)).toBe(200);
  await Promise.all(apps.map((app) => app.close()));
});

describe('two servers, one receiving the usual source and one another source', () => {
  async function startTwoServers(sn: string) {
    const contexts = [server.another(), server.another()];
    const apps = await Promise.all(contexts.map((each) => buildDeviceApp(each)));
    return {
      async send(index: 0 | 1, from: string): Promise<number> {
        const payload = Buffer.from(bdm400(sn, { powerW: 1 }));
        return (await apps[index]!.inject({ method: 'POST', url: '/i.php', payload, remoteAddress: from })).statusCode;
      },
      /** Waits until the server has dropped the device after a change by the other one. */
      forgotten: (index: 0 | 1) =>
        noted(
          async () => contexts[index]!.registry.cached(sn),
          (device) => device === undefined,
        ),
      secondSource: (index: 0 | 1) => contexts[index]!.registry.cached(sn)?.sources.other?.source,
      flood: (index: 0 | 1) =>
        Promise.all(
          Array.from({ length: 200 }, (_, n) =>
            apps[index]!.inject({
              method: 'POST',
              url: '/i.php',
              payload: Buffer.from(bdm400(sn, { powerW: 1 })),
              remoteAddress: `2001:db8:${(n + 1).toString(16)}::5`,
            }),
          ),
        ),
      close: () => Promise.all(apps.map((app) => app.close())),
    };
  }

  test('keep the share of the usual source overnight and raise an event for the second source', async () => {
    clock.set('2026-07-20T18:00:00Z');
    const { sn } = await reporting();
    const { send, flood, close } = await startTwoServers(sn);
    for (const index of [0, 1] as const) await send(index, HOME);
    for (let n = 0; n < 20; n++) {
      clock.forward(1800);
      await send(1, ELSEWHERE);
    }
    await noted(
      () => placesOf(sn),
      ([places]) => places?.other === ELSEWHERE && places.otherSince !== null,
    );
    // The usual source is noted first, and from then on the second one as well.
    const events = await noted(
      async () => {
        clock.forward(300);
        expect(await send(0, HOME)).toBe(200);
        clock.forward(300);
        await send(1, ELSEWHERE);
        return eventsOf(sn);
      },
      (rows) => rows.some(({ code }) => code === 'secondSource'),
    );
    expect(events).toMatchObject([{ code: 'secondSource', detail: { usual: HOME, other: ELSEWHERE } }]);
    await Promise.all([flood(0), flood(1)]);
    for (let n = 0; n < 50; n++) for (const index of [0, 1] as const) expect(await send(index, HOME)).toBe(200);
    await close();
  });

  test('agree on the second source: the older one that still sends', async () => {
    clock.set('2026-07-22T08:00:00Z');
    const { sn } = await reporting();
    const { send, forgotten, secondSource, close } = await startTwoServers(sn);
    for (const index of [0, 1] as const) await send(index, HOME);
    clock.forward(3600);
    await send(0, '192.0.2.1');
    const untilSecond = (source: string) =>
      noted(
        () => placesOf(sn),
        ([places]) => places?.other === source && places.otherSince !== null,
      );
    await untilSecond('192.0.2.1');
    await forgotten(1);
    // The other server has not received it for an hour and replaces it.
    for (let n = 0; n < 12; n++) {
      clock.forward(300);
      await send(0, '192.0.2.1');
    }
    await send(1, ELSEWHERE);
    await untilSecond(ELSEWHERE);
    await forgotten(0);
    clock.forward(60);
    expect(await send(0, '192.0.2.1')).toBe(200);
    await untilSecond('192.0.2.1');
    await noted(
      async () => {
        await send(1, HOME);
        return secondSource(1);
      },
      (source) => source === '192.0.2.1',
    );
    const countAccepted = async (from: string) => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => send(1, from)));
      return answers.filter((status) => status === 200).length;
    };
    await send(1, HOME);
    expect(await countAccepted('192.0.2.1')).toBe(100);
    expect(await countAccepted(ELSEWHERE)).toBeLessThanOrEqual(30);
    await close();
  });
});

describe('the usual source', () => {
  test('keeps its share after a restart', async () => {
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

  test('is written every six hours, not with each frame', async () => {
    clock.set('2026-06-30T04:00:00Z');
    const { sn } = await reporting();
    const row = () => sql<{ version: string; usualAt: Date }[]>`
      select xmin::text as version, usual_at from device_sources where sn = ${sn}`;
    const [before] = await row();
    const sinceS = (clock.now().getTime() - before!.usualAt.getTime()) / 1000;
    for (let n = 0; n < 70; n++) {
      clock.forward(300);
      await post(bdm400(sn), '/i.php', HOME);
    }
    expect(await row()).toEqual([before]);
    clock.forward(6 * 3600 - 70 * 300 - sinceS);
    await post(bdm400(sn), '/i.php', HOME);
    const [after] = await noted(row, ([live]) => live?.version !== before?.version);
    expect(after!.usualAt).toEqual(clock.now());
  });

  test('yields to the device when it was another sender and stops sending', async () => {
    clock.set('2026-07-11T08:00:00Z');
    const { sn } = await makeDevice(sql, { sid: await makeSite(sql) });
    await post(bdm400(sn, { powerW: 1 }), '/i.php', ELSEWHERE);
    for (let n = 0; n < 6; n++) {
      clock.forward(240);
      await post(bdm400(sn, { powerW: 1 }), '/i.php', ELSEWHERE);
      clock.forward(60);
      await post(bdm400(sn), '/i.php', HOME);
    }
    expect(
      await noted(
        () => eventsOf(sn),
        (rows) => rows.length > 0,
      ),
    ).toMatchObject([{ code: 'secondSource', detail: { usual: ELSEWHERE, other: HOME } }]);
    for (let n = 0; n < 40; n++) {
      clock.forward(300);
      expect(await from200(sn, HOME)).toBe(true);
      await closeGoneSources(context);
    }
    expect(await eventsOf(sn)).toMatchObject([{ code: 'secondSource', closedAt: expect.any(Date) }]);
    await noted(
      () => placesOf(sn),
      ([places]) => places?.other === HOME && places.otherSince !== null,
    );
    await forge(sn);
    for (let n = 0; n < 100; n++) expect(await from200(sn, HOME)).toBe(true);
  });

  test('has its event closed after the second source is silent for an hour, regardless of a late frame', async () => {
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

test('rejects frames from sources that a plant does not allow, and raises one event', async () => {
  clock.set('2026-06-18T10:00:00Z');
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql) });
  await sql`update sites set allowed_sources = ${['203.0.113.0/24', '2001:db8:1::/48']} where sid = ${sid}`;
  // Also the very first frame, before this process has read the device.
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

test('does not count rejected sources against the allowed sources of a plant', async () => {
  clock.set('2026-06-18T12:00:00Z');
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql) });
  await sql`update sites set allowed_sources = ${['203.0.113.0/24']} where sid = ${sid}`;
  expect(await from200(sn, HOME)).toBe(true);
  for (let n = 0; n < 20; n++) {
    expect((await forge(sn)).map(({ status }) => status)).not.toContain(200);
    clock.forward(60);
    expect(await from200(sn, `203.0.113.${n + 8}`)).toBe(true);
  }
});
