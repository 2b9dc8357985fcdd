// Servers as separate processes on a test's database, killed and restarted on the same ports.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { freePort } from './freePort.ts';
import { killServers, type Started, startServer } from './serverProcess.ts';
import { type TestServer, testServer } from './testServer.ts';

/** A process and its database start slowly on a busy machine, and timed jobs run every few seconds. */
export const PATIENCE = { timeout: 60_000, interval: 100 };

/** Server for the test's own calls, with the clock of the processes. */
export async function serverOfNow(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await testServer(env);
  server.clock.set(new Date().toISOString());
  return server;
}

export interface KilledServer {
  /** Address, which stays the same over restarts, as do the other ports in `env`. */
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Returns a starter of servers for one test file; all are removed after its tests. */
export function killedServers(): (server: TestServer, env: Record<string, string>) => Promise<KilledServer> {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-killed-'));
  afterAll(async () => {
    await killServers();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return async ({ databaseUrl }, env) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: mkdtempSync(join(folder, 'data')), PORT: String(port) };
    let started: Started;
    const start = async (): Promise<void> => {
      started = startServer({ ...settings, PUBLIC_URL: url, ...env });
      await started.ready;
    };
    await start();
    return {
      url,
      start,
      async kill(): Promise<void> {
        started.child.kill('SIGKILL');
        await started.ended;
      },
    };
  };
}

/** Retries a connection, because a restarted server accepts none for a moment. */
export async function again<T>(connect: () => Promise<T>): Promise<T> {
  for (const untilMs = performance.now() + PATIENCE.timeout; ; ) {
    const outcome = await connect().then(
      (connected) => ({ connected }),
      (error: unknown) => ({ error }),
    );
    if ('connected' in outcome) return outcome.connected;
    if (performance.now() > untilMs) throw outcome.error;
    await wait(PATIENCE.interval);
  }
}
