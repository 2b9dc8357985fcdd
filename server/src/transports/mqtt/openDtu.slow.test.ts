// An OpenDTU over half an hour of updates and over restarts.
import { expect, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { connectDevice, passwordOf, type TestDevice } from '../../../test/mqttDevices.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { inverter, makeOpenDtu, measured, samplesOf, sendRound } from '../../../test/openDtuDevice.ts';

const { sql, port, clock } = await mqttServer();
const NOW = clock.now().getTime();
const MINUTE = 60_000;

test('yields the same samples and energies as reports with the same values', async () => {
  const dtu = await makeOpenDtu(sql, port);
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
    await sendRound(device, {
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
    await expect.poll(async () => (await samplesOf(sql, dtu.sid, number)).length, { timeout: 10_000 }).toBe(30);
    expect(await samplesOf(sql, dtu.sid, number)).toEqual(await samplesOf(sql, sid, twins[i]!));
    const days = (site: string, device: string) =>
      sql`select day, energy_wh, source, samples, peak_w, covered_s from device_days where sid = ${site} and sn = ${device}`.then(
        (rows) => [...rows],
      );
    expect(await days(dtu.sid, number)).toEqual(await days(sid, twins[i]!));
    // 1,051 Wh of that day before the first value, and 145 Wh since.
    expect((await days(dtu.sid, number))[0]).toMatchObject({ source: 'counted', energyWh: 1_196 });
  }
  // No topic is counted as unknown, neither its own status nor its totals.
  const [row] = await sql`select refused, ignored_values, signal_dbm from gateways where sn = ${dtu.sn}`;
  expect(row).toEqual({ refused: {}, ignoredValues: 0, signalDbm: -61 });
});

test('records a restart once, when the uptime starts over, and none while it grows or repeats', async () => {
  const dtu = await makeOpenDtu(sql, port);
  const serial = '1141A0B1C2E0';
  let minute = 0;
  const publishRound = async (device: TestDevice, uptimeS: number) => {
    minute++;
    clock.set(new Date(NOW + minute * MINUTE).toISOString());
    const before = (await samplesOf(sql, dtu.sid, serial)).length;
    const atMs = NOW + minute * MINUTE;
    await sendRound(device, { nowMs: atMs, uptimeS, inverters: [[inverter(serial), atMs, measured(minute)]] });
    await expect.poll(async () => (await samplesOf(sql, dtu.sid, serial)).length, { timeout: 10_000 }).toBe(before + 1);
  };
  const restarts = async () =>
    (await sql<{ openedAt: Date }[]>`select opened_at from events where sn = ${dtu.sn} and code = 'restart'`).map(
      ({ openedAt }) => (openedAt.getTime() - NOW) / MINUTE,
    );
  const first = await dtu.connect();
  await publishRound(first, 7_200);
  await publishRound(first, 7_260);
  await publishRound(first, 7_260);
  // The network was lost, not the gateway's power.
  first.client.stream.destroy();
  await first.ended;
  const second = await dtu.connect();
  await publishRound(second, 7_380);
  expect(await restarts()).toEqual([]);
  second.client.stream.destroy();
  await second.ended;
  const third = await dtu.connect();
  await publishRound(third, 20);
  // The uptime is some seconds old when the row is complete.
  const [at, ...more] = await restarts();
  expect(more).toEqual([]);
  expect(Math.abs(at! - (minute - 20 / 60))).toBeLessThan(0.1);
  await publishRound(third, 80);
  await publishRound(third, 80);
  expect(await restarts()).toHaveLength(1);
});
