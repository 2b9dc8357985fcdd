// Tests that a background job of a plant continues when the server that runs it is killed.
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { movingPlants, reports, TOKYO } from '../../../test/movingPlants.ts';
import { testServer } from '../../../test/testServer.ts';
import { until } from '../../../test/until.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { runSiteJob } from './runSiteJobs.ts';

const server = await testServer();
const { sql, context } = server;
const { device, move, daysOf, native } = await movingPlants(server);

test('continues a job where it stopped when its server is killed', async () => {
  const first = await device();
  const all = [first];
  for (let n = 0; n < 5; n++) all.push(await makeDevice(sql, { sid: first.sid }));
  for (const { sn } of all) await ingestReports(context, reports(sn, 0, 2500));
  await move(first.sid, TOKYO);
  const child = fork(resolve(import.meta.dirname, '../../../test/runJobs.ts'), [server.databaseUrl]);
  const exited = new Promise((done) => child.once('exit', done));
  await until(async () => {
    const [remaining] = await sql<{ devices: number }[]>`
      select count(*) as devices from device_live where sid = ${first.sid} and fold_timezone is not null`;
    return remaining!.devices < all.length;
  });
  child.kill('SIGKILL');
  await exited;
  expect(await runSiteJob(context, { sid: first.sid, kind: 'recompute' })).toBe('held');
  await sql`update site_jobs set held_until = now()`;
  expect(await runSiteJob(context, { sid: first.sid, kind: 'recompute' })).toBe('done');
  const expected = await native(TOKYO, [0, 2500]);
  for (const each of all) expect((await daysOf(each)).device).toEqual(expected.device);
});
