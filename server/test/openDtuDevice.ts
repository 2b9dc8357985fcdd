// OpenDTU for tests: its inverters, their measurements by minute, and a complete round of its firmware.
import {
  counted,
  type DtuInverter,
  dtuTopics,
  statusTopics,
  totalTopics,
  valueTopics,
} from '@heliograph/simulator/openDtu.ts';
import type { Sql } from '../src/platform/database/connect.ts';
import { makeDevice } from './factories.ts';
import { connectDevice, passwordOf, type TestDevice } from './mqttDevices.ts';
import { storedSamples } from './readings.ts';

export const inverter = (serial: string): DtuInverter => ({
  serial,
  name: 'Garage',
  firmware: '10012',
  hardware: '01.10',
  inputs: 2,
  ratedW: 800,
  moduleW: 430,
});
/** Returns measurements whose counters rise by the minute. */
export const measured = (minute: number) =>
  counted({
    powerW: 300.5 + minute,
    reactivePowerVar: -3.1,
    powerFactor: 0.999,
    gridVoltageV: 231.2,
    gridCurrentA: 1.3,
    frequencyHz: 50.01,
    temperatureC: -2.5,
    counterDayWh: 1_201.4 + 5 * minute,
    counterWh: 123_456 + 5 * minute,
    ...Object.fromEntries(
      [1, 2].flatMap((n) => [
        [`input${n}VoltageV`, 33.1],
        [`input${n}CurrentA`, 4.71],
        [`input${n}PowerW`, 156 + minute],
        [`input${n}CounterDayWh`, 600.7 + 2.5 * minute],
      ]),
    ),
  });

let made = 0;
/** Creates an OpenDTU in its own plant. */
export async function makeOpenDtu(
  sql: Sql,
  port: number,
): Promise<{ sid: string; sn: string; connect: () => Promise<TestDevice> }> {
  const { sid, sn } = await makeDevice(sql, { sn: `DTU${100_000 + ++made}`, product: 'OpenDTU' });
  const password = await passwordOf(sql, sn);
  const will = {
    topic: `hg/${sn}/opendtu/dtu/status`,
    payload: Buffer.from('offline'),
    qos: 2 as const,
    retain: true,
  };
  return { sid, sn, connect: () => connectDevice(port, { sn, password, clientId: 'OpenDTU-A1B2C3', will }) };
}

/** Publishes a complete round of the firmware. */
export async function sendRound(
  device: TestDevice,
  state: { nowMs: number; uptimeS: number; inverters: [DtuInverter, number, Record<string, number>][] },
): Promise<void> {
  const known = state.inverters.map(([, atMs, q]) => ({ received: { atMs, q }, reachable: true, limitPercent: 100 }));
  const topics = [
    ...dtuTopics(device.sn, state.uptimeS, -61),
    ...state.inverters.flatMap(([one, , q], i) => [
      ...statusTopics(one, known[i]!, state.nowMs),
      ...valueTopics(one, q),
    ]),
    ...totalTopics(known),
  ];
  for (const [path, text] of topics) device.client.publish(`hg/${device.sn}/opendtu/${path}`, text, { retain: true });
  // The acknowledgement of this message means that all earlier ones were processed.
  await device.up(`hg/${device.sn}/opendtu/dtu/status`, 'online');
}

export const samplesOf = async (sql: Sql, sid: string, sn: string) =>
  (await storedSamples(sql, sid)).filter((sample) => sample.sn === sn).map(({ sn: _, ...sample }) => sample);
