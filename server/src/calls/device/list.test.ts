// device/list: who sees which devices, every filter, the order with problems first, and pages.
import type { Request } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const distributor = await makeUser(sql, { role: 'distributor' });
const companyId = await makeCompany(sql, { parentId: distributor.companyId });
const installer = await makeUser(sql, { companyId, email: 'installer@lake.example' });
const owner = await makeUser(sql, { role: 'owner', email: 'owner@lake.example' });
const token = await server.signedIn(installer.id);

const lake = await makeSite(sql, {
  companyId,
  name: 'Lake house',
  ownerId: owner.id,
  installerId: installer.id,
  createdAt: new Date('2026-03-10T23:30:00Z'),
});
const hill = await makeSite(sql, {
  companyId,
  name: 'Hill farm',
  countryCode: 'CH',
  city: 'Chur',
  commissionedOn: null,
});
await sql`update sites set street = 'Feldweg 7' where sid = ${hill}`;
await makeDevice(sql, { sid: lake, sn: 'AAAA0001' });
await makeDevice(sql, { sid: lake, sn: 'AAAA0002', product: 'BDM-800' });
await makeDevice(sql, { sid: hill, sn: 'BBBB0001' });
await makeDevice(sql, { sid: hill, sn: 'BBBB0002', product: 'BDM-2250' });
await makeDevice(sql, { sid: hill, sn: 'BBBB0003' });
await sql`update devices set removed_at = now() where sn = 'BBBB0003'`;
await sql`update devices set alias = 'Barn_east' where sn = 'BBBB0002'`;
await makeDay(sql, { sid: lake, sn: 'AAAA0001', day: '2026-06-15', energyWh: 600 });
await makeSample(sql, { sid: lake, sn: 'AAAA0001', at: '2026-06-15T09:58:00Z', powerW: 200 });
await makeSample(sql, { sid: lake, sn: 'AAAA0002', at: '2026-06-15T09:57:00Z', powerW: 0, statusBits: 0x0040 });
await makeSample(sql, { sid: hill, sn: 'BBBB0001', at: '2026-06-14T09:58:00Z', powerW: 300 });
await sql`update device_live set status = -1 where sn = 'BBBB0001'`;
await makeDevice(sql, { sn: 'AAAA0009' });

const sns = async (asked: Request<'device/list'>, as = token) =>
  (await server.ask('device/list', asked, { token: as })).list.map(({ sn }) => sn);

test('device/list shows problems first: alert, then offline, then the rest by plant', async () => {
  const { list, total } = await server.ask('device/list', {}, { token });
  expect(list.map(({ sn }) => sn)).toEqual(['AAAA0002', 'BBBB0001', 'BBBB0002', 'AAAA0001']);
  expect(total).toBe(4);
  expect(list[0]).toMatchObject({ status: 1, alertCode: '0040', alertTitle: 'AC voltage RMS over', now: 0 });
  expect(list[1]).toMatchObject({ status: -1, alertCode: '0000', now: 0, isLive: false, todayPower: null });
  expect(list[2]).toMatchObject({
    status: 2,
    lastUpdate: '',
    lastUpdateIso: null,
    lastUpdateTime: 0,
    totalPower: null,
  });
  expect(list[3]).toMatchObject({
    sid: lake,
    status: 0,
    now: 200,
    isLive: true,
    nowUnit: 'W',
    todayPower: 0.6,
    siteName: 'Lake house',
    userEmail: 'owner@lake.example',
    installerEmail: 'installer@lake.example',
    countryName: 'Germany',
    commissionDate: '01/01/2026 00:00',
    lastUpdate: '15/06/2026 11:58',
  });
});

test.each([
  [{ keywords: 'aaaa' }, ['AAAA0001', 'AAAA0002']],
  [{ keywords: 'barn_' }, ['BBBB0002']],
  [{ keywords: 'chur' }, ['BBBB0001', 'BBBB0002']],
  [{ keywords: 'owner@lake' }, ['AAAA0001', 'AAAA0002']],
  [{ keywords: '%' }, []],
  [{ site_name: 'hill' }, ['BBBB0001', 'BBBB0002']],
  [{ sid: hill }, ['BBBB0001', 'BBBB0002']],
  [{ sn: 'bbbb0001' }, ['BBBB0001']],
  [{ user_email: 'owner@' }, ['AAAA0001', 'AAAA0002']],
  [{ installer_email: 'installer@lake' }, ['AAAA0001', 'AAAA0002']],
  [{ country_code: 'ch' }, ['BBBB0001', 'BBBB0002']],
  [{ street: 'feldweg' }, ['BBBB0001', 'BBBB0002']],
  [{ is_commission: '1' }, ['AAAA0001', 'AAAA0002']],
  [{ is_commission: '0' }, ['BBBB0001', 'BBBB0002']],
  [{ model: '800' }, ['AAAA0002']],
  [{ model: 'bdm-2250' }, ['BBBB0002']],
  [{ status: '-1' }, ['BBBB0001']],
  [{ status: 'online' }, []],
  // 11 March on the plant's clock.
  [{ created_start_date: '2026-03-11', created_end_date: '2026-03-11' }, ['AAAA0001', 'AAAA0002']],
  [{ created_end_date: '2026-03-10' }, ['BBBB0001', 'BBBB0002']],
  // Words of programs that mean any.
  [{ model: 'null', status: '', keywords: '' }, ['AAAA0001', 'AAAA0002', 'BBBB0001', 'BBBB0002']],
])('device/list filters by %j', async (filters, expected) => {
  expect(await sns({ filters, sort: [{ field: 'sn' }] })).toEqual(expected);
});

test('device/list sorts by each field, what has no value last, and gives pages with the whole count', async () => {
  const by = async (field: 'now' | 'lastUpdate' | 'siteName' | 'model', descending = false) =>
    await sns({ sort: [{ field, descending }, { field: 'sn' }] });
  expect(await by('now')).toEqual(['AAAA0002', 'AAAA0001', 'BBBB0001', 'BBBB0002']);
  expect(await by('now', true)).toEqual(['AAAA0001', 'AAAA0002', 'BBBB0001', 'BBBB0002']);
  expect(await by('lastUpdate', true)).toEqual(['AAAA0001', 'AAAA0002', 'BBBB0001', 'BBBB0002']);
  expect(await by('siteName')).toEqual(['BBBB0001', 'BBBB0002', 'AAAA0001', 'AAAA0002']);
  expect(await by('model')).toEqual(['BBBB0002', 'AAAA0001', 'BBBB0001', 'AAAA0002']);
  const second = await server.ask('device/list', { page: { size: 3, num: 1 }, sort: [{ field: 'sn' }] }, { token });
  expect([second.list.map(({ sn }) => sn), second.total]).toEqual([['BBBB0002'], 4]);
  const past = await server.ask('device/list', { page: { size: 3, num: 9 } }, { token });
  expect([past.list, past.total]).toEqual([[], 4]);
});

test('device/list shows the branch to those above it, administrators all, strangers nothing', async () => {
  expect(await sns({}, await server.signedIn(distributor.id))).toHaveLength(4);
  expect(await sns({}, await server.signedIn((await makeUser(sql, { role: 'administrator' })).id))).toHaveLength(5);
  expect(await sns({ sort: [{ field: 'sn' }] }, await server.signedIn(owner.id))).toEqual(['AAAA0001', 'AAAA0002']);
  const stranger = await server.signedIn((await makeUser(sql)).id);
  expect(await server.ask('device/list', { filters: { sn: 'AAAA0001' } }, { token: stranger })).toEqual({
    list: [],
    total: 0,
  });
});

test('device/list: a number of a row is a number for every device, live, silent or never heard', async () => {
  const { list } = await server.ask('device/list', {}, { token });
  expect(list.map(({ now }) => typeof now)).toEqual(['number', 'number', 'number', 'number']);
  expect(list.map(({ isLive }) => isLive)).toEqual([true, false, false, true]);
  expect(list.every(({ todayPowerUnit, totalPowerUnit }) => todayPowerUnit === 'kWh' && totalPowerUnit === 'kWh')).toBe(
    true,
  );
});
