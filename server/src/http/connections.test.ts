// Slow requests: a connection whose request does not end is ended and counted, on both ports; a live stream is not.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSite, makeUser } from '../../test/factories.ts';
import { bdm400 } from '../../test/reportServer.ts';
import { testServer } from '../../test/testServer.ts';
import { buildApp } from '../app.ts';
import { slowRequests } from '../platform/metrics.ts';
import { CONNECTION_LIMITS } from './connections.ts';
import { listen } from './listen.ts';

const { context, sql, signedIn } = await testServer();
const limits = { requestMs: 300, checkMs: 50 };
let ports: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  ports = await listen(await buildApp(context, limits), { host: '127.0.0.1', port: 0, devicePort: 0 }, limits);
});
afterAll(() => ports.close());

/** Sends a text and nothing more; returns what the server sent until the connection ended. */
function sendAndWait(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (part) => (received += part.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

const slow = async (): Promise<number> => (await slowRequests.get()).values[0]!.value;

const BEGINNINGS = {
  'half a header': 'POST /v2/sign-in HTTP/1.1\r\nHost: a\r\nX-Slow: ',
  'half a body':
    'POST /v2/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"acc',
  'half a frame': 'POST /i.php HTTP/1.1\r\nHost: a\r\nContent-Length: 45\r\n\r\nabc',
};

test.each(Object.entries(BEGINNINGS))('%s and nothing more ends the connection on both ports', async (_, text) => {
  const before = await slow();
  expect(await sendAndWait(ports.port, text)).toMatch(/^HTTP\/1.1 408 /);
  expect(await sendAndWait(ports.devicePort!, text)).toMatch(/^HTTP\/1.1 408 |^HTTP\/1.1 404 /);
  expect(await slow()).toBeGreaterThan(before);
});

test('a request has 30 s in production', () => {
  expect(CONNECTION_LIMITS.requestMs).toBe(30_000);
});

test('a live stream stays open for longer than any request', async () => {
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const answer = await fetch(`http://127.0.0.1:${ports.port}/live?sid=${sid}`, {
    headers: { authorization: await signedIn(user.id) },
  });
  const reader = answer.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(':\n\n');
  // One slow request after the other: the stream has been open for longer than each of them.
  for (const text of [BEGINNINGS['half a body'], BEGINNINGS['half a frame']])
    expect(await sendAndWait(ports.port, text)).toMatch(/^HTTP\/1.1 408 /);
  context.nudges.publish([sid]);
  expect(new TextDecoder().decode((await reader.read()).value)).toContain(sid);
  await reader.cancel();
});

test('a complete frame is answered on both ports', async () => {
  for (const port of [ports.port, ports.devicePort]) {
    const body = Buffer.from(bdm400('7F000001', { powerW: 1, counterWh: 1 }));
    expect((await fetch(`http://127.0.0.1:${port}/i.php`, { method: 'POST', body })).status).toBe(200);
  }
});
