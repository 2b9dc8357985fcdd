// Ensures one server per data folder by locks that the operating system releases when their holder dies.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { makePrivate } from './places.ts';

/** A killed server holds its locks until the system has cleaned it up, which takes a while on a busy machine. */
const MAX_WAIT_MS = 3_000;
const SQLITE_BUSY = 5;

/**
 * Locks a file in the folder by a file-system lock, which also works between containers. Uses SQLite, the only such API
 * that Node includes; nothing is ever written.
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

/** Listens on an abstract socket of Linux, which has no file: the lock that earlier versions used for a folder. */
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

/** Locks the folder; resolves to a function that releases the lock, or to undefined if another server keeps holding it. */
export async function lockFolder(folder: string): Promise<(() => void) | undefined> {
  const startedMs = performance.now();
  for (;;) {
    const unlock = await tryLock(folder);
    if (unlock || performance.now() - startedMs > MAX_WAIT_MS) return unlock;
    await wait(50);
  }
}
