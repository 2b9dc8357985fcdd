// An OpenDTU at the endpoint, its firmware's rounds whole and in its order: the samples and energies of reports, its restarts once, nothing of what is not its own.
import {
  counted,
  type DtuInverter,
  dtuTopics,
  statusTopics,
  totalTopics,
  valueTopics,
} from '@heliograph/simulator/openDtu.ts';
import { expect, test } from 'vitest';
import { makeDevice } from '../../test/factories.ts';
import { connectDevice, passwordOf, type TestDevice } from '../../test/mqttDevices.ts';
import { mqttServer } from '../../test/mqttServer.ts';
import { storedSamples } from '../../test/readings.ts';

const { sql, port, clock } = await mqttServer();
const NOW = clock.now().getTime();
const MINUTE = 60_000;

const inverter = (serial: string): DtuInverter => ({
  serial,
  name: 'Garage',
  firmware: '10012',
  hardware: '01.10',
  inputs: 2,
  ratedW: 800,
  moduleW: 430,
});
/** What it counts goes on by the minute. */
const measured = (minute: number) =>
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
async function opendtu(): Promise<{ sid: string; sn: string; connect: () => Promise<TestDevice> }> {
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

/** A round of its firmware, all of it. */
async function round(
  device: TestDevice,
  said: { nowMs: number; uptimeS: number; inverters: [DtuInverter, number, Record<string, number>][] },
): Promise<void> {
  const known = said.inverters.map(([, atMs, q]) => ({ heard: { atMs, q }, reachable: true, limitPercent: 100 }));
  const topics = [
    ...dtuTopics(device.sn, said.uptimeS, -61),
    ...said.inverters.flatMap(([one, , q], i) => [...statusTopics(one, known[i]!, said.nowMs), ...valueTopics(one, q)]),
    ...totalTopics(known),
  ];
  for (const [path, text] of topics) device.client.publish(`hg/${device.sn}/opendtu/${path}`, text, { retain: true });
  // What came before it has been heard when this is acknowledged.
  await device.up(`hg/${device.sn}/opendtu/dtu/status`, 'online');
}

test('its name for an inverter is that of a device that nobody has named, and no other', async () => {
  const dtu = await opendtu();
  const [unnamed, named] = [inverter('116100000a01'), inverter('116100000a02')];
  const sn = named.serial.toUpperCase();
  await makeDevice(sql, { sid: dtu.sid, sn, product: 'Microinverter' });
  await sql`update devices set alias = 'South roof' where sid = ${dtu.sid} and sn = ${sn}`;
  const device = await dtu.connect();
  const called = async () => {
    const rows = await sql<{ sn: string; alias: string }[]>`
      select sn, alias from devices where sid = ${dtu.sid} and sn <> ${dtu.sn} order by sn`;
    return rows.map(({ alias }) => alias);
  };
  const says = (minute: number, names: readonly [string, string]) =>
    round(device, {
      nowMs: NOW + minute * MINUTE,
      uptimeS: 60 * minute,
      inverters: [unnamed, named].map((one, i) => [
        { ...one, name: names[i]! },
        NOW + minute * MINUTE,
        measured(minute),
      ]),
    });
  await says(1, ['Garage\u0000 \u0007east', 'Shed']);
  await says(2, ['Garage\u0000 \u0007east', 'Shed']);
  await expect.poll(called).toEqual(['Garage east', 'South roof']);
  // Another name there is no reason to call it otherwise here: a person may have liked the first one.
  await says(3, ['Carport', 'Shed']);
  await says(4, ['Carport', 'Shed']);
  expect(await called()).toEqual(['Garage east', 'South roof']);
});

const samplesOf = async (sid: string, sn: string) =>
  (await storedSamples(sql, sid)).filter((sample) => sample.sn === sn).map(({ sn: _, ...sample }) => sample);

test('its rounds give the samples and energies of reports that say the same', async () => {
  const dtu = await opendtu();
  const { sid, sn } = await makeDevice(sql, { sn: 'BESIDE01', product: 'HG-1' });
  const ours = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  const serials = ['1141a0b1c2d3', '1141a0b1c2d4'];
  const twins = ['TWIN0001', 'TWIN0002'];
  const children = twins.map((twin) => ({ sn: twin, kind: 'microinverter', inputs: 2 }));
  await ours.up('announce', { v: 1, kind: 'gateway', intervalS: 60, devices: children });
  const device = await dtu.connect();
  for (let minute = -30; minute < 0; minute++) {
    const atMs = NOW + minute * MINUTE;
    const q = measured(minute);
    await round(device, {
      nowMs: atMs + 2_300,
      uptimeS: 7_200 + minute * 60,
      inverters: serials.map((serial, i) => [inverter(serial), atMs + i * 1_000, q]),
    });
    await ours.up('report', {
      v: 1,
      devices: twins.map((twin, i) => ({ sn: twin, at: atMs + i * 1_000, q })),
    });
  }
  for (const [i, serial] of serials.entries()) {
    const number = serial.toUpperCase();
    await expect.poll(async () => (await samplesOf(dtu.sid, number)).length, { timeout: 10_000 }).toBe(30);
    expect(await samplesOf(dtu.sid, number)).toEqual(await samplesOf(sid, twins[i]!));
    const days = (of: string, told: string) =>
      sql`select day, energy_wh, source, samples, peak_w, covered_s from device_days where sid = ${of} and sn = ${told}`.then(
        (rows) => [...rows],
      );
    expect(await days(dtu.sid, number)).toEqual(await days(sid, twins[i]!));
    // 1,051 of that day before it was heard, and 145 since.
    expect((await days(dtu.sid, number))[0]).toMatchObject({ source: 'counted', energyWh: 1_196 });
  }
  // Nothing of it is unknown: not what it tells of itself, nor its totals.
  const [row] = await sql`select refused, ignored_values, signal_dbm from gateways where sn = ${dtu.sn}`;
  expect(row).toEqual({ refused: {}, ignoredValues: 0, signalDbm: -61 });
});

test('a restart is told once, by an uptime that starts over; one that goes on or is said again is none', async () => {
  const dtu = await opendtu();
  const serial = '1141A0B1C2E0';
  let minute = 0;
  const says = async (device: TestDevice, uptimeS: number) => {
    minute++;
    clock.set(new Date(NOW + minute * MINUTE).toISOString());
    const before = (await samplesOf(dtu.sid, serial)).length;
    const atMs = NOW + minute * MINUTE;
    await round(device, { nowMs: atMs, uptimeS, inverters: [[inverter(serial), atMs, measured(minute)]] });
    await expect.poll(async () => (await samplesOf(dtu.sid, serial)).length, { timeout: 10_000 }).toBe(before + 1);
  };
  const restarts = async () =>
    (await sql<{ openedAt: Date }[]>`select opened_at from events where sn = ${dtu.sn} and code = 'restart'`).map(
      ({ openedAt }) => (openedAt.getTime() - NOW) / MINUTE,
    );
  const first = await dtu.connect();
  await says(first, 7_200);
  await says(first, 7_260);
  await says(first, 7_260);
  // The line was lost, not the gateway's power.
  first.client.stream.destroy();
  await first.ended;
  const second = await dtu.connect();
  await says(second, 7_380);
  expect(await restarts()).toEqual([]);
  second.client.stream.destroy();
  await second.ended;
  const third = await dtu.connect();
  await says(third, 20);
  // What was said is some seconds old when its row is whole.
  const [at, ...more] = await restarts();
  expect(more).toEqual([]);
  expect(Math.abs(at! - (minute - 20 / 60))).toBeLessThan(0.1);
  await says(third, 80);
  await says(third, 80);
  expect(await restarts()).toHaveLength(1);
});

test('milliseconds in 32 bits that start over are no restart', async () => {
  const { sn } = await makeDevice(sql, { sn: 'WRAPPING', product: 'HG-1' });
  const password = await passwordOf(sql, sn);
  const device = await connectDevice(port, { sn, password });
  const before = clock.now().getTime();
  await device.up('announce', { v: 1, kind: 'gateway', intervalS: 60, uptimeS: 4_294_900 });
  clock.set(new Date(before + 100_000).toISOString());
  await device.up('announce', { v: 1, kind: 'gateway', intervalS: 60, uptimeS: 33 });
  expect(await sql`select from events where sn = ${sn}`).toHaveLength(0);
  await device.up('announce', { v: 1, kind: 'gateway', intervalS: 60, uptimeS: 0 });
  clock.set(new Date(before + 300_000).toISOString());
  await device.up('announce', { v: 1, kind: 'gateway', intervalS: 60, uptimeS: 10 });
  expect(await sql`select from events where sn = ${sn}`).toHaveLength(1);
});

test('what it says for a home automation is not ours, and does not end its connection', async () => {
  const dtu = await opendtu();
  const device = await dtu.connect();
  device.client.publish('homeassistant/sensor/1141a0b1c2f0/ch0_0_Power/config', '{"name":"Power"}', { retain: true });
  const filters = ['limit_persistent_relative', 'limit_nonpersistent_relative', 'power', 'restart', 'reset_rf_stats'];
  const granted = await device.client.subscribeAsync(
    filters.map((name) => `hg/${dtu.sn}/opendtu/+/cmd/${name}`),
    { qos: 0 },
  );
  expect(granted.map(({ qos }) => qos)).toEqual(filters.map(() => 0));
  await round(device, { nowMs: NOW, uptimeS: 60, inverters: [[inverter('1141A0B1C2F0'), NOW, measured(0)]] });
  await expect.poll(async () => (await samplesOf(dtu.sid, '1141A0B1C2F0')).length, { timeout: 10_000 }).toBe(1);
  const [row] = await sql`select online, refused from gateways where sn = ${dtu.sn}`;
  expect(row).toEqual({ online: true, refused: {} });
});
