// Serial numbers of zeros only are placeholders: every entrance refuses them, and none is ever stored.
import { UNSET_SERIAL_NUMBERS } from '@heliograph/contract/limits.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { buildDeviceApp } from '../src/transports/frames/frameRoutes.ts';
import { makeDevice, makeSite, makeUser } from './factories.ts';
import { connectDevice, passwordOf } from './mqttDevices.ts';
import { mqttServer } from './mqttServer.ts';
import { makeOpenDtu } from './openDtuDevice.ts';
import { bdm400 } from './reportServer.ts';
import { sheetOf } from './sheetOf.ts';

const server = await mqttServer();
const { sql, ask, call, context, clock, port } = server;
const frames = await buildDeviceApp(context);
afterAll(() => frames.close());
const installer = await makeUser(sql);
const manager = await makeUser(sql, { role: 'manager', companyId: installer.companyId });
const [token, managing] = [await server.signedIn(installer.id), await server.signedIn(manager.id)];
/** The frame of a device whose number is 0 has eight digits. */
const ALL = [...UNSET_SERIAL_NUMBERS, '00000000'];
const site = {
  siteName: 'Zero',
  countryCode: 'DE',
  timezone: 'Europe/Berlin',
  latitude: 52.5,
  longitude: 13.4,
  currency: 'EUR',
};

afterEach(async () => {
  for (const table of ['devices', 'serial_numbers', 'gateways', 'raw_reports', 'device_live'] as const)
    expect([table, await sql`select sn from ${sql(table)} where sn ~ '^0+$'`]).toEqual([table, []]);
});

test('the check before registration calls each of them invalid', async () => {
  const { list } = await ask('common/getHardwareValid', { sn: ALL }, { token });
  expect(list.map(({ sn, valid }) => [sn, valid])).toEqual(ALL.map((sn) => [sn, false]));
  expect(list[1]!.reason).toContain('Failed verification');
});

test.each(ALL)('%s cannot be registered with a plant, typed or scanned', async (sn) => {
  const sid = await makeSite(sql, { companyId: installer.companyId });
  expect((await call('site/createFast', { ...site, sn: [{ sn, model: 400 }] } as never, { token })).code).toBe(400);
  expect((await call('site/updateFast', { sid, sn: [{ sn, model: 400 }] } as never, { token })).code).toBe(400);
  expect((await call('account/joinRequests/make', { sn }, { token })).code).toBe(400);
  expect((await call('product/sn/create', { model: 400, sn: [sn] }, { token: managing })).code).toBe(400);
});

test('a file with one of them is not imported', async () => {
  const rows = ALL.map((sn): [string, string] => [sn, 'BDM-400']);
  const { isWritten, wrong, list } = await ask('product/sn/import', { file: await sheetOf(rows) }, { token: managing });
  expect([isWritten, wrong]).toEqual([false, ALL.length]);
  expect(list.map(({ result, field }) => `${result} ${field}`)).toEqual(ALL.map(() => 'unreadable sn'));
});

test.each(ALL)('no device signs in as %s', async (sn) => {
  await expect(connectDevice(port, { sn })).rejects.toThrow(/Identifier rejected|closed/i);
});

test('an announce and a report lose only the devices and rows with such a number', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const { sid, sn } = await makeDevice(sql, { product: 'HG-1' });
  const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  const devices = [...ALL, 'EM300017'].map((child) => ({ sn: child, kind: 'meter' }));
  await device.up('announce', { v: 1, kind: 'gateway', devices });
  const rows = [...ALL, 'EM300017'].map((child) => ({ sn: child, at: clock.now().getTime(), q: { powerW: 5 } }));
  await device.up('report', { v: 1, devices: rows });
  expect(await sql`select sn from devices where sid = ${sid} and gateway_sn = ${sn}`).toEqual([{ sn: 'EM300017' }]);
});

test('an OpenDTU announces no inverter with such a number', async () => {
  const { sid, sn, connect } = await makeOpenDtu(sql, port);
  const device = await connect();
  const publish = (serial: string, path: string, text: string) =>
    device.client.publishAsync(`hg/${sn}/opendtu/${serial}/${path}`, text, { qos: 1 });
  for (const serial of ['000000000000', '114172607000'])
    for (const [path, text] of [
      ['name', 'Garage'],
      ['0/power', '100'],
      ['0/yieldtotal', '12.5'],
      ['status/producing', '1'],
      ['status/reachable', '1'],
      ['status/last_update', String(clock.now().getTime() / 1000)],
    ] as const)
      await publish(serial, path, text);
  await expect
    .poll(() => sql`select sn from devices where sid = ${sid} and gateway_sn = ${sn}`, { timeout: 8_000 })
    .toEqual([{ sn: '114172607000' }]);
});

test('a frame with the number 0 is refused', async () => {
  const post = (body: Uint8Array) =>
    frames.inject({ method: 'POST', url: '/i.php', payload: Buffer.from(body), remoteAddress: '192.0.2.7' });
  expect((await post(bdm400('00000001'))).statusCode).toBe(200);
  expect((await post(bdm400('00000000'))).statusCode).toBe(400);
});
