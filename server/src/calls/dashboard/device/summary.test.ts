// dashboard/device/summary: each figure equals that of the list it links to.
import { DATA_AGES } from '@heliograph/contract/dataAges.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { rollupCounts } from '../../../fleet/rollupCounts.ts';

const server = await testServer();
const { sql, context } = server;

const distributor = await makeUser(sql, { role: 'distributor' });
const companyId = await makeCompany(sql, { parentId: distributor.companyId });
const token = await server.signedIn(distributor.id);

/** Plants of every status and age, in three countries, one of them another company's and shared. */
const made: string[] = [];
for (const [n, [country, status, minutes]] of (
  [
    ['DE', 0, 5],
    ['DE', 0, 40],
    ['DE', 1, 5],
    ['AT', -1, 300],
    ['AT', -1, 5 * 1440],
    ['FR', -1, 60 * 1440],
    ['FR', -1, 200 * 1440],
    ['FR', 2, null],
  ] as const
).entries()) {
  const sid = await makeSite(sql, { companyId, countryCode: country, powerMaxW: 1000.5 + n });
  const at = minutes === null ? null : new Date(Date.parse('2026-06-15T10:00:00Z') - minutes * 60_000);
  await sql`
    update site_live set status = ${status}, at = ${at}, fresh_until = ${at && new Date(at.getTime() + 900_000)} where sid = ${sid}`;
  made.push(sid);
}
const shared = await makeSite(sql, { sharedWith: [distributor.id], countryCode: 'CH', powerMaxW: 500 });
const foreign = await makeSite(sql, { countryCode: 'IT' });
for (const [sid, product, firmware] of [
  [made[0]!, 'BDM-400', '1.0'],
  [made[0]!, 'BDM-400', '1.0'],
  [made[1]!, 'BDM-400', '1.1'],
  [made[2]!, 'Meter', ''],
  [shared, 'BDM-400', '1.1'],
  [foreign, 'BDM-400', '9'],
] as const) {
  const { sn } = await makeDevice(sql, { sid, product });
  await sql`update device_live set firmware = ${firmware}, version = version + 1 where sn = ${sn}`;
}
// Panels with settings, in the branch and in shared plants.
for (const sid of [made[0]!, shared, foreign])
  await sql`insert into modules (sid, sn, input, label) select sid, sn, 2, 'East' from devices where sid = ${sid} order by sn limit 1`;
await sql`update devices set gateway_sn = 'HG000001' where sid = ${made[1]!}`;
// One reports now, and one has not reported today.
await sql`update site_live set power_w = 70, day = '2026-06-15', today_wh = 700, total_wh = 7000 where sid = ${made[0]!}`;
await sql`update site_live set power_w = 30, day = '2026-06-10', today_wh = 300 where sid = ${made[4]!}`;
const removed = await makeDevice(sql, { sid: made[0]! });
await sql`update devices set removed_at = now() where sn = ${removed.sn}`;

test('covers the branch and shared plants, and nothing else', async () => {
  await rollupCounts(context);
  const summary = await server.ask('dashboard/device/summary', {}, { token });
  expect(summary).toMatchObject({ siteCount: 9, isCounted: true, panels: 6, deviceCount: 5, firmwareMore: 0 });
  expect(summary.powerMax).toBeCloseTo(8 * 1000.5 + 28 + 500, 3);
  expect(summary.kinds).toEqual({ microinverter: 4, meter: 1 });
  expect(summary.countries).toEqual([
    { code: 'FR', name: 'France', count: 3 },
    { code: 'DE', name: 'Germany', count: 3 },
    { code: 'AT', name: 'Austria', count: 2 },
    { code: 'CH', name: 'Switzerland', count: 1 },
  ]);
  expect(summary.firmware.map(({ modelName, firmware, count }) => [modelName, firmware, count])).toEqual([
    ['BDM-400', '1.0', 2],
    ['BDM-400', '1.1', 2],
    ['Meter', '', 1],
  ]);
  expect(summary.statesIso).toBe('2026-06-15T10:00:00.000Z');
});

test('returns the same figures as the lists they link to', async () => {
  await rollupCounts(context);
  const summary = await server.ask('dashboard/device/summary', {}, { token });
  const counts = await server.ask('overview/siteStatusCounts', {}, { token });
  expect(summary.statusMap).toEqual(counts.statusMap);
  expect(summary.asleep).toBe(counts.asleep);
  expect(summary.siteCount).toBe(counts.siteCount);
  expect(summary.powerMax).toBeCloseTo(counts.totals.powerMax, 3);
  expect(summary.now).toBe(counts.totals.now);
  expect(summary.todayPower).toBe(counts.totals.todayPower);
  expect(summary.totalPower).toBe(counts.totals.totalPower);
  expect([summary.now, summary.todayPower, summary.totalPower]).toEqual([70, 0.7, 7]);
  const sitesWith = async (filters: object) => (await server.ask('site/listWithSN', { filters }, { token })).total;
  for (const { age, count } of summary.ages) expect([age, await sitesWith({ heard: age })]).toEqual([age, count]);
  expect(summary.ages.map(({ age }) => age)).toEqual([...DATA_AGES]);
  expect(summary.ages.every(({ count }) => count > 0)).toBe(true);
  for (const { code, count } of summary.countries) expect(await sitesWith({ country_code: code })).toBe(count);
  const devicesWith = async (filters: object) => (await server.ask('device/list', { filters }, { token })).total;
  expect(summary.wifi).toBe(3);
  expect(await devicesWith({ kind: 'microinverter', via: 'itself' })).toBe(3);
  expect(await devicesWith({ kind: 'microinverter', via: 'gateway' })).toBe(1);
  for (const [kind, count] of Object.entries(summary.kinds)) expect(await devicesWith({ kind })).toBe(count);
  for (const { modelName, firmware, count } of summary.firmware)
    if (firmware !== '') expect(await devicesWith({ model: modelName, firmware })).toBe(count);
  // Modules as listed on the page of each plant.
  let panels = 0;
  for (const sid of [...made, shared])
    for (const { modules } of (await server.ask('site/modules', { sid }, { token })).list) panels += modules.length;
  expect(panels).toBe(summary.panels);
  expect(panels).toBe(6);
  const listed = await server.ask('device/modules/list', {}, { token });
  expect([listed.total, listed.list.length]).toEqual([panels, panels]);
});

test('reports that counting is not finished yet', async () => {
  await sql`update fleet_walks set passed_at = null`;
  expect(await server.ask('dashboard/device/summary', {}, { token })).toMatchObject({
    isCounted: false,
    statesIso: null,
  });
});

test('shows an owner with the page only their own plants', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  await sql`
    insert into role_menus (role_id, menu_id)
    select r.id, m.id from roles r, menus m where r.code = 'owner' and m.name = 'Dashboard'`;
  await makeSite(sql, { ownerId: owner.id, countryCode: 'PT', powerMaxW: 4000 });
  await rollupCounts(context);
  const mine = { token: await server.signedIn(owner.id) };
  expect(await server.ask('dashboard/device/summary', {}, mine)).toMatchObject({
    siteCount: 1,
    powerMax: 4000,
    countries: [{ code: 'PT', count: 1 }],
    isCounted: true,
  });
  expect(await server.ask('dashboard/user/summary', {}, mine)).toMatchObject({ total: null, countries: [], roles: [] });
});
