// A third-party device that follows docs/devices/protocol.md, partly with mistakes: the calls return the values that it sent.
import { connect as connectSocket } from 'node:net';
import mqtt from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { connectDevice, type TestDevice } from '../../../test/mqttDevices.ts';
import { mqttServer } from '../../../test/mqttServer.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';

const { sql, context, port, ask, signedIn, clock } = await mqttServer();
clock.set('2026-06-15T10:00:00Z');
const NOW = clock.now().getTime();
const installer = await makeUser(sql);
const token = await signedIn(installer.id);
const callAsInstaller = <P extends Parameters<typeof ask>[0]>(path: P, body: Parameters<typeof ask<P>>[1]) =>
  ask(path, body, { token });

let count = 0;
const newSn = (letters: string): string => `${letters}${String(++count).padStart(6, '0')}`;
const newSite = (): Promise<string> => makeSite(sql, { companyId: installer.companyId });
const PRODUCTS = { gateway: 10_000, inverter: 10_002, hybrid: 10_003, battery: 10_004, meter: 10_005, sensor: 10_006 };
type Kind = keyof typeof PRODUCTS;

/** Adds a device to a plant as an installer does. */
async function addDevice(kind: Kind, sid: string): Promise<{ sid: string; sn: string; password: string }> {
  const sn = newSn('ST');
  const { credentials } = await callAsInstaller('site/updateFast', { sid, sn: [{ sn, model: PRODUCTS[kind] }] });
  return { sid, sn, password: credentials[0]!.password };
}
const row = (sn: string, minutesAgo: number, q: object) => ({ sn, at: NOW - minutesAgo * 60_000, q });
const report = (...devices: object[]) => ({ v: 1, devices });

async function refusedCounts(sn: string): Promise<Record<string, number>> {
  // Connection states are gathered for a quarter of a second.
  await new Promise((resolve) => setTimeout(resolve, 400));
  const [gateway] = await sql<{ refused: Record<string, { count: number }> }[]>`
    select refused from gateways where sn = ${sn}`;
  return Object.fromEntries(
    Object.entries(gateway?.refused ?? {}).map(([reason, { count: times }]) => [reason, times]),
  );
}

test('reads the reports of a device that connects itself by the kind it was added as, before any announcement', async () => {
  const sid = await newSite();
  const sendReport = async (kind: Kind, q: object): Promise<{ sid: string; sn: string }> => {
    const { sn, password } = await addDevice(kind, sid);
    const device = await connectDevice(port, { sn, password });
    await device.up('report', report(row(sn, 1, q)));
    return { sid, sn };
  };
  const meter = await sendReport('meter', {
    powerW: -1500,
    importWh: 1000,
    exportWh: 2000,
    l1PowerW: -1500,
    l1VoltageV: 231.5,
  });
  expect(await callAsInstaller('bdnz/three/overview', meter)).toMatchObject({
    isLive: true,
    powerMode: 'singlePhase',
    ac: { power: -1500, phases: [{ name: 'L1', power: -1500, voltage: 231.5 }] },
  });
  const battery = await sendReport('battery', { powerW: 420, socPercent: 61.5, voltageV: 51.2, cycles: 12 });
  expect(await callAsInstaller('battery/hx/overview', battery)).toMatchObject({
    soc: 61.5,
    power: 420,
    voltage: 51.2,
    cycles: 12,
  });
  const hybrid = await sendReport('hybrid', { powerW: 2400, batteryPowerW: -300, gridPowerW: -900, loadPowerW: 1200 });
  expect(await callAsInstaller('ksp/overview', hybrid)).toMatchObject({
    pv: { power: 2400 },
    grid: { power: -900 },
    load: { power: 1200 },
    battery: { power: -300 },
  });
  const inverter = await sendReport('inverter', {
    powerW: 5000,
    input1VoltageV: 610,
    string3CurrentA: 8.2,
    insulationOhm: 2e6,
  });
  expect(await callAsInstaller('device/strings', inverter)).toMatchObject({
    ac: { power: 5000 },
    insulation: 2e6,
    inputs: [{ input: 1, voltage: 610 }],
    strings: [{ string: 3, current: 8.2 }],
  });
  const sensor = await sendReport('sensor', { irradianceWm2: 812, windSpeedMs: 2.5 });
  const { values } = await callAsInstaller('device/detail', sensor);
  expect(values.map(({ name, value }) => [name, value])).toEqual([
    ['Irradiance', 812],
    ['Wind Speed', 2.5],
  ]);
  // A discharging battery is not production.
  expect((await callAsInstaller('site/overview', { sid })).energy.PVPanel.power).toBe('7400');
});

test('gives a claimed device the rows from before its announcement, read by its kind', async () => {
  const sn = newSn('WT');
  const unclaimed = await connectDevice(port, { sn });
  await unclaimed.up(
    'report',
    report(row(sn, 10, { powerW: -700, importWh: 5000 }), row(sn, 5, { powerW: 300, madeUp: 1 })),
  );
  await unclaimed.up('announce', { v: 1, at: NOW, kind: 'meter', model: 'EM-3', intervalS: 60 });
  const sid = await newSite();
  // Without a product: the device has announced its kind.
  await callAsInstaller('site/updateFast', { sid, sn: [sn] });
  await runSiteJobs(context);
  const history = await callAsInstaller('device/history', { sid, sn, start: '2026-06-15', end: '2026-06-15' });
  expect(history.columns.map(({ name }) => name)).toEqual(['gridPowerW', 'gridImportWh']);
  expect(history.list.map(({ values }) => values)).toEqual([
    [300, null],
    [-700, 5000],
  ]);
});

test('changes the kind of an added device to the announced one until it has reported', async () => {
  const sid = await newSite();
  const { sn, password } = await addDevice('gateway', sid);
  const device = await connectDevice(port, { sn, password });
  const child = await addDevice('meter', sid);
  const kinds = async () =>
    (await Promise.all([sn, child.sn].map((each) => callAsInstaller('device/detail', { sid, sn: each })))).map(
      ({ kind }) => kind,
    );
  expect(await kinds()).toEqual(['gateway', 'meter']);
  const announced = { v: 1, at: NOW, kind: 'hybrid', model: 'H-8', intervalS: 60 };
  await device.up('announce', { ...announced, devices: [{ sn: child.sn, kind: 'battery' }] });
  expect(await kinds()).toEqual(['hybrid', 'battery']);
  await device.up('report', report(row(sn, 1, { powerW: 900 }), row(child.sn, 1, { powerW: 100, socPercent: 50 })));
  expect(await callAsInstaller('ksp/overview', { sid, sn })).toMatchObject({ pv: { power: 900 } });
  expect(await callAsInstaller('battery/hx/overview', { sid, sn: child.sn })).toMatchObject({ power: 100, soc: 50 });
  // From then on its history fixes the kind.
  await device.up('announce', { ...announced, kind: 'inverter' });
  expect(await kinds()).toEqual(['hybrid', 'battery']);
});

test('computes the same daily energies from a shuffled, partly repeated backlog', async () => {
  const sid = await newSite();
  const [one, other] = [await addDevice('meter', sid), await addDevice('meter', sid)];
  const minutes = Array.from({ length: 24 * 12 }, (_, n) => 5 * n);
  const at = (minute: number) => Date.parse('2026-06-14T00:00:00+02:00') + minute * 60_000;
  const q = (minute: number) => ({
    powerW: minute <= 700 ? 180 : -300,
    importWh: 10_000 + Math.min(minute, 700) * 3,
    exportWh: 50_000 + Math.max(0, minute - 700) * 5,
  });
  const rowsOf = (sn: string) => minutes.map((minute) => ({ sn, at: at(minute), q: q(minute) }));
  const sendReport = async ({ sn, password }: typeof one, rows: object[]): Promise<TestDevice> => {
    const device = await connectDevice(port, { sn, password, version: 5 });
    await device.up('announce', { v: 1, at: NOW, kind: 'meter', model: 'EM-3', intervalS: 300 });
    const parts = Array.from({ length: 12 }, (_, n) => rows.slice(n * 40, n * 40 + 40)).filter(
      ({ length }) => length > 0,
    );
    await Promise.all(parts.map((part) => device.up('report', report(...part))));
    return device;
  };
  await sendReport(one, rowsOf(one.sn));
  const shuffled = rowsOf(other.sn)
    .map((each, n) => ({ each, key: (n * 7919) % 288 }))
    .toSorted((left, right) => left.key - right.key)
    .map(({ each }) => each);
  const device = await sendReport(other, [...shuffled, ...shuffled.slice(0, 90)]);
  await device.up('report', report(...shuffled.slice(10, 60)), 2);
  const days = ({ sn }: { sn: string }) =>
    callAsInstaller('device/history/electricity', { sid, sn, start: '2026-06-14', end: '2026-06-14' });
  const inOrder = await days(one);
  expect(inOrder.list[0]!.figures.map(({ energy }) => energy)).toEqual([2.1, 3.675]);
  expect(await days(other)).toEqual(inOrder);
  const history = await callAsInstaller('device/history', {
    sid,
    sn: other.sn,
    start: '2026-06-14',
    end: '2026-06-14',
  });
  expect(history.total).toBe(288);
});

test('rejects NaN, implausible values and control characters without ending the connection', async () => {
  const { sid, sn, password } = await addDevice('gateway', await newSite());
  const child = newSn('OD');
  const device = await connectDevice(port, { sn, password });
  await device.up('announce', {
    v: 1,
    at: NOW,
    kind: 'gateway',
    model: 'HG\u0000-1\ud800',
    firmware: '1.\u00002',
    intervalS: 60,
    devices: [
      { sn: child, kind: 'microinverter', model: '\u0000\u0007', firmware: 7 },
      { sn: `${child}\u0000`, kind: 'meter' },
      { sn: newSn('OD'), kind: 'toaster' },
      { sn: child, kind: 'battery' },
    ],
  });
  await device.up('report', `{"v":1,"devices":[{"sn":"${child}","at":${NOW},"q":{"powerW":NaN}}]}`);
  await device.up('report', `{"v":1,"devices":[{"sn":"${child}","at":1e308,"q":{"powerW":5}}]}`);
  await device.up(
    'report',
    report(row(child, 3, { powerW: 1e308, 'power\u0000W': 3, frequencyHz: 50, __proto__: null, constructor: 1 })),
  );
  await device.up('report', '\u0000');
  await device.up('report', report({ ...row(child, 2, { powerW: 7 }), status: '00\u0000' }));
  await device.up('report', report(row(child, 1, { powerW: 8 })));
  const history = await callAsInstaller('device/history', { sid, sn: child, start: '2026-06-15', end: '2026-06-15' });
  expect(history.list.map(({ values }) => values)).toEqual([
    [8, null],
    [null, 50],
  ]);
  expect(await refusedCounts(sn)).toEqual({ malformed: 3, future: 1, child: 3 });
  const { announced, refusedRows, ignoredValues } = await callAsInstaller('device/connection', { sid, sn });
  expect(announced).toMatchObject({ model: 'HG-1', firmware: '1.2' });
  expect(refusedRows.map(({ reason }) => reason).sort()).toEqual(['child', 'future', 'malformed']);
  expect(ignoredValues).toBe(3);
});

test('treats null like a missing field in rows and announcements', async () => {
  const { sid, sn, password } = await addDevice('meter', await newSite());
  const device = await connectDevice(port, { sn, password });
  const nulls = { model: null, hardware: null, firmware: null, signalDbm: null, uptimeS: null, intervalS: null };
  await device.up('announce', { v: 1, at: NOW, kind: 'meter', ...nulls, limitReturn: null, devices: null });
  await device.up('report', report({ ...row(sn, 1, { powerW: -40, importWh: null }), status: null, mode: null }));
  expect(await callAsInstaller('bdnz/three/overview', { sid, sn })).toMatchObject({ isLive: true, ac: { power: -40 } });
  expect((await callAsInstaller('device/connection', { sid, sn })).announced).toMatchObject({
    kind: 'meter',
    intervalS: null,
  });
  const { list } = await callAsInstaller('device/history', { sid, sn, start: '2026-06-15', end: '2026-06-15' });
  expect(list.map(({ code, mode, values }) => [code, mode, values])).toEqual([['0000', '', [-40]]]);
  await device.up('announce', { v: 1, at: NOW, kind: 'meter' });
  expect(await refusedCounts(sn)).toEqual({});
});

test('refuses the rows of a report beyond the limit and stores the others', async () => {
  const { sid, sn, password } = await addDevice('meter', await newSite());
  const device = await connectDevice(port, { sn, password });
  const rows = Array.from({ length: 2_050 }, (_, n) => row(sn, 1 + n / 60, { powerW: n }));
  await device.up('report', report(...rows));
  expect(await refusedCounts(sn)).toEqual({ tooMany: 50 });
  const history = await callAsInstaller('device/history', { sid, sn, start: '2026-06-15', end: '2026-06-15' });
  expect(history.total).toBe(2_000);
});

/** Connects from the given address of this machine. */
async function connectFrom(localAddress: string, { sn, password }: { sn: string; password: string }) {
  const client = new mqtt.MqttClient(() => connectSocket({ host: '127.0.0.1', port, localAddress }), {
    clientId: sn,
    username: sn,
    password,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    protocolVersion: 5,
  });
  onTestFinished(() => {
    client.end(true);
  });
  const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
  });
  client.on('error', () => {});
  const sendReport = (body: object) => client.publishAsync(`hg/${sn}/up/report`, JSON.stringify(body), { qos: 1 });
  return { client, ended, sendReport };
}
const eventsOf = (sn: string) => sql`select code, detail, closed_at from events where sn = ${sn} order by code`;

test('raises an event with both addresses when two gateways use one serial number and password', async () => {
  const gateway = await addDevice('gateway', await newSite());
  for (let round = 0; round < 2; round++) {
    for (const address of ['127.0.0.1', '127.0.0.2']) {
      const { sendReport } = await connectFrom(address, gateway);
      await sendReport(report());
      clock.forward(60);
    }
  }
  const back = await connectFrom('127.0.0.1', gateway);
  await expect
    .poll(async () => {
      await back.sendReport(report());
      return [...(await eventsOf(gateway.sn))];
    })
    .toEqual([{ code: 'secondSource', detail: { usual: '127.0.0.1', other: '127.0.0.2' }, closedAt: null }]);
});

test('rejects devices from sources that a plant does not allow and ends their connections', async () => {
  const gateway = await addDevice('gateway', await newSite());
  const { sid, sn } = gateway;
  const elsewhere = await connectFrom('127.0.0.2', gateway);
  await elsewhere.sendReport(report());
  await expect.poll(async () => (await sql`select from gateways where sn = ${sn} and online`).length).toBe(1);
  await callAsInstaller('site/updateFast', { sid, allowedSources: ['127.0.0.1'] });
  await elsewhere.ended;
  await expect(connectFrom('127.0.0.2', gateway)).rejects.toMatchObject({ code: 0x87 });
  await expect
    .poll(async () => [...(await eventsOf(sn))])
    .toEqual([{ code: 'foreignSource', detail: { other: '127.0.0.2' }, closedAt: null }]);
  // A wrong password is rejected first, and raises no event.
  await expect(connectFrom('127.0.0.2', { sn, password: 'guess' })).rejects.toMatchObject({ code: 0x86 });
  const local = await connectFrom('127.0.0.1', gateway);
  await local.sendReport(report());
});
