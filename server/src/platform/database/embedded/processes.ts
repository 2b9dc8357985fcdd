// Finds and ends a PostgreSQL that a killed server left behind; only one that provably works in the given folder.
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../../startupError.ts';

/** Whether the process is a PostgreSQL, or an initdb, working in that folder. */
export function processIn(pid: number, pgData: string): boolean {
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return (name === 'postgres' || name === 'initdb') && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(pgData);
  } catch {
    // Gone, or a zombie, which holds neither memory nor files.
    return false;
  }
}

/** Stops the process with increasingly strong signals, finally by a kill, from which PostgreSQL recovers, too. */
export async function stopProcess(pid: number, pgData: string): Promise<void> {
  const startedMs = performance.now();
  const signals: [afterMs: number, signal: NodeJS.Signals][] = [
    [0, 'SIGINT'],
    [5_000, 'SIGQUIT'],
    [8_000, 'SIGKILL'],
  ];
  while (processIn(pid, pgData)) {
    const elapsedMs = performance.now() - startedMs;
    if (elapsedMs > 60_000) throw stillRunning(pid, pgData);
    while (signals[0] && elapsedMs >= signals[0][0]) send(pid, signals.shift()![1]);
    await wait(50);
  }
}

/**
 * Ends child processes that an ended PostgreSQL left in its folder, and waits until they are gone. They exit by themselves
 * once they notice; one that does not would still write while the next PostgreSQL recovers. Call it only after the
 * PostgreSQL itself has ended.
 */
export async function endOrphans(pgData: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const startedMs = performance.now();
  for (;;) {
    const orphans = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && processIn(Number(name), pgData));
    if (orphans.length === 0) return;
    if (performance.now() - startedMs > 30_000) throw stillRunning(Number(orphans[0]), pgData);
    for (const pid of orphans) send(Number(pid), 'SIGKILL');
    await wait(20);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

function stillRunning(pid: number, pgData: string): StartupError {
  return new StartupError(
    `A PostgreSQL (process ${pid}) still runs on ${pgData} and does not end; end it and start again.`,
  );
}
