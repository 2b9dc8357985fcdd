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

/** Lets a connected device accept commands: it stores every written value in `parameters`, and reports them. */
export async function obeyCommands(client: mqtt.MqttClient, parameters: Record<string, number>): Promise<void> {
  const sn = client.options.clientId;
  client.on('message', (topic, payload) => {
    if (!topic.endsWith('/down/command')) return;
    const command = JSON.parse(payload.toString()) as { id: string; do: string; parameters: Record<string, number> };
    if (command.do === 'write') Object.assign(parameters, command.parameters);
    for (const state of ['accepted', 'done'])
      client.publish(
        `hg/${sn}/up/result`,
        JSON.stringify({ v: 1, id: command.id, at: Date.now(), state, reason: '', parameters }),
        { qos: 1 },
      );
  });
  await client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
}

/** Connects a battery that stores and reports every value written to it; returns its values. */
export async function connectBattery(portal: Portal, sn: string, password: string): Promise<Record<string, number>> {
  const parameters: Record<string, number> = {
    batteryMode: 1,
    batteryReservePercent: 20,
    batteryShutdownPercent: 10,
    batteryPeakW: 0,
  };
  for (const n of [1, 2, 3, 4, 5, 6])
    for (const field of ['Action', 'StartMin', 'EndMin', 'PowerW', 'TargetPercent'])
      parameters[`batteryPeriod${n}${field}`] = 0;
  await obeyCommands(await connectDevice(portal, sn, password), parameters);
  return parameters;
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
