// Servers as processes of their own on a test's database, killed and started again at the same ports, for tests of what outlives that.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { freePort } from './freePort.ts';
import { killServers, type Started, startServer } from './serverProcess.ts';
import { type TestServer, testServer } from './testServer.ts';

/** A process and its database take their time to start on a busy machine, and what is timed comes round every few seconds. */
export const PATIENCE = { timeout: 60_000, interval: 100 };

/** The test's own calls, by the clock of the processes. */
export async function serverOfNow(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await testServer(env);
  server.clock.set(new Date().toISOString());
  return server;
}

export interface KilledServer {
  /** Where it is: the same over its deaths, as are the other ports of `env`. */
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** For one file, after whose tests nothing of them is left. */
export function killedServers(): (server: TestServer, env: Record<string, string>) => Promise<KilledServer> {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-killed-'));
  afterAll(async () => {
    await killServers();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return async ({ databaseUrl }, env) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const given = { DATABASE_URL: databaseUrl, DATA_DIR: mkdtempSync(join(folder, 'data')), PORT: String(port) };
    let started: Started;
    const start = async (): Promise<void> => {
      started = startServer({ ...given, PUBLIC_URL: url, ...env });
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

/** What was started again takes nobody for a moment. */
export async function again<T>(connect: () => Promise<T>): Promise<T> {
  for (const untilMs = performance.now() + PATIENCE.timeout; ; ) {
    const tried = await connect().then(
      (connected) => ({ connected }),
      (error: unknown) => ({ error }),
    );
    if ('connected' in tried) return tried.connected;
    if (performance.now() > untilMs) throw tried.error;
    await wait(PATIENCE.interval);
  }
}
