// Looks at and ends a PostgreSQL that a killed server left behind; only one that is proven to work in the given folder.
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Whether that process is a PostgreSQL working in that folder (PostgreSQL's working folder is its data folder). */
export function processIn(pid: number, pgData: string): boolean {
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return name === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(pgData);
  } catch {
    return false;
  }
}

/** Asks it to stop, then insists; false if it is still there after a minute. */
export async function stopProcess(pid: number, pgData: string): Promise<boolean> {
  const started = performance.now();
  let insisted = false;
  process.kill(pid, 'SIGINT');
  while (processIn(pid, pgData)) {
    const elapsedMs = performance.now() - started;
    if (elapsedMs > 60_000) return false;
    if (elapsedMs > 20_000 && !insisted) {
      insisted = true;
      process.kill(pid, 'SIGQUIT');
    }
    await wait(50);
  }
  return true;
}

/**
 * Ends what a PostgreSQL that is gone has left in its folder. Its parts go by themselves once they notice; one that does
 * not would still write while the next PostgreSQL recovers. Call it only when the PostgreSQL itself is gone.
 */
export async function endOrphans(pgData: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let tries = 0; tries < 100; tries++) {
    const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && processIn(Number(name), pgData));
    if (left.length === 0) return;
    for (const pid of left) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {}
    }
    await wait(50);
  }
}
