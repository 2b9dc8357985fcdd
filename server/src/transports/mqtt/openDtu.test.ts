// An OpenDTU at the endpoint: names of inverters, uptime overflow, and its topics for home automation.
import { expect, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { connectDevice, passwordOf } from '../../../test/mqttDevices.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { inverter, makeOpenDtu, measured, samplesOf, sendRound } from '../../../test/openDtuDevice.ts';

const { sql, port, clock } = await mqttServer();
const NOW = clock.now().getTime();
const MINUTE = 60_000;

test('names a device that has no name after its inverter, and keeps a given name', async () => {
  const dtu = await makeOpenDtu(sql, port);
  const [unnamed, named] = [inverter('116100000a01'), inverter('116100000a02')];
  const sn = named.serial.toUpperCase();
  await makeDevice(sql, { sid: dtu.sid, sn, product: 'Microinverter' });
  await sql`update devices set alias = 'South roof' where sid = ${dtu.sid} and sn = ${sn}`;
  const device = await dtu.connect();
  const aliases = async () => {
    const rows = await sql<{ sn: string; alias: string }[]>`
      select sn, alias from devices where sid = ${dtu.sid} and sn <> ${dtu.sn} order by sn`;
    return rows.map(({ alias }) => alias);
  };
  const publishRound = (minute: number, names: readonly [string, string]) =>
    sendRound(device, {
      nowMs: NOW + minute * MINUTE,
      uptimeS: 60 * minute,
      inverters: [unnamed, named].map((one, i) => [
        { ...one, name: names[i]! },
        NOW + minute * MINUTE,
        measured(minute),
      ]),
    });
  await publishRound(1, ['Garage\u0000 \u0007east', 'Shed']);
  await publishRound(2, ['Garage\u0000 \u0007east', 'Shed']);
  await expect.poll(aliases).toEqual(['Garage east', 'South roof']);
  // A later name does not rename the device: a person may have kept the first one on purpose.
  await publishRound(3, ['Carport', 'Shed']);
  await publishRound(4, ['Carport', 'Shed']);
  expect(await aliases()).toEqual(['Garage east', 'South roof']);
});

test('records no restart when an uptime in 32-bit milliseconds overflows', async () => {
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

test('ignores its messages for home automation without ending the connection', async () => {
  const dtu = await makeOpenDtu(sql, port);
  const device = await dtu.connect();
  device.client.publish('homeassistant/sensor/1141a0b1c2f0/ch0_0_Power/config', '{"name":"Power"}', { retain: true });
  const filters = ['limit_persistent_relative', 'limit_nonpersistent_relative', 'power', 'restart', 'reset_rf_stats'];
  const granted = await device.client.subscribeAsync(
    filters.map((name) => `hg/${dtu.sn}/opendtu/+/cmd/${name}`),
    { qos: 0 },
  );
  expect(granted.map(({ qos }) => qos)).toEqual(filters.map(() => 0));
  await sendRound(device, { nowMs: NOW, uptimeS: 60, inverters: [[inverter('1141A0B1C2F0'), NOW, measured(0)]] });
  await expect.poll(async () => (await samplesOf(sql, dtu.sid, '1141A0B1C2F0')).length, { timeout: 10_000 }).toBe(1);
  const [row] = await sql`select online, refused from gateways where sn = ${dtu.sn}`;
  expect(row).toEqual({ online: true, refused: {} });
});
