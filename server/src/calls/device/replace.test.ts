// device/replace: another device takes over settings, children and total of a device.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const { sql, ask, call, clock, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);
const plant = () => makeSite(sql, { companyId: user.companyId });

test('continues the total, with the same figures on every page', async () => {
  clock.set('2026-06-12T12:00:00Z');
  const sid = await plant();
  const { sn } = await makeDevice(sql, { sid });
  await makeSample(sql, { sid, sn, at: '2026-06-10T10:00:00Z', powerW: 100 });
  await makeDay(sql, { sid, sn, day: '2026-06-10', energyWh: 500_000 });
  await sql`
    insert into modules (sid, sn, input, label, peak_power_w) values (${sid}, ${sn}, 1, 'East 1', 430), (${sid}, ${sn}, 2, 'None', 430)`;
  await sql`update devices set alias = 'Garage', string_number = 3, tilt_deg = 20, azimuth_deg = 180 where sn = ${sn}`;
  await ask('device/replace', { sid, sn, by: '6ABCDE01', reason: 'relay' }, { token });
  // Settings of an input the replacement does not have are dropped.
  expect(await sql`select input, label, peak_power_w from modules where sid = ${sid} and sn = '6ABCDE01'`).toEqual([
    { input: 1, label: 'East 1', peakPowerW: 430 },
  ]);
  const detail = () => ask('device/detail', { sid, sn: '6ABCDE01' }, { token });
  expect(await detail()).toMatchObject({
    alias: 'Garage',
    stringNumber: 3,
    tilt: 20,
    azimuth: 180,
    modelName: 'BDM-400',
    replaces: sn,
    carriedOver: 500,
    totalPower: 500,
    todayPower: null,
  });
  await makeSample(sql, { sid, sn: '6ABCDE01', at: '2026-06-12T11:55:00Z', powerW: 100 });
  await makeDay(sql, { sid, sn: '6ABCDE01', day: '2026-06-12', energyWh: 1_500 });
  expect(await detail()).toMatchObject({ totalPower: 501.5, todayPower: 1.5 });
  const overview = await ask('device/statistics/overview', { sid, sn: '6ABCDE01' }, { token });
  expect(overview).toMatchObject({ carriedOver: 500, production: { total: '501.5', month: '1.5', today: '1.5' } });
  const { list } = await ask('device/list', { filters: { sid } }, { token });
  expect(list.map((row) => [row.sn, row.totalPower])).toEqual([['6ABCDE01', 501.5]]);
  const { list: modules } = await ask('site/modules', { sid }, { token });
  expect(modules[0]!.modules[0]!.totalPower).toBe(501.5);
  // The plant counts each kilowatt-hour once.
  const site = await ask('site/overview', { sid }, { token });
  expect(site.statisticsProduction.total).toBe('501.5');

  await ask('device/replace', { sid, sn: '6ABCDE01', by: '6ABCDE02' }, { token });
  expect(await ask('device/detail', { sid, sn: '6ABCDE02' }, { token })).toMatchObject({
    replaces: '6ABCDE01',
    carriedOver: 501.5,
  });
  expect(await sql`select removed_reason from devices where sn = ${sn}`).toEqual([{ removedReason: 'relay' }]);
});

test('attaches a gateway’s children to the new one, which gets a password', async () => {
  const sid = await plant();
  const gateway = await makeDevice(sql, { sid, product: 'HG-1' });
  const child = await makeDevice(sql, { sid });
  await sql`update devices set gateway_sn = ${gateway.sn} where sn = ${child.sn}`;
  const { credentials } = await ask('device/replace', { sid, sn: gateway.sn, by: 'GWNEW001' }, { token });
  expect(credentials).toMatchObject([{ sn: 'GWNEW001', password: expect.stringMatching(/^[\w-]{24}$/) }]);
  expect(await sql`select gateway_sn from devices where sn = ${child.sn}`).toEqual([{ gatewaySn: 'GWNEW001' }]);
  expect(await sql`select sid from serial_numbers where sn = ${gateway.sn}`).toEqual([{ sid: null }]);
});

test('applies the old meter’s settings to the new one from today on', async () => {
  clock.set('2026-06-12T12:00:00Z');
  const mine = await signedIn(user.id);
  const sid = await plant();
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  const list = [
    { validFrom: '2026-01-01', role: 'grid' as const, reversed: false },
    { validFrom: '2026-03-01', role: 'load' as const, reversed: true },
  ];
  await ask('device/meter/setUp', { sid, sn: meter.sn, list }, { token: mine });
  await ask('device/replace', { sid, sn: meter.sn, by: 'METER002' }, { token: mine });
  expect(
    await sql`select valid_from, role, reversed from meter_settings where sid = ${sid} and sn = 'METER002'`,
  ).toEqual([{ validFrom: '2026-06-12', role: 'load', reversed: true }]);
  expect(
    (await call('device/replace', { sid, sn: 'METER002', by: '6ABCDE11', model: 400 }, { token: mine })).code,
  ).toBe(1444);
  expect(await sql`select sid from serial_numbers where sn = '6ABCDE11' and sid is not null`).toEqual([]);
});

test('refuses a stranger, and a number that is in use', async () => {
  const mine = await signedIn(user.id);
  const sid = await plant();
  const { sn } = await makeDevice(sql, { sid });
  const stranger = await signedIn((await makeUser(sql)).id);
  expect((await call('device/replace', { sid, sn, by: '6ABCDE21' }, { token: stranger })).code).toBe(1005);
  const foreign = await makeDevice(sql);
  expect((await call('device/replace', { sid, sn, by: foreign.sn }, { token: mine })).code).toBe(1311);
  expect((await call('device/replace', { sid, sn, by: sn }, { token: mine })).code).toBe(1009);
  expect(await sql`select removed_at from devices where sn = ${sn}`).toEqual([{ removedAt: null }]);
});
