// Frames from other networks: over nights, over restarts, and on lines whose address changes every day.
import { describe, expect, test } from 'vitest';
import { ELSEWHERE, frameSources, HOME, noted } from '../../test/frameSources.ts';
import { bdm400, reportServer } from '../../test/reportServer.ts';
import { buildDeviceApp } from '../transports/frames/frameRoutes.ts';

const server = await reportServer();
const { clock, post } = server;
const { eventsOf, placesOf, from200, forge, reporting } = frameSources(server);

describe('the usual source', () => {
  test("keeps its quota beside that of the line's new address, without an event, however often the address changes", async () => {
    clock.set('2026-06-16T10:00:00Z');
    const { sn } = await reporting();
    for (let line = 0; line < 3; line++) {
      for (let n = 0; n < 12; n++) {
        clock.forward(300);
        expect((await post(bdm400(sn), '/i.php', `192.0.2.${line + 1}`)).status).toBe(200);
      }
      await noted(
        () => placesOf(sn),
        ([places]) => places?.other === `192.0.2.${line + 1}` && places.otherSince !== null,
      );
      await forge(sn);
      for (let n = 0; n < 100; n++) expect(await from200(sn, `192.0.2.${line + 1}`)).toBe(true);
    }
    expect(await eventsOf(sn)).toEqual([]);
    for (let n = 0; n < 100; n++) expect(await from200(sn, HOME)).toBe(true);
  });

  test.each([
    ['over a night in which somebody else sent each half an hour', 20],
    ['over two dark days and their nights', 2 * 58],
  ])('keeps its share %s', async (_, times) => {
    clock.set('2026-06-19T08:00:00Z');
    const { sn } = await reporting();
    for (let n = 0; n < 12; n++) {
      clock.forward(300);
      await post(bdm400(sn), '/i.php', HOME);
    }
    for (let n = 0; n < times; n++) {
      clock.forward(1800);
      await post(bdm400(sn, { powerW: 1 }), '/i.php', ELSEWHERE);
    }
    const answers = [];
    for (let n = 0; n < 12; n++) {
      await forge(sn);
      clock.forward(1);
      answers.push((await post(bdm400(sn), '/i.php', HOME)).status);
      clock.forward(299);
      await post(bdm400(sn, { powerW: 1 }), '/i.php', ELSEWHERE);
    }
    expect(answers).toEqual(Array(12).fill(200));
    expect(await placesOf(sn)).toMatchObject([{ usual: HOME, other: ELSEWHERE }]);
    // The second source in the morning is reported, with the usual one.
    const events = await noted(
      () => eventsOf(sn),
      (rows) => rows.some(({ code }) => code === 'secondSource'),
    );
    expect(events).toMatchObject([{ code: 'secondSource', detail: { usual: HOME, other: ELSEWHERE } }]);
  });

  test('keeps its quota over a night and a restart, however many addresses appeared meanwhile', async () => {
    clock.set('2026-06-21T18:00:00Z');
    const { sn } = await reporting();
    for (let n = 0; n < 30; n++) {
      clock.forward(1200);
      await post(bdm400(sn, { powerW: 1 }), '/i.php', `198.51.100.${n + 1}`);
    }
    await noted(
      () => placesOf(sn),
      ([places]) => places?.otherSince !== null,
    );
    const app = await buildDeviceApp(server.another());
    const send = (from: string) =>
      app.inject({ method: 'POST', url: '/i.php', payload: Buffer.from(bdm400(sn)), remoteAddress: from });
    await send('198.51.100.77');
    await Promise.all(Array.from({ length: 300 }, (_, n) => send(`198.51.100.${(n % 200) + 1}`)));
    for (let n = 0; n < 100; n++) expect((await send(HOME)).statusCode).toBe(200);
    await app.close();
  });

  test('follows a line whose address changes every night, without a lost frame or an event', async () => {
    clock.set('2026-07-01T05:00:00Z');
    const { sn } = await reporting();
    const usual = new Set<string>();
    for (let day = 0; day < 8; day++) {
      clock.set(Date.parse('2026-07-01T06:00:00Z') + day * 86_400_000);
      const from = `192.0.2.${day + 1}`;
      for (let n = 0; n < 26; n++) {
        clock.forward(1700);
        expect(await from200(sn, from)).toBe(true);
      }
      const [places] = await noted(
        () => placesOf(sn),
        ([row]) => [row?.usual, row?.other].includes(from),
      );
      usual.add(places!.usual);
      // Without a quota of its own a source is refused after 30 frames.
      for (let n = 0; n < 100; n++) expect(await from200(sn, from)).toBe(true);
    }
    // The older source is dropped after three days.
    expect([...usual]).toEqual([HOME, '192.0.2.4', '192.0.2.7']);
    expect(await eventsOf(sn)).toEqual([]);
  });
});
