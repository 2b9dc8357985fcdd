// Speaks MQTT 3.1.1 and 5 with devices: takes their connections, so many at most, and looks after them. What a device may say is its door's business (door.ts).
import type { Socket } from 'node:net';
import { mqttConnections, mqttEnds } from '../../platform/metrics.ts';
import { Connection, type EndpointLimits } from './connection.ts';
import type { MqttDoor } from './mqttHandler.ts';

export const ENDPOINT_LIMITS: EndpointLimits = {
  patienceMs: 30_000,
  connections: 60_000,
  unadmitted: 5_000,
  atOnce: 16,
  unread: 256 * 1024,
};

export interface Endpoint {
  /** Takes a connection of a server of net or tls. */
  handle(socket: Socket): void;
  close(): Promise<void>;
}

export function openEndpoint<Guest>(door: MqttDoor<Guest>, limits: EndpointLimits = ENDPOINT_LIMITS): Endpoint {
  const open = new Set<Connection<Guest>>();
  let unadmitted = 0;
  // One look at all of them every few seconds, instead of a timer each.
  const looking = setInterval(() => {
    const nowMs = performance.now();
    for (const connection of open) connection.look(nowMs);
  }, 1_000).unref();

  return {
    handle(socket) {
      if (open.size >= limits.connections || unadmitted >= limits.unadmitted) {
        mqttEnds.inc({ why: 'full' });
        socket.destroy();
        return;
      }
      unadmitted++;
      const connection = new Connection(socket, door, limits, {
        admitted: () => {
          unadmitted--;
          mqttConnections.inc();
        },
        ended: (wasAdmitted) => {
          open.delete(connection);
          if (wasAdmitted) mqttConnections.dec();
          else unadmitted--;
        },
      });
      open.add(connection);
    },
    async close() {
      clearInterval(looking);
      const ending = [...open].map((connection) => connection.close());
      await Promise.all(ending);
    },
  };
}
