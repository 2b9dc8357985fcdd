// Tests the thread of expensive calls: the same answers, refusals and files as without it, an error when it dies, and its end when nobody uses it.
import type { Path } from '@heliograph/contract/calls.ts';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { openLog } from '../../platform/log.ts';
import { createExpensiveThread, type EncodedResponse } from './expensiveThread.ts';
import type { ExpensiveRun } from './runExpensive.ts';

const server = await testServer();
const { sql, context, app } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const thread = createExpensiveThread({
  entry: new URL('../../thread.ts', import.meta.url),
  databaseUrl: server.databaseUrl,
  config: context.config,
  idleS: 60,
  writeLog: () => {},
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
    requestId: 'one',
    fillsUnknown: false,
    gone: new AbortController().signal,
    recheckAccess: () => Promise.reject(new Error('the session has ended')),
  } as unknown as ExpensiveRun;
  // A public call reads on its own: with a session the thread asks for it before each transaction.
  await expect(thread.run({ ...run, session: { userId: user.id } } as never)).rejects.toThrow('the session has ended');
});

/** Sessions of the test's database that wait for a lock. */
const blocked = () =>
  sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.then(
    (rows) => rows.length,
  );

test('ends the statements of a report whose client has disconnected, and gives its turn to the next call', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  let outcome: Promise<unknown> | undefined;
  context.expensiveThread = {
    ...thread,
    run: (run) => {
      const running = thread.run(run);
      outcome = running.catch(String);
      return running;
    },
  };
  onTestFinished(() => {
    delete context.expensiveThread;
  });
  const client = new AbortController();
  await sql.begin(async (tx) => {
    await tx`lock table device_days in access exclusive mode`;
    const answer = fetch(`${address}/v2/site/report`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ sid, from: '2026-06-12', to: '2026-06-14' }),
      signal: client.signal,
    });
    await expect.poll(blocked).toBe(1);
    expect(context.expensiveCalls.counts()).toEqual({ running: 1, waiting: 0 });
    client.abort();
    await expect(answer).rejects.toThrow('abort');
    // The lock is still held, and the wait for it has not timed out.
    expect(await outcome).toContain('canceling statement due to user request');
    expect(await blocked()).toBe(0);
    await expect.poll(() => context.expensiveCalls.counts()).toEqual({ running: 0, waiting: 0 });
  });
  const [usual, inThread] = await bothWays('site/report', { sid, from: '2026-06-12', to: '2026-06-14' });
  expect(inThread.json()).toEqual(usual.json());
});

test('writes the lines of the thread to the log of the server, with the id of the request', async () => {
  const lines: string[] = [];
  const writeLog = (line: string) => void lines.push(line);
  const { log } = context;
  const own = createExpensiveThread({
    entry: new URL('../../../test/loggingThread.ts', import.meta.url),
    databaseUrl: server.databaseUrl,
    config: context.config,
    idleS: 60,
    writeLog,
  });
  Object.assign(context, { expensiveThread: own, log: openLog('warn', [{ write: writeLog }]) });
  onTestFinished(async () => {
    delete context.expensiveThread;
    context.log = log;
    await own.close();
  });
  const call = () => server.call('site/report', { sid, from: '2026-06-12', to: '2026-06-14' }, { token });
  expect([(await call()).status, (await call()).status]).toEqual([500, 500]);
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; reqId: string });
  expect(logged.map(({ msg }) => msg)).toEqual(Array(2).fill(['a line of the thread', 'call failed']).flat());
  expect(logged[0]!.reqId).toBe(logged[1]!.reqId);
  expect(new Set(logged.map(({ reqId }) => reqId)).size).toBe(2);
});

const played = (more: { idleMs?: number; writeLog?: (line: string) => void } = {}) =>
  createExpensiveThread({
    entry: new URL('../../../test/playedThread.ts', import.meta.url),
    databaseUrl: '',
    config: context.config,
    idleS: 60,
    writeLog: () => {},
    ...more,
  });
const runIn = async (
  of: typeof thread,
  fields: { dies?: boolean; hangs?: boolean } = {},
  timeoutMs = 20_000,
): Promise<number> => {
  const gone = new AbortController().signal;
  const run = { path: 'p', call: { timeoutMs }, fields, session: null, caller: {}, gone } as unknown as ExpensiveRun;
  const answer = (await of.run(run)) as EncodedResponse;
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
  const own = played({ idleMs: 0 });
  const first = await runIn(own);
  await expect.poll(() => runIn(own)).not.toBe(first);
  await own.close();
});

test('fails a job whose thread dies, and starts another thread for the next one', async () => {
  const own = played();
  const runJob = (data: object) => own.runJob('userFile', data, undefined);
  const first = await runJob({});
  expect(await runJob({})).toBe(first);
  await expect(runJob({ dies: true })).rejects.toThrow('ended with 3');
  expect(await runJob({})).not.toBe(first);
  await own.close();
});

test('ends a thread with a job that gives no sign of life, and none that answers', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const pongs: string[] = [];
  const own = played({ writeLog: (line) => pongs.push(line) });
  const failed = expect(own.runJob('userFile', { works: true }, undefined)).rejects.toThrow('has ended');
  for (let minute = 1; minute <= 3; minute++) {
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => pongs.length, { timeout: 60_000 }).toBe(minute);
  }
  const hanging = expect(own.runJob('userFile', { hangs: true }, undefined)).rejects.toThrow('has ended');
  vi.advanceTimersByTime(120_000);
  await Promise.all([failed, hanging]);
});
