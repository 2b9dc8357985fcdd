// Looks at and ends a PostgreSQL that a killed server left behind; only one that is proven to work in the given folder.
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
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
