import { metrics } from '../src/platform/metrics.ts';
import { makeDevice } from './factories.ts';
import { connectDevice, type DeviceOptions, passwordOf, type TestDevice } from './mqttDevices.ts';
import { mqttServer } from './mqttServer.ts';

export async function doorWorld() {
  const server = await mqttServer();
  const { sql, clock, port } = server;
  const NOW = clock.now().getTime();

  let count = 0;
  const newSn = (letter: string): string => `${letter}${String(++count).padStart(7, '0')}`;

  /** A gateway in a plant, with its password. */
  async function claimed(given: { sid?: string } = {}): Promise<{ sid: string; sn: string; password: string }> {
    const { sid, sn } = await makeDevice(sql, { ...given, sn: newSn('GW'), product: 'HG-1' });
    return { sid, sn, password: await passwordOf(sql, sn) };
  }

  async function connected(
    gateway: { sn: string; password: string },
    options: Partial<DeviceOptions> = {},
  ): Promise<TestDevice> {
    return await connectDevice(port, { sn: gateway.sn, password: gateway.password, ...options });
  }

  const announce = (devices: unknown[], more: object = {}) => ({
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
  const micro = (sn: string, more: object = {}) => ({
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

  /** What /metrics has of messages by now. */
  async function counted(what: string): Promise<number> {
    const found = await metrics.getSingleMetric('heliograph_mqtt_messages_total')!.get();
    return found.values.find(({ labels }) => labels.what === what)?.value ?? 0;
  }

  async function gatewayRow(sn: string) {
    // What is known of connections is gathered for a quarter of a second.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const [found] = await sql<
      { online: boolean; refused: Record<string, { count: number; sn: string }>; ignoredValues: number; sid: string }[]
    >`select online, refused, ignored_values, sid from gateways where sn = ${sn}`;
    return found;
  }

  return { ...server, NOW, newSn, claimed, connected, announce, micro, row, report, counted, gatewayRow };
}
