// One server per data folder: a lock that the system itself lifts when its holder dies, however it dies.
import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

function listen(path: string): Promise<Server | 'taken'> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve('taken') : reject(error),
    );
    server.listen(path, () => resolve(server.unref()));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(socket.destroy() !== undefined));
    socket.once('error', () => resolve(false));
  });
}

/** Resolves to what lifts the lock, or to undefined when another server holds it. */
export async function lockFolder(folder: string, runtimeDir: string): Promise<(() => void) | undefined> {
  const { dev, ino } = statSync(folder);
  const name = `heliograph-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  // Linux has socket names without a file, which leave nothing behind; elsewhere it is a file that may be stale.
  const path = process.platform === 'linux' ? `\0${name}` : join(runtimeDir, `${name}.lock`);
  let server = await listen(path);
  if (server === 'taken' && process.platform !== 'linux' && !(await answers(path))) {
    rmSync(path, { force: true });
    server = await listen(path);
  }
  if (server === 'taken') return undefined;
  const held = server;
  return () => void held.close();
}
