// Export files: restarted when their server dies, made once, ended when they are removed, too large or without space; only one piece is in memory.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../test/factories.ts';
import { fileOf } from '../../test/files.ts';
import { fillHistory } from '../../test/historyFiles.ts';
import { testServer } from '../../test/testServer.ts';
import { until } from '../../test/until.ts';
import { createUserFilePlant, SAMPLES } from '../../test/userFilePlant.ts';
import type { Context } from '../context.ts';
import { expireData } from '../jobs/expireData.ts';
import { runSiteJobs } from '../jobs/siteJobs/runSiteJobs.ts';
import { makeUserFile } from './makeFiles.ts';
import { FILE_LIMITS } from './userFiles.ts';

const server = await testServer();
const { ask, clock, context, sql, signedIn } = server;
const { asked: requestFile, companyId, stored, userId, WHOLE, ...plant } = await createUserFilePlant(server);
let { token } = plant;

test('an export stores its progress while it is made, and pieces of bounded size', async () => {
  const key = await requestFile();
  const making = makeUserFile(context, key);
  await until(async () => (await stored(key)).kept.count > 0);
  expect((await stored(key)).row).toMatchObject({ state: 'running', tries: 1 });
  expect(await making).toBe('done');
  const { row, kept } = await stored(key);
  expect(row).toMatchObject({ state: 'ready', doneDays: 31, pieces: kept.count, bytes: kept.bytes });
  expect(kept.count).toBeGreaterThan(1);
  expect(
    Math.max(...(await sql<{ n: number }[]>`select length(bytes) as n from user_file_pieces`).map(({ n }) => n)),
  ).toBeLessThan(1.2 * 1024 * 1024);
  const { bytes } = await fileOf(server, 'device/history/files/fetch', key, { token });
  expect(bytes.length).toBe(row!.bytes);
  expect(bytes.toString('utf8').trim().split('\r\n')).toHaveLength(1 + SAMPLES);
  expect(await makeUserFile(context, key)).toBe('gone');
  await ask('device/history/files/remove', key, { token });
});

test('one of two servers makes an export, another restarts it after a failure, and the first one writes nothing more', async () => {
  const key = await requestFile();
  const making = makeUserFile(context, key);
  await until(async () => (await stored(key)).kept.count > 0);
  expect(await makeUserFile(context, key)).toBe('held');
  // As if its server had not renewed the lease.
  await sql`update user_files set held_until = now() - interval '1 s' where id = ${key.id}`;
  expect(await makeUserFile(context, key)).toBe('done');
  expect(await making).toBe('gone');
  const { row, kept } = await stored(key);
  expect(row).toMatchObject({ state: 'ready', tries: 2, pieces: kept.count, bytes: kept.bytes });
  const { bytes } = await fileOf(server, 'device/history/files/fetch', key, { token });
  expect(bytes.toString('utf8').trim().split('\r\n')).toHaveLength(1 + SAMPLES);
  await ask('device/history/files/remove', key, { token });
});

test('an export of a plant counts the days of all devices, and another server that restarts it writes each row once', async () => {
  const sid = await makeSite(sql, { companyId });
  const samples = 20_000;
  const devices = [await makeDevice(sql, { sid }), await makeDevice(sql, { sid })];
  for (const { sn } of devices) await fillHistory(sql, sid, sn, '2026-05-01T00:00:00Z', samples, 60);
  const days = { sid, start: '2026-05-01', end: '2026-05-31' };
  const key = { userId, id: (await ask('site/history/files/ask', days, { token })).id };
  const making = makeUserFile(context, key);
  await until(async () => (await stored(key)).kept.count > 0);
  expect(await makeUserFile(context, key)).toBe('held');
  await sql`update user_files set held_until = now() - interval '1 s' where id = ${key.id}`;
  expect(await makeUserFile(context, key)).toBe('done');
  expect(await making).toBe('gone');
  const { row, kept } = await stored(key);
  expect(row).toMatchObject({ state: 'ready', tries: 2, doneDays: 62, pieces: kept.count, bytes: kept.bytes });
  const { bytes } = await fileOf(server, 'device/history/files/fetch', key, { token });
  const numbers = bytes
    .toString('utf8')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[2]);
  expect(numbers).toEqual(devices.flatMap(({ sn }) => new Array<string>(samples).fill(sn)));

  // Ends when the plant is deleted meanwhile.
  const other = { userId, id: (await ask('site/history/files/ask', { ...days, format: 'xlsx' }, { token })).id };
  const { paused, reached, resume } = pauseReading(5);
  const ending = makeUserFile(paused, other);
  await reached;
  await ask('site/delete', { sid }, { token });
  await runSiteJobs(context);
  resume();
  expect(await ending).toBe('gone');
  for (const one of [key, other]) expect(await stored(one)).toEqual({ row: undefined, kept: { count: 0, bytes: 0 } });
});

/** Returns the context of a server that reads days only until `reached`, and goes on after `resume`. */
function pauseReading(reads: number): { paused: Context; reached: Promise<void>; resume: () => void } {
  const reached = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  let read = 0;
  const begin = async (...given: unknown[]) => {
    if (given[0] === 'read only' && ++read > reads) {
      reached.resolve();
      await resumed.promise;
    }
    return await (sql.begin as (...all: unknown[]) => Promise<unknown>)(...given);
  };
  const slow = Object.assign((...given: Parameters<typeof sql>) => sql(...given), sql, { begin });
  return { paused: { ...context, sql: slow as typeof sql }, reached: reached.promise, resume: resumed.resolve };
}

test('an export that is removed while it is made ends and leaves nothing', async () => {
  const key = await requestFile();
  const making = makeUserFile(context, key);
  await until(async () => (await stored(key)).kept.count > 0);
  await ask('device/history/files/remove', key, { token });
  expect(await making).toBe('gone');
  expect(await stored(key)).toEqual({ row: undefined, kept: { count: 0, bytes: 0 } });
});

test('a server that stops releases its export at once', async () => {
  const key = await requestFile();
  const stopping = new AbortController();
  const making = makeUserFile(context, key, { signal: stopping.signal });
  await until(async () => (await stored(key)).kept.count > 0);
  stopping.abort();
  expect(await making).toBe('held');
  expect(await makeUserFile(context, key)).toBe('done');
  await ask('device/history/files/remove', key, { token });
});

test.each([
  ['tooLarge', { bytesEach: 1_500_000 }],
  ['yoursFull', { bytesUser: 1_500_000 }],
  ['noRoom', { bytesAll: 1_500_000 }],
] as const)('an export fails with the reason %s, stores no bytes, and can be requested again', async (why, limits) => {
  const key = await requestFile();
  expect(await makeUserFile(context, key, { limits: { ...FILE_LIMITS, ...limits } })).toBe('failed');
  expect(await stored(key)).toMatchObject({ row: { state: 'failed', failure: why, bytes: 0 }, kept: { count: 0 } });
  const { list } = await ask('device/history/files', {}, { token });
  expect(list.find(({ id }) => id === key.id)!.failureText).not.toBe('');
  const repeated = await requestFile();
  expect(repeated.id).not.toBe(key.id);
  expect(await makeUserFile(context, repeated)).toBe('done');
  for (const one of [key, repeated]) await ask('device/history/files/remove', one, { token });
});

test('an export on a full disk fails with its reason and frees its space, and one that keeps failing is given up', async () => {
  const full = await requestFile();
  const broken = (error: Error): Context => {
    const begin = (...args: unknown[]) => {
      if (args[0] === 'read only') return Promise.reject(error);
      return (sql.begin as (...all: unknown[]) => Promise<unknown>)(...args);
    };
    return {
      ...context,
      sql: Object.assign(
        ((...all: unknown[]) => (sql as never as (...a: unknown[]) => unknown)(...all)) as never,
        sql,
        { begin },
      ),
    };
  };
  expect(await makeUserFile(broken(Object.assign(new Error('no space'), { code: '53100' })), full)).toBe('failed');
  expect((await stored(full)).row).toMatchObject({ state: 'failed', failure: 'noRoom' });
  const other = await requestFile();
  for (let n = 1; n < 4; n++) await expect(makeUserFile(broken(new Error('bug')), other)).rejects.toThrow('bug');
  expect(await makeUserFile(broken(new Error('bug')), other)).toBe('failed');
  expect((await stored(other)).row).toMatchObject({ state: 'failed', failure: 'fault', tries: 4 });
  for (const one of [full, other]) await ask('device/history/files/remove', one, { token });
});

test('deletes expired exports, and those of a deleted plant with its history', async () => {
  const key = await requestFile({ ...WHOLE, end: '2026-05-01' });
  expect(await makeUserFile(context, key)).toBe('done');
  expect((await expireData(context)).files).toBe(0);
  clock.forward(86_400);
  expect((await expireData(context)).files).toBe(1);
  expect(await stored(key)).toEqual({ row: undefined, kept: { count: 0, bytes: 0 } });
  clock.set('2026-06-15T10:00:00Z');
  // The session had expired a day later and was deleted too.
  token = await signedIn(userId);

  const device = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  const ready = await requestFile({ ...device, start: '2026-06-15' }, token);
  expect(await makeUserFile(context, ready)).toBe('done');
  const waiting = await requestFile({ ...device, start: '2026-06-14' }, token);
  await ask('site/delete', { sid: device.sid }, { token });
  expect((await fileOf(server, 'device/history/files/fetch', ready, { token })).code).toBe(1006);
  expect(await makeUserFile(context, waiting)).toBe('gone');
  await runSiteJobs(context);
  expect(await sql`select from user_files where about_sid = ${device.sid}`).toEqual([]);
  expect(await makeUserFile(context, { userId, id: randomUUID() })).toBe('gone');
});
