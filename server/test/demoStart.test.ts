// The server with its demonstration as processes: readable environments, and accounts that are frozen without the demonstration.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childrenOf, killServers, procFile, type Started, startServer, stopServer } from './serverProcess.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-demo-'));
chmodSync(dataDir, 0o711);
const secrets = {
  ADMIN_EMAIL: 'operator@example.com',
  ADMIN_PASSWORD: 'a lantern on the roof',
  SOME_KEY: 'a key of another program',
};
let server: Started;
beforeAll(async () => {
  server = startServer({ DATA_DIR: dataDir, DEMO: 'on', ...secrets });
  await server.ready;
});
afterAll(async () => {
  await killServers();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test.runIf(process.platform === 'linux')(
  "PostgreSQL, its watcher and the demonstration know nothing of the administrator's password",
  () => {
    const children = childrenOf(server.child.pid!);
    const programs = children.map((pid) => procFile(pid, 'cmdline').replaceAll('\0', ' ')).join('\n');
    expect(programs).toMatch(/bin\/postgres /);
    expect(programs).toMatch(/^\/bin\/sh -c/m);
    expect(programs).toMatch(/demo\/main\.ts/);
    for (const pid of [...children, ...children.flatMap(childrenOf)]) {
      // A process that has ended has nothing to read.
      expect(procFile(pid, 'environ') + procFile(pid, 'cmdline')).not.toMatch(/lantern|PASSWORD|another program/);
    }
    const databasePassword = readFileSync(join(dataDir, 'database-password'), 'utf8').trim();
    for (const pid of children) {
      expect(procFile(pid, 'environ') + procFile(pid, 'cmdline')).not.toContain(databasePassword);
    }
  },
);

test('accounts of a demonstration can sign in while it runs, and a start without it freezes them', {
  timeout: 240_000,
}, async () => {
  const ask = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${await server.ready}/v2/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
    });
    return (await answer.json()) as {
      code: number;
      data: { demo: { accounts: { email: string; password: string }[] } | null };
    };
  };
  // A separate process creates them after the start.
  const published = async () => (await ask('common/portal', {})).data.demo?.accounts ?? [];
  await expect.poll(published, { timeout: 60_000 }).toHaveLength(2);
  const [{ email, password }] = (await published()) as [{ email: string; password: string }];
  const signIn = async () => (await ask('sign-in', { account: email, password })).code;
  expect(await signIn()).toBe(200);
  expect(server.output()).not.toContain('are frozen');
  expect(await stopServer(server)).toBe(0);

  server = startServer({ DATA_DIR: dataDir, DEMO: 'off' });
  await server.ready;
  expect(await signIn()).not.toBe(200);
  expect(server.output()).toMatch(
    /^The demonstration's \d+ accounts are frozen, because their password is published; DEMO=on lets them in again\.$/m,
  );
  expect(await stopServer(server)).toBe(0);
});
