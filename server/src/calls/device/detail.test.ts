// device/detail: identity, location and the latest value of each quantity that the product sends.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

test('returns product, plant, position on the roof and the latest values', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, name: 'Seehof' });
  const { sn } = await makeDevice(sql, { sid });
  await sql`
    update devices set alias = 'South 3', string_number = 2, tilt_deg = 30, azimuth_deg = 180, orientation = 'portrait' where sn = ${sn}`;
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 600 });
  const quantities = { busVoltageV: 233.204, frequencyHz: 49.99, temperatureC: 53.27, input1CurrentA: 4.3 };
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 223.89, quantities });
  const device = await server.ask('device/detail', { sn }, { token });
  expect(device).toMatchObject({
    sid,
    sn,
    alias: 'South 3',
    model: 400,
    modelName: 'BDM-400',
    siteName: 'Seehof',
    timezone: 'Europe/Berlin',
    status: 0,
    statusTitle: 'Online',
    alertCode: '0000',
    alertTitle: 'OK',
    inputs: 1,
    ratedPower: 400,
    stringNumber: 2,
    tilt: 30,
    azimuth: 180,
    orientation: 'portrait',
    mode: 'generating',
    now: 223.9,
    todayPower: 0.6,
    totalPower: 0.6,
    batterySoc: null,
    lastUpdate: '15/06/2026 11:58',
    lastUpdateIso: '2026-06-15T11:58:00+02:00',
    lastUpdateCal: '2 minutes ago',
  });
  expect(device.values.map(({ name, value }) => [name, value])).toEqual([
    ['Production', 223.89],
    ['Bus Voltage', 233.2],
    ['AC Frequency', 49.99],
    ['Temperature', 53.27],
    ['DC Current_1', 4.3],
  ]);
});

test('returns no current power and no energy of today for a device that has been silent since yesterday', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 600 });
  await makeSample(sql, { sid, sn, at: '2026-06-14T19:00:00Z', powerW: 3 });
  const device = await server.ask('device/detail', { sid, sn }, { token });
  expect(device).toMatchObject({ now: 0, isLive: false, todayPower: null, totalPower: 0.6 });
  expect(device.values.find(({ name }) => name === 'Production')!.value).toBeNull();
});

test('finds a serial number in its current plant, and in an earlier plant if that is given', async () => {
  const before = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid: before });
  await sql`update devices set removed_at = now() where sn = ${sn}`;
  const now = await makeSite(sql, { companyId: user.companyId });
  await makeDevice(sql, { sid: now, sn });
  expect((await server.ask('device/detail', { sn }, { token })).sid).toBe(now);
  expect((await server.ask('device/detail', { sid: before, sn }, { token })).sid).toBe(before);
});

test('treats a device of another company as missing, even for its former company', async () => {
  const foreign = await makeDevice(sql);
  const refused = await server.call('device/detail', { sn: foreign.sn }, { token });
  expect(refused).toMatchObject({ status: 200, code: 1006, data: {} });
  expect(await server.call('device/detail', { ...foreign }, { token })).toEqual(refused);
  expect(await server.call('device/detail', { sn: '7FFFFFFF' }, { token })).toEqual(refused);
  expect(await server.call('device/detail', { sn: foreign.sn })).toMatchObject({ status: 401 });
});

test('returns the inverter’s firmware as CPUVersion, and no version of its Wi-Fi module', async () => {
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }) });
  await sql`update device_live set firmware = '132', upload_every_s = 60 where sn = ${sn}`;
  const versions = { WIFIVersion: '', CPUVersion: '132', RAMVersion: '', staleAfterS: 180 };
  expect(await server.ask('device/detail', { sn }, { token })).toMatchObject(versions);
  const { list } = await server.ask('device/list', { filters: { sid } }, { token });
  expect(list).toMatchObject([versions]);
});

test('returns the firmware announced by the gateway if the device reports none', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  const gateway = await makeDevice(sql, { sid, product: 'HG-1' });
  await sql`update devices set gateway_sn = ${gateway.sn} where sn = ${meter.sn}`;
  const children = JSON.stringify([{ sn: meter.sn, kind: 'meter', model: '', hardware: '', firmware: '2.0.7' }]);
  await sql`
    insert into gateways (sn, sid, kind, model, firmware, children)
    values (${gateway.sn}, ${sid}, 'gateway', 'HG-1', '1.8.0', ${children}::text::jsonb)`;
  const firmwareOf = async (sn: string) => (await server.ask('device/detail', { sn }, { token })).CPUVersion;
  expect([await firmwareOf(meter.sn), await firmwareOf(gateway.sn)]).toEqual(['2.0.7', '1.8.0']);
});
