// Exports: another server finishes them when theirs is killed.
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';
import { until } from '../../test/until.ts';
import { createUserFilePlant } from '../../test/userFilePlant.ts';
import { startQueue } from '../jobs/queue.ts';
import { makeUserFile } from './makeFiles.ts';

const server = await testServer();
const { ask, context, sql } = server;
const { asked: requestFile, stored, token, WHOLE } = await createUserFilePlant(server);

test('finishes an export once on another server when its server is killed', async () => {
  const key = await requestFile({ ...WHOLE, format: 'xlsx' });
  const child = fork(resolve(import.meta.dirname, '../../test/fileServer.ts'), [
    server.databaseUrl,
    JSON.stringify(key),
  ]);
  const ended = new Promise((done) => child.once('exit', done));
  await until(async () => (await stored(key)).row!.doneDays > 0);
  child.kill('SIGKILL');
  await ended;
  expect((await stored(key)).row).toMatchObject({ state: 'running', tries: 1 });
  expect(await makeUserFile(context, key)).toBe('held');
  await sql`update user_files set held_until = now() - interval '1 s' where id = ${key.id}`;
  const stop = await startQueue(context, server.databaseUrl, {});
  await until(async () => (await stored(key)).row!.state === 'ready');
  expect((await stored(key)).row).toMatchObject({ tries: 2, doneDays: 31 });
  // A file that is requested while the queue runs is made without polling.
  const next = await requestFile({ ...WHOLE, format: 'parquet' });
  await until(async () => (await stored(next)).row!.state === 'ready');
  await stop();
  for (const one of [key, next]) await ask('device/history/files/remove', one, { token });
});
