// Devices that speak MQTT, in journeys: an unchanged client that signs in, announces and reports.
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

/** Ends when it was acknowledged. */
export const publish = (client: mqtt.MqttClient, what: 'announce' | 'report', message: object) =>
  client.publishAsync(`hg/${client.options.clientId}/up/${what}`, JSON.stringify({ v: 1, ...message }), { qos: 1 });

/** A gateway of the simplest kind. */
export const ANNOUNCED = {
  kind: 'gateway',
  model: 'HG-1',
  hardware: '2.1',
  firmware: '1.8.0',
  signalDbm: -61,
  intervalS: 60,
};

/** What devices measured so many seconds ago. */
export const rowsAgo = (rows: readonly (readonly [sn: string, agoS: number, q: object])[]) => ({
  devices: rows.map(([sn, agoS, q]) => ({ sn, at: Date.now() - agoS * 1000, q })),
});
