// Runs the demo fleet in a separate process, so that making two weeks of history never slows the portal.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { childEnvironment } from '../config.ts';
import type { Sql } from '../platform/database/connect.ts';

export interface DemoOrder {
  databaseUrl: string;
  /** URL to which its devices post their frames. */
  url: string;
  /** Port on this machine to which its MQTT gateways connect. */
  mqttPort: number;
  /** Folder of the file with the planted faults. */
  dataDir: string;
}

/** Starts the fleet and returns a function that stops it. A fleet that exits is restarted after 10 s and continues where it was. */
export function startDemo(order: DemoOrder, log: FastifyBaseLogger): () => Promise<void> {
  let child: ChildProcess;
  let stopped = false;
  let restart: NodeJS.Timeout | undefined;
  const run = (): void => {
    child = fork(join(import.meta.dirname, 'main.ts'), {
      env: childEnvironment(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.send(order);
    child.once('exit', (code, signal) => {
      if (stopped) return;
      log.warn({ code, signal }, 'the demo fleet stopped; it restarts in 10 s');
      restart = setTimeout(run, 10_000);
    });
  };
  run();
  return async () => {
    stopped = true;
    clearTimeout(restart);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const forcedKill = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await ended;
    clearTimeout(forcedKill);
  };
}

/**
 * Whether the demo may use this database: it contains the fleet already, or contained no user at the first call, which is
 * recorded so that an interrupted start continues. Call it after the migrations and before the seed.
 */
export async function isDemoEnabled(sql: Sql): Promise<boolean> {
  await sql`
    insert into settings (name, value) select 'demoWanted', 'true'::jsonb
    where not exists (select from users) on conflict do nothing`;
  const [row] = await sql`select from settings where name in ('demoWanted', 'demoFleet') limit 1`;
  return row !== undefined;
}
