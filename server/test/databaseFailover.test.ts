// The server on two hosts of a database, killed in turn while it starts, is idle and takes reports: all of its parts follow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { enqueueJob } from '../src/platform/database/siteJobs.ts';
import { countSamples } from '../src/samples/deletion.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { type DatabaseHost, databaseHosts } from './databaseHosts.ts';
import { makeDevice, makeSite, makeUser } from './factories.ts';
import { bdm400 } from './reportServer.ts';
import { killServers, type Started, startServer, stopServer } from './serverProcess.ts';

const folder = mkdtempSync(join(tmpdir(), 'heliograph-failover-'));
let database: FreshDatabase;
let url: string;
let hosts: [DatabaseHost, DatabaseHost];
let sid: string;
let sn: string;
beforeAll(async () => {
  database = await freshDatabase('seeded');
  ({ url, hosts } = await databaseHosts(database.url));
  const { companyId } = await makeUser(database.sql);
  sid = await makeSite(database.sql, { companyId });
  ({ sn } = await makeDevice(database.sql, { sid }));
});
afterAll(async () => {
  await killServers();
  await Promise.all(hosts.map((host) => host.kill()));
  await database.drop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

let server: Started;
afterEach(async () => {
  await stopServer(server, 'SIGKILL');
  for (const host of hosts) {
    await host.kill();
    await host.start();
  }
});
function start(): Started {
  server = startServer({ DATABASE_URL: url, DATA_DIR: mkdtempSync(join(folder, 'data')) });
  return server;
}

const readiness = async (): Promise<unknown> => await (await fetch(`${await server.ready}/readyz`)).json();
/** Runs a job, which takes the connection of the queue, notifications and the pool. */
async function runJob(): Promise<void> {
  await enqueueJob(database.sql, sid, 'recompute', new Date());
  const left = async () => (await database.sql`select from site_jobs where sid = ${sid}`).length;
  await expect.poll(left, { timeout: 30_000 }).toBe(0);
}

test.each([0, 1] as const)('starts while host %i is away', async (away) => {
  await hosts[away].kill();
  await start().ready;
  await runJob();
});

test('starts although the host that it uses is killed meanwhile', async () => {
  for (const afterMs of [400, 1200]) {
    start();
    await wait(afterMs);
    await hosts[0].kill();
    await server.ready;
    await runJob();
    await stopServer(server, 'SIGKILL');
    await hosts[0].start();
  }
});

test('answers, is ready and runs jobs after each host was killed in turn, without losing an acknowledged report', async () => {
  await start().ready;
  await runJob();
  let sent = 0;
  let acknowledged = 0;
  const report = async (): Promise<void> => {
    const body = Buffer.from(bdm400(sn, { counterWh: ++sent }));
    const { status } = await fetch(`${await server.ready}/i.php`, { method: 'POST', body });
    if (status === 200) acknowledged++;
  };
  for (const host of [...hosts, ...hosts]) {
    let isLoaded = true;
    const load = (async () => {
      while (isLoaded) await report();
    })();
    await wait(200);
    await host.kill();
    await expect.poll(readiness).toEqual({ status: 'ready' });
    await runJob();
    isLoaded = false;
    await load;
    await host.start();
  }
  expect(acknowledged).toBeGreaterThan(0);
  expect(await countSamples(database.sql, sid)).toBeGreaterThanOrEqual(acknowledged);
});

test.each(['kill', 'freeze'] as const)('ends within 5 s of a signal while the database is away: %s', async (how) => {
  await start().ready;
  for (const host of hosts) await host[how]();
  await wait(2_000);
  const sentMs = performance.now();
  await stopServer(server, 'SIGTERM');
  expect(performance.now() - sentMs).toBeLessThan(5_000);
  expect(
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"stack"')),
  ).toEqual([]);
});
