// device/history/download: clients that read slowly, disconnect, or lose access during the download.
import { connect as openSocket } from 'node:net';
import pino from 'pino';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { csvRows, fillHistory } from '../../../../test/historyFiles.ts';
import { testServer } from '../../../../test/testServer.ts';
import { buildApp } from '../../../app.ts';
import { connect } from '../../../platform/database/connect.ts';
import { createServices } from '../../../services.ts';

const server = await testServer();
const { call, context, sql, signedIn } = server;
const { id, companyId } = await makeUser(sql);
const token = await signedIn(id);

/** A separate server with one database connection, on a port. */
async function withOneConnection() {
  const own = connect(server.databaseUrl, { max: 1 });
  const counting = connect(server.databaseUrl, { max: 1 });
  const small = await buildApp({
    ...context,
    log: pino({ level: 'silent' }),
    sql: own,
    ...createServices(own, undefined, counting),
  });
  const base = await small.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (path: string, body: object, as = token) =>
    await fetch(`${base}/v2/${path}`, {
      method: 'POST',
      headers: { authorization: as, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const close = async () => {
    small.server.closeAllConnections();
    await small.close();
    await Promise.all([own.end({ timeout: 0 }), counting.end({ timeout: 0 })]);
  };
  return { base, ask, close };
}

test('holds no database connection for a slow client, and stops when the client disconnects or loses access', async () => {
  const guest = await makeUser(sql, { role: 'owner' });
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId, sharedWith: [guest.id] }) });
  // Far more than socket buffers hold.
  await fillHistory(sql, sid, sn, '2026-05-01T22:00:00Z', 200_000, 15);
  const { base, ask, close } = await withOneConnection();
  const body = JSON.stringify({ sid, sn, start: '2026-05-02', end: '2026-06-15' });
  const { hostname, port } = new URL(base);

  // The client reads nothing after the headers.
  const slow = openSocket(Number(port), hostname);
  await new Promise<void>((resolve) => {
    slow.once('data', () => {
      slow.pause();
      resolve();
    });
    slow.write(
      `POST /v2/device/history/download HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  });
  for (let n = 0; n < 5; n++)
    expect(((await (await ask('account/info', {})).json()) as { code: number }).code).toBe(200);
  slow.destroy();

  const shared = await ask('device/history/download', JSON.parse(body), await signedIn(guest.id));
  expect([shared.status, shared.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const reader = shared.body!.getReader();
  await reader.read();
  expect((await call('site/updateFast', { sid, shareWith: [] }, { token })).code).toBe(200);
  const readAll = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readAll()).rejects.toThrow();

  const whole = await (await ask('device/history/download', JSON.parse(body))).text();
  expect(csvRows(whole)).toHaveLength(1 + 200_000);
  await close();
});
