// Looks at and ends a PostgreSQL that a killed server left behind; only one that is proven to work in the given folder.
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../../startupError.ts';

/** Whether that process is a PostgreSQL, or one that makes its folder, working in that folder. */
export function processIn(pid: number, pgData: string): boolean {
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return (name === 'postgres' || name === 'initdb') && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(pgData);
  } catch {
    // Gone, or ended and not yet taken away: it holds neither memory nor files any more.
    return false;
  }
}

/** Asks it to stop, then insists, and ends it without its consent: PostgreSQL recovers from that, too. */
export async function stopProcess(pid: number, pgData: string): Promise<void> {
  const startedMs = performance.now();
  const signals: [afterMs: number, signal: NodeJS.Signals][] = [
    [0, 'SIGINT'],
    [5_000, 'SIGQUIT'],
    [8_000, 'SIGKILL'],
  ];
  while (processIn(pid, pgData)) {
    const elapsedMs = performance.now() - startedMs;
    if (elapsedMs > 60_000) throw endIt(pid, pgData);
    while (signals[0] && elapsedMs >= signals[0][0]) send(pid, signals.shift()![1]);
    await wait(50);
  }
}

/**
 * Ends what a PostgreSQL that is gone has left in its folder, and waits until it is gone, too. Its parts go by themselves
 * once they notice; one that does not would still write while the next PostgreSQL recovers. Call it only when the
 * PostgreSQL itself is gone.
 */
export async function endOrphans(pgData: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const startedMs = performance.now();
  for (;;) {
    const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && processIn(Number(name), pgData));
    if (left.length === 0) return;
    if (performance.now() - startedMs > 30_000) throw endIt(Number(left[0]), pgData);
    for (const pid of left) send(Number(pid), 'SIGKILL');
    await wait(20);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

function endIt(pid: number, pgData: string): StartupError {
  return new StartupError(
    `A PostgreSQL (process ${pid}) still runs on ${pgData} and does not end; end it and start again.`,
  );
}
