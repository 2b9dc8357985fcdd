// Limits TLS handshakes in progress: above the limit the oldest one of the network with the most of them is ended.
import type { Server, Socket } from 'node:net';
import { createPendingConnections } from './pendingConnections.ts';

/** `server`: a TLS server that does not listen yet. */
export function limitHandshakes(server: Server, limit: number): void {
  const pending = createPendingConnections<{ evict(): void }>();
  /** Ends the tracking of a connection, by its remote address and port. */
  const endings = new Map<string, () => void>();
  server.on('connection', (socket: Socket) => {
    if (endings.size >= limit) pending.evictOldest();
    const key = keyOf(socket);
    const end = (): void => {
      pending.remove(connection);
      if (endings.get(key) === end) endings.delete(key);
    };
    const connection = {
      evict: () => {
        end();
        socket.destroy();
      },
    };
    endings.set(key, end);
    pending.add(connection, socket.remoteAddress ?? '');
    socket.once('close', end);
  });
  server.on('secureConnection', (socket: Socket) => endings.get(keyOf(socket))?.());
}

const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
