// site/listWithSN: who sees what, every filter, the order, pages, and rows as public programs read them.
import type { Request } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql, clock } = server;
clock.set('2026-06-15T10:00:00Z');

const installer = await makeUser(sql, { email: 'maria@roofs.example', name: 'Maria Roof' });
const owner = await makeUser(sql, { role: 'owner', email: 'otto@home.example' });
const token = await server.signedIn(installer.id);
const company = { companyId: installer.companyId };

const calm = await makeSite(sql, { ...company, name: 'Calm 100%', ownerId: owner.id, city: 'Graz', countryCode: 'AT' });
const alerting = await makeSite(sql, { ...company, name: 'Zeta', installerId: installer.id });
const silent = await makeSite(sql, {
  ...company,
  name: 'Yard',
  createdAt: new Date('2026-05-31T23:00:00Z'),
});
const forgotten = await makeSite(sql, { ...company, name: 'Attic' });
const fresh = await makeDevice(sql, { sid: calm });
const broken = await makeDevice(sql, { sid: alerting, product: 'BDM-800' });
const gone = await makeDevice(sql, { sid: forgotten });
await makeSample(sql, { ...fresh, at: '2026-06-15T09:59:30Z', powerW: 300 });
await makeDay(sql, { ...fresh, day: '2026-06-15', energyWh: 1500 });
await makeSample(sql, { ...broken, at: '2026-06-15T09:30:00Z', powerW: 100, statusBits: 0x0022 });
await makeDay(sql, { ...broken, day: '2026-06-14', energyWh: 2500 });
await makeSample(sql, { ...gone, at: '2026-01-15T09:30:00Z', powerW: 100 });
await sql`update site_live set status = -1 where sid in (${silent}, ${forgotten})`;
await makeSite(sql, { name: 'Of someone else' });

const names = async (filters: NonNullable<Request<'site/listWithSN'>['filters']>, as = token) =>
  (await server.ask('site/listWithSN', { filters }, { token: as })).list.map(({ siteName }) => siteName).sort();

test('site/listWithSN puts open alerts first, then offline, then names; long silent last', async () => {
  const { list, total } = await server.ask('site/listWithSN', {}, { token });
  expect(list.map(({ sid }) => sid)).toEqual([alerting, silent, calm, forgotten]);
  expect(total).toBe(4);
});

test('site/listWithSN writes rows with live figures only while they are live', async () => {
  const { list } = await server.ask('site/listWithSN', {}, { token });
  const row = list.find(({ sid }) => sid === calm)!;
  expect(row).toMatchObject({
    status: 0,
    statusTitle: 'Online',
    alertCode: '0000',
    alertTitle: 'OK',
    countryName: 'Austria',
    userEmail: 'otto@home.example',
    now: 300,
    todayPower: 1.5,
    totalPower: 1.5,
    nowUnit: 'W',
    lastUpdate: '15/06/2026 11:59',
    lastUpdateCal: 'Just now',
    lastUpdateIso: '2026-06-15T11:59:30+02:00',
    registerDate: '01/01/2026 01:00',
    commissionDate: '01/01/2026 00:00',
    isCommission: true,
    snCount: 1,
    reporting: 1,
    isNight: false,
  });
  expect(row.sn).toMatchObject([{ sn: fresh.sn, model: 'BDM-400', now: 300 }]);
  const other = list.find(({ sid }) => sid === alerting)!;
  expect(other).toMatchObject({
    now: null,
    todayPower: null,
    totalPower: 2.5,
    status: 1,
    alertCode: '0002',
    reporting: 0,
  });
  expect(other).toMatchObject({
    installerEmail: 'maria@roofs.example',
    installerName: 'Maria Roof',
    lastUpdateCal: '30 minutes ago',
  });
});

test('site/listWithSN filters by everything that programs send, and by nothing when they send "null" or ""', async () => {
  expect(await names({ keywords: 'graz' })).toEqual(['Calm 100%']);
  expect(await names({ keywords: '100%' })).toEqual(['Calm 100%']);
  expect(await names({ keywords: '_eta' })).toEqual([]);
  expect(await names({ keywords: 'otto@' })).toEqual(['Calm 100%']);
  expect(await names({ keywords: broken.sn.slice(0, 7).toLowerCase() })).toContain('Zeta');
  expect(await names({ sn: broken.sn })).toEqual(['Zeta']);
  expect(await names({ site_name: 'yar' })).toEqual(['Yard']);
  expect(await names({ user_email: 'otto' })).toEqual(['Calm 100%']);
  expect(await names({ installer_email: 'roofs.example' })).toEqual(['Zeta']);
  expect(await names({ country_code: 'AT' })).toEqual(['Calm 100%']);
  expect(await names({ model: '800' })).toEqual(['Zeta']);
  expect(await names({ status: '0' })).toEqual(['Calm 100%']);
  expect(await names({ status: -1 })).toEqual(['Attic', 'Yard']);
  expect(await names({ status: '7' })).toEqual([]);
  // Midnight of 1 June at the plant is still 31 May in UTC.
  expect(await names({ created_start_date: '2026-06-01', created_end_date: '2026-06-01' })).toEqual(['Yard']);
  expect((await names({ model: 'null', status: '', keywords: null })).length).toBe(4);
});

test('site/listWithSN pages from 0, keeps the total past the end, sorts what has no value last', async () => {
  const second = await server.ask('site/listWithSN', { page: { size: 3, num: 1 } }, { token });
  expect(second.list.map(({ sid }) => sid)).toEqual([forgotten]);
  expect(second.total).toBe(4);
  expect(await server.ask('site/listWithSN', { page: { size: 3, num: 9 } }, { token })).toEqual({ list: [], total: 4 });
  for (const descending of [true, false]) {
    const { list } = await server.ask('site/listWithSN', { sort: [{ field: 'now', descending }] }, { token });
    expect(list[0]!.sid).toBe(calm);
  }
  const unknown = { sort: [{ field: 'password', descending: false }] } as unknown as Request<'site/listWithSN'>;
  expect(await server.call('site/listWithSN', unknown, { token })).toMatchObject({ code: 400 });
});

test('site/listWithSN shows owners their own and what is shared with them, a distributor the branch below', async () => {
  const friend = await makeUser(sql, { role: 'owner' });
  expect(await names({}, await server.signedIn(friend.id))).toEqual([]);
  await shareSite(sql, silent, friend.id);
  expect(await names({}, await server.signedIn(friend.id))).toEqual(['Yard']);
  expect(await names({}, await server.signedIn(owner.id))).toEqual(['Calm 100%']);
  const distributor = await makeUser(sql, { role: 'distributor' });
  const below = await makeCompany(sql, { parentId: await makeCompany(sql, { parentId: distributor.companyId }) });
  await makeSite(sql, { companyId: below, name: 'Far below' });
  expect(await names({}, await server.signedIn(distributor.id))).toEqual(['Far below']);
});

test('site/listWithSN carries at most ten devices a row and counts them all', async () => {
  const many = await makeSite(sql, { ...company, name: 'Many' });
  for (let n = 0; n < 12; n++) await makeDevice(sql, { sid: many });
  const { list } = await server.ask('site/listWithSN', { filters: { site_name: 'many' } }, { token });
  expect(list[0]!.sn.length).toBe(10);
  expect(list[0]!.snCount).toBe(12);
});

test('a plant is uncommissioned until its day comes on its own calendar, whatever its devices say, and nobody has to act', async () => {
  const someone = await makeUser(sql);
  const as = await server.signedIn(someone.id);
  const own = { companyId: someone.companyId };
  const never = await makeSite(sql, { ...own, name: 'Never', commissionedOn: null });
  const tokyo = { timezone: 'Asia/Tokyo', countryCode: 'JP', latitude: 35.7, longitude: 139.7 };
  const soon = await makeSite(sql, { ...own, ...tokyo, name: 'Soon', commissionedOn: '2026-06-16' });
  const long = await makeSite(sql, { ...own, name: 'Long', commissionedOn: '2026-06-15' });
  const reporting = await makeDevice(sql, { sid: soon });
  await makeSample(sql, { ...reporting, at: '2026-06-15T09:59:00Z', powerW: 100, statusBits: 0x2000 });
  await makeDevice(sql, { sid: never });

  const seen = async () => {
    const { list } = await server.ask(
      'site/listWithSN',
      { sort: [{ field: 'siteName', descending: false }] },
      { token: as },
    );
    const counts = await server.ask('overview/siteStatusCounts', {}, { token: as });
    const details = await Promise.all(
      [long, never, soon].map((sid) => server.ask('site/detail', { sid }, { token: as })),
    );
    const overviews = await Promise.all(
      [long, never, soon].map((sid) => server.ask('site/overview', { sid }, { token: as })),
    );
    // One truth in every call that tells it.
    expect(overviews.map(({ status }) => status)).toEqual(list.map(({ status }) => status));
    expect(details.map(({ commission }) => commission)).toEqual(list.map(({ isCommission }) => isCommission));
    for (const status of [-1, 0, 1, 2]) {
      expect(await names({ status }, as)).toEqual(
        list.filter((row) => row.status === status).map((row) => row.siteName),
      );
      expect(counts.statusMap[String(status)]).toBe(list.filter((row) => row.status === status).length);
    }
    expect(await names({ is_commission: '1' }, as)).toEqual(
      list.filter((row) => row.isCommission).map((row) => row.siteName),
    );
    return list.map(({ siteName, status, statusTitle, alertCode }) => [siteName, status, statusTitle, alertCode]);
  };
  clock.set('2026-06-15T14:59:00Z');
  await sql`update device_live set at = ${clock.now()} where sid = ${soon}`;
  expect(await seen()).toEqual([
    ['Long', -1, 'Offline', '0000'],
    ['Never', 2, 'Uncommissioned', '0000'],
    // Its alert is told all the same: it may be dangerous.
    ['Soon', 2, 'Uncommissioned', '2000'],
  ]);
  // Midnight in Tokyo.
  clock.set('2026-06-15T15:00:00Z');
  expect((await seen())[2]).toEqual(['Soon', 1, 'Alert', '2000']);
  // A device that was never heard follows its plant.
  const { list } = await server.ask('device/list', { filters: { sid: never } }, { token: as });
  expect(list.map(({ status }) => status)).toEqual([2]);
  clock.set('2026-06-15T10:00:00Z');
});
