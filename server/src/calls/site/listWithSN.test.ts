// site/listWithSN: visible plants, every filter, sort order, pages, and rows as public API clients read them.
import type { Request } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { storeExpectedWeeks } from '../../energy/expected/lastWeek.ts';

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
const removed = await makeDevice(sql, { sid: forgotten });
await makeSample(sql, { ...fresh, at: '2026-06-15T09:59:30Z', powerW: 300 });
await makeDay(sql, { ...fresh, day: '2026-06-15', energyWh: 1500 });
await makeSample(sql, { ...broken, at: '2026-06-15T09:30:00Z', powerW: 100, statusBits: 0x0022 });
await makeDay(sql, { ...broken, day: '2026-06-14', energyWh: 2500 });
await makeSample(sql, { ...removed, at: '2026-01-15T09:30:00Z', powerW: 100 });
await sql`update site_live set status = -1 where sid in (${silent}, ${forgotten})`;
await sql`update site_live set problem_rank = case sid when ${alerting} then 3e12 + 500 else 3e12 end where sid <> ${calm}`;
await makeSite(sql, { name: 'Of someone else' });

const names = async (filters: NonNullable<Request<'site/listWithSN'>['filters']>, as = token) =>
  (await server.ask('site/listWithSN', { filters }, { token: as })).list.map(({ siteName }) => siteName).sort();

test('lists plants with problems first, the highest loss of each severity first, then by name, and long silent ones last', async () => {
  const { list, total } = await server.ask('site/listWithSN', {}, { token });
  expect(list.map(({ sid }) => sid)).toEqual([alerting, silent, calm, forgotten]);
  expect(total).toBe(4);
});

test('returns live figures only while they are live', async () => {
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

test('filters by everything API clients send, and ignores "null" and ""', async () => {
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

test('pages from 0, keeps the total beyond the end, and sorts missing values last', async () => {
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

test('reads pages with problems first in parts, with the same plants as one sort, each once', async () => {
  const someone = await makeUser(sql);
  const of = await server.signedIn(someone.id);
  const others = { companyId: someone.companyId, city: 'Lyon' };
  for (let n = 0; n < 21; n++) {
    const name = `${'nmlkjih'[n % 7]} ${n}`;
    const sid = await makeSite(sql, { ...others, name, ...(n % 10 === 3 ? { commissionedOn: null } : {}) });
    const reportedAt = n % 8 === 0 ? '2026-01-15T09:30:00Z' : '2026-06-15T09:59:00Z';
    // The last one has not reported yet.
    if (n < 20)
      await sql`
        update site_live set status = ${[0, 1, -1, 0, 2][n % 5]!}, at = ${reportedAt}, problem_rank = ${[0, 2e12, 3e12 + n, 0, 0][n % 5]!}
        where sid = ${sid}`;
  }
  const whole = {
    sort: [{ field: 'problems', descending: false } as const, { field: 'siteName', descending: false } as const],
  };
  for (const filters of [{}, { country_code: 'DE' }, { street: '' }, { created_start_date: '2020-01-01' }]) {
    const all = await server.ask('site/listWithSN', { filters, ...whole, page: { size: 100, num: 0 } }, { token: of });
    expect(all.total).toBe(21);
    for (const size of [1, 3, 20]) {
      const pages = Array.from({ length: Math.min(9, Math.ceil(21 / size)) }, (_, num) => ({ size, num }));
      const read = [];
      for (const page of pages) {
        const { list, total } = await server.ask('site/listWithSN', { filters, page }, { token: of });
        expect(total).toBe(21);
        read.push(...list.map(({ sid }) => sid));
      }
      expect(read).toEqual(all.list.map(({ sid }) => sid).slice(0, read.length));
      expect(read.length).toBe(Math.min(21, 9 * size));
    }
  }
});

test('returns the right total for more plants than it sorts itself', async () => {
  const someone = await makeUser(sql);
  const of = await server.signedIn(someone.id);
  const one = await makeSite(sql, { companyId: someone.companyId, name: 'Row 0' });
  await makeDevice(sql, { sid: one, sn: 'FA0B0C01' });
  await sql`update devices set alias = 'Row of the barn' where sid = ${one}`;
  await sql`
    insert into sites (sid, name, company_id, seen_by, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at, commissioned_on)
    select 'DE_20260101_r' || lpad(n::text, 7, '0'), 'Row ' || n, company_id, seen_by, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at, '2026-01-01'
    from sites cross join generate_series(1, 520) n where sid = ${one}`;
  await sql`
    insert into site_live (sid, seen_by, status, problem_rank, at)
    select sid, seen_by, case when sid like '%7' then 1 else 0 end, case when sid like '%7' then 2e12 else 0 end, '2026-06-15T09:59:00Z' from sites where sid like 'DE_20260101_r%'`;
  for (const filters of [{ keywords: 'row' }, { site_name: 'row' }]) {
    const result = await server.ask('site/listWithSN', { filters, page: { size: 60, num: 0 } }, { token: of });
    expect(result.total).toBe(521);
    expect(result.list.filter(({ status }) => status === 1).length).toBe(52);
    expect(result.list.slice(0, 52).every(({ status }) => status === 1)).toBe(true);
    const past = await server.ask('site/listWithSN', { filters, page: { size: 100, num: 9 } }, { token: of });
    expect(past).toEqual({ list: [], total: 521 });
  }
  for (const filters of [{ keywords: 'the barn' }, { keywords: 'fa0b' }, { sn: 'fa0b0c' }]) {
    const { list, total } = await server.ask('site/listWithSN', { filters }, { token: of });
    expect([list.map(({ sid }) => sid), total]).toEqual([[one], 1]);
  }
  expect(await names({ sn: 'fa0b_c' }, of)).toEqual([]);
});

test('shows owners their own and shared plants, and a distributor the branch below', async () => {
  const guest = await makeUser(sql, { role: 'owner' });
  expect(await names({}, await server.signedIn(guest.id))).toEqual([]);
  await shareSite(sql, silent, guest.id);
  expect(await names({}, await server.signedIn(guest.id))).toEqual(['Yard']);
  expect(await names({}, await server.signedIn(owner.id))).toEqual(['Calm 100%']);
  const distributor = await makeUser(sql, { role: 'distributor' });
  const below = await makeCompany(sql, { parentId: await makeCompany(sql, { parentId: distributor.companyId }) });
  await makeSite(sql, { companyId: below, name: 'Far below' });
  expect(await names({}, await server.signedIn(distributor.id))).toEqual(['Far below']);
});

test('includes at most ten devices a row and counts all of them', async () => {
  const many = await makeSite(sql, { ...company, name: 'Many' });
  for (let n = 0; n < 12; n++) await makeDevice(sql, { sid: many });
  const { list } = await server.ask('site/listWithSN', { filters: { site_name: 'many' } }, { token });
  expect(list[0]!.sn.length).toBe(10);
  expect(list[0]!.snCount).toBe(12);
});

test('returns only the names of devices on request, and everything else unchanged', async () => {
  const named = await makeSite(sql, { ...company, name: 'Called' });
  const { sn } = await makeDevice(sql, { sid: named });
  const roof = await makeDevice(sql, { sid: named });
  await sql`update devices set alias = 'Roof' where sn = ${roof.sn}`;
  const filters = { site_name: 'called' };
  const { list: whole } = await server.ask('site/listWithSN', { filters }, { token });
  const { list: short } = await server.ask('site/listWithSN', { filters, withDevices: false }, { token });
  expect(whole[0]!.deviceNames.toSorted()).toEqual([sn, 'Roof'].toSorted());
  expect(whole[0]!.sn.map((device) => device.alias || device.sn)).toEqual(whole[0]!.deviceNames);
  expect(short).toEqual(whole.map((row) => ({ ...row, sn: [] })));
});

test('treats a plant as not commissioned until its day on its own calendar, whatever its devices report', async () => {
  const someone = await makeUser(sql);
  const as = await server.signedIn(someone.id);
  const own = { companyId: someone.companyId };
  const never = await makeSite(sql, { ...own, name: 'Never', commissionedOn: null });
  const tokyo = { timezone: 'Asia/Tokyo', countryCode: 'JP', latitude: 35.7, longitude: 139.7 };
  const soon = await makeSite(sql, { ...own, ...tokyo, name: 'Soon', commissionedOn: '2026-06-16' });
  const long = await makeSite(sql, { ...own, name: 'Long', commissionedOn: '2026-06-14' });
  const reporting = await makeDevice(sql, { sid: soon });
  await makeSample(sql, { ...reporting, at: '2026-06-15T09:59:00Z', powerW: 100, statusBits: 0x2000 });
  await makeDevice(sql, { sid: never });
  await makeDevice(sql, { sid: long });

  const statuses = async () => {
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
    // All calls agree.
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
  expect(await statuses()).toEqual([
    ['Long', -1, 'Offline', '0000'],
    ['Never', 2, 'Uncommissioned', '0000'],
    // Its alert is still shown: it may be dangerous.
    ['Soon', 2, 'Uncommissioned', '2000'],
  ]);
  // Midnight in Tokyo.
  clock.set('2026-06-15T15:00:00Z');
  expect((await statuses())[2]).toEqual(['Soon', 1, 'Alert', '2000']);
  // A device that never reported has the status of its plant.
  const { list } = await server.ask('device/list', { filters: { sid: never } }, { token: as });
  expect(list.map(({ status }) => status)).toEqual([2]);
  clock.set('2026-06-15T10:00:00Z');
});

test('returns the last seven finished days beside the expected energy of the report, on request', async () => {
  const own = await makeUser(sql);
  const by = { token: await server.signedIn(own.id) };
  const sid = await makeSite(sql, {
    companyId: own.companyId,
    name: 'Week',
    timezone: 'Pacific/Auckland',
    powerMaxW: 800,
  });
  const device = await makeDevice(sql, { sid });
  // In Auckland it is 15 June, 22:00.
  for (const [day, energyWh] of [
    ['2026-06-07', 900],
    ['2026-06-08', 1000],
    ['2026-06-10', 0],
    ['2026-06-14', 1200],
    ['2026-06-15', 700],
  ] as const)
    await makeDay(sql, { ...device, day, energyWh });
  await sql`update site_live set at = ${clock.now()} where sid = ${sid}`;
  const rowOf = async (withWeek = true) => {
    const signedIn = { token: await server.signedIn(own.id) };
    return (await server.ask('site/listWithSN', { withWeek }, signedIn)).list[0]!;
  };
  const days = ['08', '09', '10', '11', '12', '13', '14'].map((day) => `2026-06-${day}`);
  const before = await rowOf();
  expect(before.week.map(({ day, energy, expected }) => [day, energy, expected])).toEqual(
    days.map((day) => [day, { '2026-06-08': 1, '2026-06-10': 0, '2026-06-14': 1.2 }[day] ?? null, null]),
  );
  while ((await storeExpectedWeeks(server.context)) > 0);
  const { week } = await rowOf();
  const report = await server.ask('site/report', { sid, from: days[0]!, to: days.at(-1)! }, by);
  const known = week.filter(({ energy }) => energy !== null);
  expect(known.map(({ day, energy, expected }) => [day, energy, expected])).toEqual(
    report.rows.flatMap(({ from, energy, expected }) => (energy === null ? [] : [[from, energy, expected!.energy]])),
  );
  expect(week.every(({ expected }) => expected! > 0)).toBe(true);
  // Two days later the stored days have moved on, until the job runs.
  clock.forward(2 * 86_400);
  const later = (await rowOf()).week.map(({ expected }) => expected);
  expect(later).toEqual([...week.slice(2).map(({ expected }) => expected), null, null]);
  expect((await rowOf(false)).week).toEqual([]);
  clock.set('2026-06-15T10:00:00Z');
});

test('returns the state of charge of batteries that report, as the overview does', async () => {
  const own = await makeUser(sql);
  const by = { token: await server.signedIn(own.id) };
  const sid = await makeSite(sql, { companyId: own.companyId, name: 'Stored' });
  const [one, other, silentOne] = [
    await makeDevice(sql, { sid, product: 'Battery' }),
    await makeDevice(sql, { sid, product: 'Battery' }),
    await makeDevice(sql, { sid, product: 'Battery' }),
  ];
  for (const [{ sn }, soc, at] of [
    [one, 40, clock.now()],
    [other, 61.3, clock.now()],
    [silentOne, 99, new Date('2026-06-15T01:00:00Z')],
  ] as const)
    await sql`
      update device_live set at = ${at}, quantities = ${sql.json({ batterySocPercent: soc, batteryPowerW: 0 })} where sid = ${sid} and sn = ${sn}`;
  const { list } = await server.ask('site/listWithSN', {}, by);
  const { energy } = await server.ask('site/overview', { sid }, by);
  expect(list[0]!.soc).toBe(50.7);
  expect(Number(energy.battery.rate)).toBe(50.7);
  // One of them is measured by its gateway, too, which reports 20%.
  const hybrid = await makeDevice(sql, { sid, product: 'Hybrid inverter' });
  await sql`
    update device_live set at = ${clock.now()}, quantities = '{"batterySocPercent": 20}' where sid = ${sid} and sn = ${hybrid.sn}`;
  await sql`insert into device_flow_spans (sid, sn, flow, first_day, last_day) values (${sid}, ${hybrid.sn}, 'charge', '2026-06-01', '2026-06-15')`;
  await sql`update devices set gateway_sn = ${hybrid.sn} where sid = ${sid} and sn = ${other.sn}`;
  const { list: behind } = await server.ask('site/listWithSN', {}, by);
  const { energy: now } = await server.ask('site/overview', { sid }, by);
  expect([behind[0]!.soc, Number(now.battery.rate)]).toEqual([30, 30]);
  const none = await makeSite(sql, { companyId: own.companyId, name: 'Unstored' });
  await makeDevice(sql, { sid: none });
  const { list: all } = await server.ask('site/listWithSN', { filters: { site_name: 'unstored' } }, by);
  expect(all[0]!.soc).toBeNull();
});

test('returns name and telephone of the owner to users who may change the plant only', async () => {
  const resident = await makeUser(sql, { role: 'owner', name: 'Olga Roof' });
  await sql`update users set phone = '+49 7531 1' where id = ${resident.id}`;
  const sid = await makeSite(sql, { ...company, name: 'Callable', ownerId: resident.id, installerId: installer.id });
  const guest = await makeUser(sql, { role: 'owner' });
  await shareSite(sql, sid, guest.id);
  const ownerFor = async (as: string) => {
    const { list } = await server.ask('site/listWithSN', { filters: { site_name: 'callable' } }, { token: as });
    return list.map(({ ownerName, ownerPhone }) => [ownerName, ownerPhone]);
  };
  expect(await ownerFor(token)).toEqual([['Olga Roof', '+49 7531 1']]);
  expect(await ownerFor(await server.signedIn(guest.id))).toEqual([['', '']]);
});
