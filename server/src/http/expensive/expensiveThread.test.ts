// Tests the thread of expensive calls: the same answers, refusals and files as without it, an error when it dies, and its end when nobody uses it.
import type { Path } from '@heliograph/contract/calls.ts';
import { afterAll, expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import type { CallRun } from '../runHandler.ts';
import { createExpensiveThread, type EncodedResponse } from './expensiveThread.ts';

const server = await testServer();
const { sql, context, app } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const thread = createExpensiveThread(new URL('../../thread.ts', import.meta.url), {
  databaseUrl: server.databaseUrl,
  config: context.config,
});
afterAll(() => thread.close());

/** Makes a call twice, without the thread and in it, and returns both raw answers. */
async function bothWays(path: Path, payload: object, headers: Record<string, string> = {}) {
  const inject = () =>
    app.inject({ method: 'POST', url: `/v2/${path}`, headers: { authorization: token, ...headers }, payload });
  const usual = await inject();
  context.expensiveThread = thread;
  try {
    return [usual, await inject()] as const;
  } finally {
    delete context.expensiveThread;
  }
}

const sid = await makeSite(sql, { companyId: user.companyId, price: 0.3 });
const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
for (const day of ['2026-06-12', '2026-06-13', '2026-06-14']) await makeDay(sql, { sid, sn, day, energyWh: 1000 });
await makeSample(sql, {
  sid,
  sn,
  at: '2026-06-14T10:00:00Z',
  powerW: 300,
  quantities: { input1PowerW: 200, input2PowerW: 100 },
});

test.each<[Path, object]>([
  ['site/report', { sid, from: '2026-06-12', to: '2026-06-14' }],
  ['device/modules/statistics/overview', { sid, sn, input: 1 }],
  ['device/statistics/years', { sid, sn, input: 1 }],
  ['configuration/documentation/list', { filters: { keywords: 'no such word' } }],
  ['site/report', { sid: 'DE_20250101_00000000', from: '2026-06-12', to: '2026-06-14' }],
  ['site/report', { sid, from: '2026-06-14', to: '2026-06-12' }],
])('answers %s %j in the thread as without it', async (path, body) => {
  for (const headers of [{}, { 'unknown-as': 'null', lan: '1' }] as Record<string, string>[]) {
    const [usual, inThread] = await bothWays(path, body, headers);
    expect(inThread.json()).toEqual(usual.json());
    expect(inThread.statusCode).toBe(usual.statusCode);
    expect(inThread.headers['content-type']).toBe(usual.headers['content-type']);
  }
});

test('compresses a large answer of the thread', async () => {
  const [usual, inThread] = await bothWays(
    'site/report',
    { sid, from: '2026-06-12', to: '2026-06-14' },
    { 'accept-encoding': 'gzip' },
  );
  expect(usual.headers['content-encoding']).toBe('gzip');
  expect(inThread.headers['content-encoding']).toBe('gzip');
});

test.each<[Path, object]>([
  ['site/report/download', { sid, from: '2026-06-12', to: '2026-06-14', format: 'xlsx' }],
  ['device/history/download', { sid, sn, start: '2026-06-12', end: '2026-06-14', format: 'csv' }],
])('sends the file of %s from the thread', async (path, body) => {
  const [usual, inThread] = await bothWays(path, body);
  expect(inThread.headers['content-disposition']).toBe(usual.headers['content-disposition']);
  expect(inThread.rawPayload.length).toBeGreaterThan(100);
  if (path.includes('history')) expect(inThread.payload).toBe(usual.payload);
});

test('refuses a call of the thread whose session has ended before it reads', async () => {
  const run = {
    path: 'device/history/download',
    call: { timeoutMs: 20_000 },
    fields: { sid, sn, start: '2026-06-12', format: 'csv', quantities: [] },
    session: null,
    caller: { language: 'en', token: '', at: server.clock.now(), address: '', client: '' },
    recheckAccess: () => Promise.reject(new Error('the session has ended')),
  } as unknown as CallRun;
  // A public call reads on its own: with a session the thread asks for it before each transaction.
  await expect(thread.run({ ...run, session: { userId: user.id } } as never, false)).rejects.toThrow(
    'the session has ended',
  );
});

const played = (idleMs?: number) =>
  createExpensiveThread(
    new URL('../../../test/playedThread.ts', import.meta.url),
    { databaseUrl: '', config: context.config },
    idleMs,
  );
const runIn = async (
  of: typeof thread,
  fields: { dies?: boolean; hangs?: boolean } = {},
  timeoutMs = 20_000,
): Promise<number> => {
  const run = { path: 'p', call: { timeoutMs }, fields, session: null, caller: {} } as unknown as CallRun;
  const answer = (await of.run(run, false)) as EncodedResponse;
  return (JSON.parse(new TextDecoder().decode(answer.bytes)) as { threadId: number }).threadId;
};

test('answers an error for the calls of a thread that dies, and starts another thread for the next call', async () => {
  const own = played();
  const first = await runIn(own);
  expect(await runIn(own)).toBe(first);
  await expect(runIn(own, { dies: true })).rejects.toThrow('ended with 3');
  expect(await runIn(own)).not.toBe(first);
  await own.close();
});

test('refuses a call that computes without an end, and starts another thread for the next one', async () => {
  const own = played();
  const first = await runIn(own);
  await expect(runIn(own, { hangs: true }, 20)).rejects.toThrow('tookTooLong');
  expect(await runIn(own)).not.toBe(first);
  await own.close();
});

test('ends a thread that nobody uses', async () => {
  const own = played(0);
  const first = await runIn(own);
  await expect.poll(() => runIn(own)).not.toBe(first);
  await own.close();
});
