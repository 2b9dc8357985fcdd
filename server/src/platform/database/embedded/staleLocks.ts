// Removes obstacles to a start of PostgreSQL after everything was killed: leftover processes, and lock files that name them.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endOrphans, processIn, stopProcess } from './processes.ts';

/**
 * Clears stale locks. Call it while holding the lock of the data folder, which proves that no running server's PostgreSQL
 * is concerned. PostgreSQL cannot distinguish a stale lock from a held one by the process id alone: the id may now be
 * another program's, in a container mostly that of this process or its parent.
 */
export async function clearLocks(pgData: string, socketDir: string): Promise<void> {
  const pidFile = join(pgData, 'postmaster.pid');
  const text = readText(pidFile);
  // Negative while its roles were being prepared in single-user mode.
  const pid = Number(/^-?(\d+)(?=\n)/.exec(text)?.[1]);
  if (process.platform === 'linux') {
    if (pid > 1 && processIn(pid, pgData)) await stopProcess(pid, pgData);
    await endOrphans(pgData);
  }
  // PostgreSQL considers a lock with its parent's process id as stale, and still checks whether the shared memory named in
  // the file is in use: so it is safe even where processes cannot be inspected.
  if (pid > 0) writeFileSync(pidFile, text.replace(/^-?\d+/, String(process.pid)), 'latin1');
  else rmSync(pidFile, { force: true });
  // These are created after postmaster.pid, so without a holder of that one nobody holds these.
  for (const name of ['.s.PGSQL.5432.lock', '.s.PGSQL.5432']) rmSync(join(socketDir, name), { force: true });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
