// A path to a database on which each message takes some milliseconds, so that transactions that begin together overlap.
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { parseDatabaseUrl } from '../src/platform/database/databaseUrl.ts';

/** Returns the URL of the same database behind the delay, and what closes it. */
export async function slowDatabase(databaseUrl: string, delayMs: number): Promise<{ url: string; close(): void }> {
  const { url } = parseDatabaseUrl(databaseUrl);
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = folder ? connectSocket(`${folder}/.s.PGSQL.${port}`) : connectSocket({ host: url.hostname, port });
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) => void setTimeout(() => to.writable && to.write(bytes), delayMs));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const slow = new URL(url);
  slow.searchParams.delete('host');
  slow.hostname = '127.0.0.1';
  slow.port = String((server.address() as AddressInfo).port);
  return {
    url: slow.href,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
