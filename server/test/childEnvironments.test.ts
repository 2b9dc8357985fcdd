// What programs that the server starts can read of its environment: no password that was given to it.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { childrenOf, killServers, procFile, startServer, stopServer } from './serverProcess.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-children-'));
chmodSync(dataDir, 0o711);
afterAll(async () => {
  await killServers();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test.runIf(process.platform === 'linux')(
  "PostgreSQL, its watcher and the demonstration know nothing of the administrator's password",
  async () => {
    const password = 'a lantern on the roof';
    const secrets = {
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: password,
      SOME_KEY: 'a key of another program',
    };
    const server = startServer({ DATA_DIR: dataDir, DEMO: 'on', ...secrets });
    await server.ready;
    const children = childrenOf(server.child.pid!);
    const programs = children.map((pid) => procFile(pid, 'cmdline').replaceAll('\0', ' ')).join('\n');
    expect(programs).toMatch(/bin\/postgres /);
    expect(programs).toMatch(/^\/bin\/sh -c/m);
    expect(programs).toMatch(/demo\/main\.ts/);
    for (const pid of [...children, ...children.flatMap(childrenOf)]) {
      // Of one that has ended there is nothing to read, and nothing to find.
      expect(procFile(pid, 'environ') + procFile(pid, 'cmdline')).not.toMatch(/lantern|PASSWORD|another program/);
    }
    const databasePassword = readFileSync(join(dataDir, 'database-password'), 'utf8').trim();
    for (const pid of children) {
      expect(procFile(pid, 'environ') + procFile(pid, 'cmdline')).not.toContain(databasePassword);
    }
    expect(await stopServer(server)).toBe(0);
  },
);
