// The MQTT 3.1.1 and 5 endpoint: accepts connections up to a limit and checks their timeouts. The handler decides what clients may do (mqttHandler.ts).
import type { Socket } from 'node:net';
import { mqttConnections, mqttEnds } from '../../platform/metrics.ts';
import { Connection, type EndpointLimits } from './connection.ts';
import type { MqttHandler } from './mqttHandler.ts';
import { createPendingConnections } from './pendingConnections.ts';

export const ENDPOINT_LIMITS: EndpointLimits = {
  connectMs: 8_000,
  timeoutMs: 30_000,
  connections: 60_000,
  unauthenticated: 5_000,
  handshakes: 2_000,
  inFlight: 16,
  unreadBytes: 256 * 1024,
};

export interface Endpoint {
  /** Accepts a connection of a `net` or `tls` server. */
  handle(socket: Socket): void;
  close(): Promise<void>;
}

export function openEndpoint<Session>(
  handler: MqttHandler<Session>,
  limits: EndpointLimits = ENDPOINT_LIMITS,
): Endpoint {
  const connections = new Set<Connection<Session>>();
  const pending = createPendingConnections<Connection<Session>>();
  let unauthenticated = 0;
  // One timer for all connections instead of one each.
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const connection of connections) connection.checkTimeouts(nowMs);
  }, 1_000).unref();

  return {
    handle(socket) {
      const isFull = unauthenticated >= limits.unauthenticated && !pending.evictOldest();
      if (isFull || connections.size >= limits.connections) {
        mqttEnds.inc({ why: 'full' });
        socket.destroy();
        return;
      }
      unauthenticated++;
      const connection: Connection<Session> = new Connection(socket, handler, limits, {
        onConnecting: () => pending.remove(connection),
        onAuthenticated: () => {
          unauthenticated--;
          mqttConnections.inc();
        },
        onEnd: (wasAuthenticated) => {
          connections.delete(connection);
          pending.remove(connection);
          if (wasAuthenticated) mqttConnections.dec();
          else unauthenticated--;
        },
      });
      connections.add(connection);
      pending.add(connection, socket.remoteAddress ?? '');
    },
    async close() {
      clearInterval(timer);
      const closing = [...connections].map((connection) => connection.close());
      await Promise.all(closing);
    },
  };
}
