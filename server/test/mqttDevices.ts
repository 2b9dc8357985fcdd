// MQTT devices for tests: mqtt.js clients, and raw connections for bytes that a client library would not send.
import { connect as connectSocket, type Socket } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { onTestFinished } from 'vitest';
import { issueCredentials } from '../src/claiming/mqttCredentials.ts';
import type { Sql } from '../src/platform/database/connect.ts';

export interface TestDevice {
  client: MqttClient;
  sn: string;
  /** Publishes under `up/` and resolves with the acknowledgement; throws if the connection ends before. */
  up(what: string, body: unknown, qos?: 0 | 1 | 2): Promise<unknown>;
  /** Returns the next unread message under `down/`. */
  down(): Promise<{ topic: string; body: unknown }>;
  /** Resolves when the connection has ended. */
  ended: Promise<void>;
}

export interface DeviceOptions extends Partial<IClientOptions> {
  sn: string;
  version?: 4 | 5;
}

/** Throws if the server rejects the connection. */
export async function connectDevice(port: number, { sn, version = 4, ...options }: DeviceOptions): Promise<TestDevice> {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port,
    clientId: sn,
    username: sn,
    protocolVersion: version,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...options,
  });
  onTestFinished(() => {
    client.end(true);
  });
  const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const inbox: { topic: string; body: unknown }[] = [];
  const waiting: ((message: { topic: string; body: unknown }) => void)[] = [];
  client.on('message', (topic, payload) => {
    const message = { topic, body: JSON.parse(payload.toString()) as unknown };
    const next = waiting.shift();
    if (next) next(message);
    else inbox.push(message);
  });
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed before it was accepted')));
  });
  client.on('error', () => {});
  return {
    client,
    sn,
    ended,
    async up(what, body, qos = 1) {
      const payload = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
      const topic = what.startsWith('hg/') || what.startsWith('/') ? what : `hg/${sn}/up/${what}`;
      return await Promise.race([
        client.publishAsync(topic, payload, { qos }),
        ended.then(() => {
          throw new Error('ended without an acknowledgement');
        }),
      ]);
    },
    down: async () =>
      inbox.shift() ??
      (await new Promise<{ topic: string; body: unknown }>((resolve) => {
        waiting.push(resolve);
      })),
  };
}

export async function passwordOf(sql: Sql, sn: string): Promise<string> {
  const [credential] = await sql.begin((tx) => issueCredentials(tx, [sn], new Date()));
  return credential!.password;
}

/** Opens a connection for raw bytes; `ended` resolves with all bytes received. */
export function rawConnection(port: number): { socket: Socket; ended: Promise<Buffer> } {
  const socket = connectSocket({ host: '127.0.0.1', port });
  const chunks: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => chunks.push(bytes));
  socket.on('error', () => {});
  const ended = new Promise<Buffer>((resolve) => socket.on('close', () => resolve(Buffer.concat(chunks))));
  onTestFinished(() => {
    socket.destroy();
  });
  return { socket, ended };
}
