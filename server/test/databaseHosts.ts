// Hosts of a test's database that can be killed and started again: each forwards connections to it, as a standby that was promoted would answer.
import { createServer, connect as open, type Server, type Socket } from 'node:net';
import { freePort } from './freePort.ts';

export interface DatabaseHost {
  /** Ends all connections; later ones are refused. */
  kill(): Promise<void>;
  /** Forwards nothing more, as a machine without power or network; `kill` ends that. */
  freeze(): void;
  start(): Promise<void>;
}

/** Returns two hosts and the URL that names both. */
export async function databaseHosts(
  databaseUrl: string,
): Promise<{ url: string; hosts: [DatabaseHost, DatabaseHost] }> {
  const { username, password, pathname, hostname, port, searchParams } = new URL(databaseUrl);
  const folder = searchParams.get('host');
  const target = folder
    ? { path: `${folder}/.s.PGSQL.${port || 5432}` }
    : { host: hostname, port: Number(port || 5432) };
  const ports: [number, number] = [await freePort(), await freePort()];
  const [first, second] = ports.map((own) => hostOn(own, target)) as [DatabaseHost, DatabaseHost];
  await Promise.all([first.start(), second.start()]);
  const names = ports.map((own) => `127.0.0.1:${own}`).join(',');
  const url = `postgres://${username}${password && `:${password}`}@${names}${pathname}`;
  return { url, hosts: [first, second] };
}

function hostOn(port: number, target: { path: string } | { host: string; port: number }): DatabaseHost {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let isFrozen = false;
  return {
    async start() {
      isFrozen = false;
      server = createServer((near) => {
        const far = open(target);
        for (const [socket, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(socket);
          socket.on('error', () => {});
          socket.on('close', () => {
            sockets.delete(socket);
            other.destroy();
          });
          socket.on('data', (bytes) => {
            if (!isFrozen) other.write(bytes);
          });
        }
      });
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
    },
    freeze() {
      isFrozen = true;
    },
    async kill() {
      const closed = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
