// Takes away what keeps a PostgreSQL from starting after everything was killed: processes left over, and files that name them.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endOrphans, processIn, stopProcess } from './processes.ts';

/**
 * Call it while holding the lock of the data folder: it says that no living server's PostgreSQL is meant. By number alone
 * PostgreSQL can't tell a lock that was left from one that is held: the number may be another program's by now, in a
 * container mostly that of this process or its parent.
 */
export async function clearLocks(pgData: string, socketDir: string): Promise<void> {
  const notes = join(pgData, 'postmaster.pid');
  const text = readText(notes);
  // Below zero while its roles were being prepared.
  const pid = Number(/^-?(\d+)(?=\n)/.exec(text)?.[1]);
  if (process.platform === 'linux') {
    if (pid > 1 && processIn(pid, pgData)) await stopProcess(pid, pgData);
    await endOrphans(pgData);
  }
  // PostgreSQL takes a lock with the number of its own parent for stale, and still looks whether the memory that the file
  // names is in use: so nothing is risked even where processes can't be looked at.
  if (pid > 0) writeFileSync(notes, text.replace(/^-?\d+/, String(process.pid)), 'latin1');
  else rmSync(notes, { force: true });
  // Made only after the other file: nobody who may have it has this one.
  for (const name of ['.s.PGSQL.5432.lock', '.s.PGSQL.5432']) rmSync(join(socketDir, name), { force: true });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
