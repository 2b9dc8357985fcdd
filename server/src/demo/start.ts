// Runs the demonstration fleet in a process of its own, so that making two weeks of history never slows the portal.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { childEnvironment } from '../config.ts';
import type { Sql } from '../platform/database/connect.ts';

export interface DemoOrder {
  databaseUrl: string;
  /** Where its devices post their frames. */
  url: string;
  /** Where those that speak MQTT connect, on this machine. */
  mqttPort: number;
  /** Where it writes down what is planted. */
  dataDir: string;
}

/** Starts the fleet and returns how to stop it. A fleet that dies is started again after a while; it goes on where it was. */
export function startDemo(order: DemoOrder, log: FastifyBaseLogger): () => Promise<void> {
  let child: ChildProcess;
  let stopped = false;
  let again: NodeJS.Timeout | undefined;
  const run = (): void => {
    child = fork(join(import.meta.dirname, 'main.ts'), {
      env: childEnvironment(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.send(order);
    child.once('exit', (code, signal) => {
      if (stopped) return;
      log.warn({ code, signal }, 'the demonstration fleet stopped; it starts again in 10 s');
      again = setTimeout(run, 10_000);
    });
  };
  run();
  return async () => {
    stopped = true;
    clearTimeout(again);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await ended;
    clearTimeout(hard);
  };
}

/**
 * Whether this database is the demonstration's: it holds the fleet already, or held no user when this was first asked,
 * which is noted, so that a start that was interrupted goes on. Ask it after the migrations and before the seed.
 */
export async function isDemoEnabled(sql: Sql): Promise<boolean> {
  await sql`
    insert into settings (name, value) select 'demoWanted', 'true'::jsonb
    where not exists (select from users) on conflict do nothing`;
  const [row] = await sql`select from settings where name in ('demoWanted', 'demoFleet') limit 1`;
  return row !== undefined;
}
