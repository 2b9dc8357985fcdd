// One server per data folder: locks that the system itself lifts when their holder dies, however it dies.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { makePrivate } from './places.ts';

/** A killed server holds its locks until the system has taken all of it away, which takes a while on a busy machine. */
const LONGEST_WAIT_MS = 3_000;
const SQLITE_BUSY = 5;

/**
 * A lock of the file system on a file in the folder, which holds between containers, too. SQLite is the way to it that
 * Node brings: nothing is ever written.
 */
function lockFile(path: string): (() => void) | undefined {
  makePrivate(path);
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('begin exclusive');
    return () => {
      if (file.isOpen) file.close();
    };
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/** Linux has socket names without a file: the one by which earlier versions knew that a folder is taken. */
function lockName(folder: string): Promise<(() => void) | undefined> {
  const { dev, ino } = statSync(folder);
  const mark = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24);
  const server: Server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(`\0heliograph-${mark}`, () => {
      server.unref();
      resolve(() => void server.close());
    });
  });
}

async function tryLock(folder: string): Promise<(() => void) | undefined> {
  const unlockFile = lockFile(join(folder, 'lock'));
  if (!unlockFile || process.platform !== 'linux') return unlockFile;
  const unlockName = await lockName(folder);
  if (!unlockName) {
    unlockFile();
    return undefined;
  }
  return () => {
    unlockName();
    unlockFile();
  };
}

/** Resolves to what lifts the lock, or to undefined when another server holds it and goes on holding it. */
export async function lockFolder(folder: string): Promise<(() => void) | undefined> {
  const startedMs = performance.now();
  for (;;) {
    const unlock = await tryLock(folder);
    if (unlock || performance.now() - startedMs > LONGEST_WAIT_MS) return unlock;
    await wait(50);
  }
}
