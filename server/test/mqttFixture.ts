// Gateways, announcements and reports for tests against the MQTT endpoint.
import { metrics } from '../src/platform/metrics.ts';
import { makeDevice } from './factories.ts';
import { connectDevice, type DeviceOptions, passwordOf, type TestDevice } from './mqttDevices.ts';
import { mqttServer } from './mqttServer.ts';

/** Returns the number of messages of one kind in /metrics. */
async function messageCount(what: string): Promise<number> {
  const metric = await metrics.getSingleMetric('heliograph_mqtt_messages_total')!.get();
  return metric.values.find(({ labels }) => labels.what === what)?.value ?? 0;
}

export async function mqttFixture() {
  const server = await mqttServer();
  const { sql, clock, port } = server;
  const NOW = clock.now().getTime();

  let count = 0;
  const newSn = (letter: string): string => `${letter}${String(++count).padStart(7, '0')}`;

  /** Makes a gateway in a plant and issues its password. */
  async function makeGateway(given: { sid?: string } = {}): Promise<{ sid: string; sn: string; password: string }> {
    const { sid, sn } = await makeDevice(sql, { ...given, sn: newSn('GW'), product: 'HG-1' });
    return { sid, sn, password: await passwordOf(sql, sn) };
  }

  async function connectGateway(
    gateway: { sn: string; password: string },
    options: Partial<DeviceOptions> = {},
  ): Promise<TestDevice> {
    return await connectDevice(port, { sn: gateway.sn, password: gateway.password, ...options });
  }

  const announcement = (devices: unknown[], more: object = {}) => ({
    v: 1,
    at: NOW,
    kind: 'gateway',
    model: 'HG-1',
    hardware: '2.1',
    firmware: '1.8.0',
    signalDbm: -61,
    intervalS: 60,
    devices,
    ...more,
  });
  const microinverter = (sn: string, more: object = {}) => ({
    sn,
    kind: 'microinverter',
    model: 'BDM-800',
    hardware: '',
    firmware: '12',
    inputs: 2,
    ...more,
  });
  const row = (sn: string, minutesAgo: number, q: object = { powerW: 311.2 }, more: object = {}) => ({
    sn,
    at: NOW - minutesAgo * 60_000,
    status: '0000',
    mode: 6,
    q,
    ...more,
  });
  const report = (...devices: unknown[]) => ({ v: 1, devices });

  async function readGateway(sn: string) {
    // Connection states are batched for a quarter of a second.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const [row] = await sql<
      { online: boolean; refused: Record<string, { count: number; sn: string }>; ignoredValues: number; sid: string }[]
    >`select online, refused, ignored_values, sid from gateways where sn = ${sn}`;
    return row;
  }

  return {
    ...server,
    NOW,
    newSn,
    makeGateway,
    connectGateway,
    announcement,
    microinverter,
    row,
    report,
    messageCount,
    readGateway,
  };
}
