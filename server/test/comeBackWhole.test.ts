// The whole server restarts on its port with all its data after everything was killed, and of several concurrent starts one runs.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { kill, postmasterOf, startEmbedded, watcherOf } from './embeddedProcess.ts';
import { freePort } from './freePort.ts';
import { childrenOf, killServers, processesIn, startServer, stopServer } from './serverProcess.ts';

const folder = mkdtempSync(join(tmpdir(), 'heliograph back '));
chmodSync(folder, 0o711);
const dataDir = join(folder, 'data');
afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('the whole server restarts on its port after each of three kills and keeps its data', async () => {
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  let server = startServer({ ...env, ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'sunny side' });
  const orders: ((pid: number) => number[])[] = [
    (pid) => [...processesIn(dataDir), watcherOf(pid), pid],
    (pid) => [watcherOf(pid), pid, ...processesIn(dataDir)],
    (pid) => [pid, ...processesIn(dataDir)],
  ];
  for (const order of orders) {
    const address = await server.ready;
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    kill(order(server.child.pid!));
    server = startServer(env);
  }
  await server.ready;
  // The administrator exists, so no link to create one is printed.
  expect(server.output()).not.toContain('/setup');
  expect(await stopServer(server)).toBe(0);
  expect(processesIn(dataDir)).toEqual([]);
}, 240_000);

test('of several servers started at once after a kill exactly one runs and the others state the reason', async () => {
  const place = join(folder, 'several');
  const server = startEmbedded(place);
  await server.ready;
  kill([...processesIn(place), server.child.pid!]);
  const starters = Array.from({ length: 3 }, () => startEmbedded(place));
  const outcomes = await Promise.allSettled(starters.map(({ ready }) => ready));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const postmasters = processesIn(place).filter(
    (pid) => !processesIn(place).some((other) => childrenOf(other).includes(pid)),
  );
  expect(postmasters).toEqual([postmasterOf(place)]);
  for (const [index, { status }] of outcomes.entries()) {
    if (status === 'fulfilled') expect(await stopServer(starters[index]!)).toBe(0);
    else expect(starters[index]!.output()).toContain('Another Heliograph already runs on the data folder');
  }
});
