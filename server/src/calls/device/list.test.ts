// device/list: visible devices, every filter, the order with problems first, and pages.
import type { Request } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { updateChangedProblems } from '../../problems/updateProblems.ts';

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
await sql`update device_live set firmware = '1.7' where sn = 'AAAA0001'`;
// 11 March by the plant's clock, and long after the plants were created.
await sql`update devices set created_at = '2026-03-20T12:00:00Z'`;
await sql`update devices set created_at = '2026-03-10T23:30:00Z' where sn = 'AAAA0002'`;
await sql`update devices set created_at = '2026-03-10T22:30:00Z' where sn = 'BBBB0002'`;
await makeDevice(sql, { sn: 'AAAA0009' });

const sns = async (asked: Request<'device/list'>, as = token) =>
  (await server.ask('device/list', asked, { token: as })).list.map(({ sn }) => sn);

test('lists devices with problems first: alert, then offline, then the rest by plant', async () => {
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

test('pages devices with problems first in one order, whether a page ends among them or after', async () => {
  const bothFields = [{ field: 'problems' }, { field: 'siteName' }] satisfies Request<'device/list'>['sort'];
  const filtersOf: Request<'device/list'>['filters'][] = [
    {},
    { keywords: 'hill' },
    { kind: 'microinverter' },
    { created_end_date: '2026-03-11' },
  ];
  for (const filters of filtersOf) {
    const all = await sns({ filters, sort: bothFields });
    expect(all.length).toBeGreaterThan(1);
    for (const size of [1, 2, 3, 4, 5]) {
      for (const num of [0, 1, 2, 3, 4]) {
        const page = await server.ask('device/list', { filters, page: { size, num } }, { token });
        expect([size, num, page.list.map(({ sn }) => sn)]).toEqual([
          size,
          num,
          all.slice(size * num, size * (num + 1)),
        ]);
        expect(page.total).toBe(all.length);
      }
    }
  }
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
  // 11 March by the plant's clock.
  [{ created_start_date: '2026-03-11', created_end_date: '2026-03-11' }, ['AAAA0001', 'AAAA0002']],
  [{ created_end_date: '2026-03-10' }, ['BBBB0001', 'BBBB0002']],
  [{ added_start_date: '2026-03-11', added_end_date: '2026-03-11' }, ['AAAA0002']],
  [{ added_start_date: '2026-03-11' }, ['AAAA0001', 'AAAA0002', 'BBBB0001']],
  [{ added_end_date: '2026-03-10' }, ['BBBB0002']],
  [{ added_start_date: '2026-03-11', created_end_date: '2026-03-10' }, ['BBBB0001']],
  [{ firmware: '1.7' }, ['AAAA0001']],
  [{ has_firmware: '1' }, ['AAAA0001']],
  [{ has_firmware: '0' }, ['AAAA0002', 'BBBB0001', 'BBBB0002']],
  [{ has_firmware: '0', model: '400' }, ['BBBB0001']],
  [{ country_code: 'none' }, []],
  // Words that API clients send for "any".
  [{ model: 'null', status: '', keywords: '' }, ['AAAA0001', 'AAAA0002', 'BBBB0001', 'BBBB0002']],
])('filters by %j', async (filters, expected) => {
  expect(await sns({ filters, sort: [{ field: 'sn' }] })).toEqual(expected);
});

test('sorts by each field with missing values last, and returns pages with the total count', async () => {
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

test('shows the branch to companies above, all to administrators, and nothing to strangers', async () => {
  expect(await sns({}, await server.signedIn(distributor.id))).toHaveLength(4);
  expect(await sns({}, await server.signedIn((await makeUser(sql, { role: 'administrator' })).id))).toHaveLength(5);
  expect(await sns({ sort: [{ field: 'sn' }] }, await server.signedIn(owner.id))).toEqual(['AAAA0001', 'AAAA0002']);
  const stranger = await server.signedIn((await makeUser(sql)).id);
  expect(await server.ask('device/list', { filters: { sn: 'AAAA0001' } }, { token: stranger })).toEqual({
    list: [],
    total: 0,
    kinds: {},
    models: [],
  });
});

test('returns numbers as numbers for every device, live, silent or never reported', async () => {
  const { list } = await server.ask('device/list', {}, { token });
  expect(list.map(({ now }) => typeof now)).toEqual(['number', 'number', 'number', 'number']);
  expect(list.map(({ isLive }) => isLive)).toEqual([true, false, false, true]);
  expect(list.every(({ todayPowerUnit, totalPowerUnit }) => todayPowerUnit === 'kWh' && totalPowerUnit === 'kWh')).toBe(
    true,
  );
});

test('filters by kind as named in reports, and counts each kind as if unfiltered', async () => {
  const company = await makeCompany(sql);
  const viewerToken = await server.signedIn((await makeUser(sql, { companyId: company })).id);
  const site = await makeSite(sql, { companyId: company, name: 'Kinds' });
  const battery = await makeDevice(sql, { sid: site, product: 'Battery' });
  await makeDevice(sql, { sid: site });
  await makeDevice(sql, { sid: site });
  const gateway = await makeDevice(sql, { sid: site, product: 'HG-1' });
  await sql`update products set kind = 'allInOne' where name = 'Hybrid inverter'`;
  const hybrid = await makeDevice(sql, { sid: site, product: 'Hybrid inverter' });
  const ask = (filters: object) => server.ask('device/list', { filters }, { token: viewerToken });
  const all = await ask({});
  expect(all.kinds).toEqual({ battery: 1, microinverter: 2, gateway: 1, hybrid: 1 });
  expect(all.total).toBe(5);
  const batteries = await ask({ kind: 'battery' });
  expect(batteries).toMatchObject({ total: 1, kinds: all.kinds, list: [{ sn: battery.sn, kind: 'battery' }] });
  expect(await ask({ kind: 'hybrid' })).toMatchObject({ total: 1, list: [{ sn: hybrid.sn, kind: 'hybrid' }] });
  expect(await ask({ kind: 'sensor' })).toMatchObject({ total: 0, list: [] });
  expect(await ask({ sn: gateway.sn })).toMatchObject({ total: 1, kinds: { gateway: 1 } });
  // Models are those of the kind, whichever is selected; kinds are those of the selected model.
  const names = ({ models }: { models: { modelName: string }[] }) => models.map(({ modelName }) => modelName);
  expect(names(all)).toEqual(['Battery', 'BDM-400', 'HG-1', 'Hybrid inverter']);
  expect(names(await ask({ kind: 'battery' }))).toEqual(['Battery']);
  const chosen = await ask({ model: 'bdm-400' });
  expect(chosen).toMatchObject({ total: 2, kinds: { microinverter: 2 } });
  expect(names(chosen)).toEqual(names(all));
  expect(await ask({ model: 'bdm-400', kind: 'battery' })).toMatchObject({
    total: 0,
    list: [],
    kinds: { microinverter: 2 },
  });
});

test('returns the charge level of a battery while it is live', async () => {
  const company = await makeCompany(sql);
  const viewerToken = await server.signedIn((await makeUser(sql, { companyId: company })).id);
  const { sid, sn } = await makeDevice(sql, {
    sid: await makeSite(sql, { companyId: company }),
    product: 'Battery',
  });
  const soc = async () => (await server.ask('device/list', {}, { token: viewerToken })).list[0]!.batterySoc;
  const now = server.clock.now();
  expect(await soc()).toBeNull();
  await sql`
    update device_live set at = ${now}, quantities = '{"batterySocPercent": 61.26}' where sid = ${sid} and sn = ${sn}`;
  expect(await soc()).toBe(61.3);
  await sql`update device_live set at = ${new Date(now.getTime() - 86_400_000)} where sid = ${sid} and sn = ${sn}`;
  expect(await soc()).toBeNull();
});

test('returns current values of a meter and a battery as counted by the plant', async () => {
  const company = await makeCompany(sql);
  const user = await makeUser(sql, { companyId: company });
  const viewerToken = await server.signedIn(user.id);
  const sid = await makeSite(sql, { companyId: company });
  const { sn: meter } = await makeDevice(sql, { sid, product: 'Meter' });
  const { sn: battery } = await makeDevice(sql, { sid, product: 'Battery' });
  await makeDevice(sql, { sid, product: 'Sensor' });
  const list = async () => {
    const rows = (
      await server.ask('device/list', { sort: [{ field: 'now', descending: true }] }, { token: viewerToken })
    ).list;
    return rows.map(({ kind, now, nowUnit, isLive, nowOf }) => [kind, isLive ? now : null, nowUnit, nowOf]);
  };
  expect((await list()).every(([, now, , nowOf]) => now === null && nowOf === null)).toBe(true);
  const tell = () =>
    ingestReports(server.context, [
      readingOfRow({ gateway: 'GW', sn: meter, at: server.clock.now(), quantities: { gridPowerW: -412.3 } }),
      readingOfRow({ gateway: 'GW', sn: battery, at: server.clock.now(), quantities: { batteryPowerW: 250 } }),
    ]);
  await tell();
  expect((await list()).slice(0, 2)).toEqual([
    ['battery', 250, 'W', 'battery'],
    ['meter', -412.3, 'W', 'grid'],
  ]);
  const setUp = (sn: string, setting: object) =>
    server.ask(
      'device/meter/setUp',
      { sid, sn, list: [{ validFrom: '2020-01-01', ...setting }] },
      { token: viewerToken },
    );
  await setUp(meter, { reversed: true });
  await setUp(battery, { reversed: true });
  // Its reversed polarity is not known until its next report.
  expect((await list()).every(([, now]) => now === null)).toBe(true);
  server.clock.forward(60);
  await tell();
  expect((await list()).slice(0, 2)).toEqual([
    ['meter', 412.3, 'W', 'grid'],
    ['battery', -250, 'W', 'battery'],
  ]);
  await setUp(meter, { role: 'load' });
  server.clock.forward(60);
  await tell();
  expect((await list()).find(([kind]) => kind === 'meter')).toEqual(['meter', -412.3, 'W', 'load']);
  server.clock.forward(86_400);
  const later = await server.signedIn(user.id);
  const rows = (await server.ask('device/list', {}, { token: later })).list;
  expect(rows.map(({ now, isLive }) => [now, isLive])).toEqual([
    [0, false],
    [0, false],
    [0, false],
  ]);
});

test('fills pages of problems where many devices have been removed', async () => {
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const removed = Array.from({ length: 70 }, (_, n) => `CCCC${String(n).padStart(4, '0')}`);
  for (const sn of [...removed, 'DDDD0001', 'DDDD0002', 'DDDD0003']) await makeDevice(sql, { sid, sn });
  await sql`update devices set removed_at = now() where sn = any (${removed})`;
  const as = await server.signedIn(user.id);
  const page = async (num: number) => await server.ask('device/list', { page: { size: 2, num } }, { token: as });
  const [first, second] = [await page(0), await page(1)];
  expect([first, second].map(({ list }) => list.map(({ sn }) => sn))).toEqual([['DDDD0001', 'DDDD0002'], ['DDDD0003']]);
  expect([first.total, second.total]).toEqual([3, 3]);
});

test('lists devices with counted problems first, faults before warnings, each with its problem in words', async () => {
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.2 });
  const numbers = ['EEEE0001', 'EEEE0002', 'EEEE0003', 'EEEE0004', 'EEEE0005'];
  for (const sn of numbers) await makeDevice(sql, { sid, sn });
  await sql`update device_live set status = case sn when 'EEEE0005' then 1 else 0 end where sid = ${sid}`;
  const open = (sn: string, code: string, acknowledged: string | null = null) => sql`
    insert into events (sid, sn, code, opened_at, detail, acknowledged_at)
    values (${sid}, ${sn}, ${code}, '2026-06-01T00:00:00Z', '{"input": "2", "less": "38"}', ${acknowledged})`;
  await open('EEEE0002', 'weakModule');
  await open('EEEE0003', 'weakModule', '2026-06-02T00:00:00Z');
  await open('EEEE0004', 'deadModule');
  await open('EEEE0004', 'weakModule');
  await updateChangedProblems(server.context);
  const as = await server.signedIn(user.id);
  const { list } = await server.ask('device/list', {}, { token: as });
  expect(list.map(({ sn, problem }) => [sn, problem?.code ?? null])).toEqual([
    ['EEEE0004', 'deadModule'],
    ['EEEE0002', 'weakModule'],
    ['EEEE0005', null],
    ['EEEE0001', null],
    ['EEEE0003', null],
  ]);
  expect(list[0]).toMatchObject({
    currency: 'EUR',
    status: 0,
    problem: { level: 'fault', title: 'Module on input 2 produces nothing', devices: 1, weekKwh: null, weekMoney: '' },
  });
  const whole = await sns({ sort: [{ field: 'problems' }, { field: 'siteName' }] }, as);
  expect(whole).toEqual(list.map(({ sn }) => sn));
  for (const num of [0, 1, 2])
    expect(await sns({ page: { size: 2, num } }, as)).toEqual(whole.slice(2 * num, 2 * num + 2));
  // The filter selects what a device reports itself.
  expect(await sns({ filters: { status: '1' } }, as)).toEqual(['EEEE0005']);
});
