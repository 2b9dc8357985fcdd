// Simulated MQTT devices for journeys: an unmodified client that signs in, announces and reports.
import mqtt from 'mqtt';
import type { Portal } from './portal.ts';

export async function connectDevice(portal: Portal, sn: string, password: string): Promise<mqtt.MqttClient> {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: portal.mqttPort,
    clientId: sn,
    username: sn,
    password,
    reconnectPeriod: 0,
  });
  client.on('error', () => {});
  return client;
}

/** Publishes a message; resolves when the server has acknowledged it. */
export const publish = (client: mqtt.MqttClient, type: 'announce' | 'report', message: object) =>
  client.publishAsync(`hg/${client.options.clientId}/up/${type}`, JSON.stringify({ v: 1, ...message }), { qos: 1 });

/** Announcement of a minimal gateway. */
export const ANNOUNCED = {
  kind: 'gateway',
  model: 'HG-1',
  hardware: '2.1',
  firmware: '1.8.0',
  signalDbm: -61,
  intervalS: 60,
};

/** Returns a report of values measured a number of seconds ago, by device. */
export const rowsAgo = (rows: readonly (readonly [sn: string, agoS: number, q: object])[]) => ({
  devices: rows.map(([sn, agoS, q]) => ({ sn, at: Date.now() - agoS * 1000, q })),
});
