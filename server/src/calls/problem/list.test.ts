// problem/list and problem/summary: accessible problems only, ranked by severity and loss, one for each cause, with their cost.

import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeDocument, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { updateAllProblems } from '../../../test/problems.ts';
import { makeDay } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { indexUsers } from '../../access/peopleIndex.ts';

/** It is 2026-06-15T10:00:00Z. */
const { sql, ask, call, clock, context, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);
const below = await makeCompany(sql, { parentId: user.companyId });
const owner = await makeUser(sql, { role: 'owner' });
await sql`update users set name = 'Ada', phone = '+49 7531 1' where id = ${owner.id}`;

/** Makes a plant whose devices produced 1.6 kWh a day, the last one until a day of June. */
async function plant(name: string, { until, companyId = user.companyId }: { until: number; companyId?: number }) {
  const sid = await makeSite(sql, { companyId, name, price: 0.25, ownerId: owner.id });
  const devices = [await makeDevice(sql, { sid }), await makeDevice(sql, { sid }), await makeDevice(sql, { sid })];
  for (const [n, device] of devices.entries()) {
    const last = n === 2 ? until : 14;
    for (let day = 1; day <= last; day++)
      await makeDay(sql, { ...device, day: `2026-06-${String(day).padStart(2, '0')}`, energyWh: 1600 });
    const isSilent = n === 2 && until < 14;
    await sql`
      update device_live set at = ${isSilent ? `2026-06-${String(until).padStart(2, '0')}T18:00:00Z` : clock.now()}, status = ${isSilent ? -1 : 0}, version = version + 1
      where sid = ${sid} and sn = ${device.sn}`;
  }
  return { sid, devices };
}
const cheap = await plant('Cheap', { until: 13 });
const dear = await plant('Dear', { until: 7, companyId: below });
await sql`insert into site_prices (sid, valid_from, price) values (${dear.sid}, '2026-06-01', 0.5)`;
await plant('Healthy', { until: 14 });
const warned = await plant('Warned', { until: 14 });
await sql`insert into events (sid, sn, code, opened_at) values (${warned.sid}, ${warned.devices[0]!.sn}, 'secondSource', '2026-06-15T08:00:00Z')`;
await updateAllProblems(context);

const rowsOf = async (body: object = {}, as = token) =>
  (await ask('problem/list', body, { token: as })).list.map(({ siteName, code }) => `${siteName} ${code}`);

test('lists the plants with the highest weekly loss first, faults before warnings', async () => {
  expect(await rowsOf()).toEqual(['Dear silence', 'Cheap silence', 'Warned secondSource']);
  const { list, total } = await ask('problem/list', {}, { token });
  expect(total).toBe(3);
  expect(list[0]).toMatchObject({
    sid: dear.sid,
    sn: dear.devices[2]!.sn,
    level: 'fault',
    weekKwh: 11.2,
    weekMoney: '5.60',
    siteProblems: 1,
    ownerName: 'Ada',
    ownerPhone: '+49 7531 1',
    mayAcknowledge: true,
  });
});

test('pages, filters and searches', async () => {
  expect(await rowsOf({ page: { size: 2, num: 1 } })).toEqual(['Warned secondSource']);
  expect(await ask('problem/list', { page: { size: 2, num: 9 } }, { token })).toEqual({ list: [], total: 3 });
  expect(await rowsOf({ filters: { level: 'warning' } })).toEqual(['Warned secondSource']);
  expect(await rowsOf({ filters: { code: 'silence' } })).toEqual(['Dear silence', 'Cheap silence']);
  expect(await rowsOf({ filters: { keywords: 'war' } })).toEqual(['Warned secondSource']);
  expect(await rowsOf({ filters: { keywords: cheap.devices[2]!.sn } })).toEqual(['Cheap silence']);
  expect(await rowsOf({ filters: { keywords: '%' } })).toEqual([]);
  expect(await rowsOf({ filters: { company: below } })).toEqual(['Dear silence']);
  expect(await rowsOf({ sid: cheap.sid })).toEqual(['Cheap silence']);
  const foreign = await makeCompany(sql);
  expect(await call('problem/list', { filters: { company: foreign } }, { token })).toMatchObject({
    code: ERROR_CODES.companyNotFound,
  });
});

test('the plant list, the overview, the badge and the dashboard show the same problems', async () => {
  const { list } = await ask('site/listWithSN', {}, { token });
  expect(list.map(({ siteName, status, problems, problem }) => [siteName, status, problems, problem?.code])).toEqual([
    ['Dear', 1, 1, 'silence'],
    ['Cheap', 1, 1, 'silence'],
    ['Warned', 1, 1, 'secondSource'],
    ['Healthy', 0, 0, undefined],
  ]);
  const { problems, deviceList } = await ask('site/overview', { sid: dear.sid }, { token });
  expect(problems.map(({ code, weekMoney }) => [code, weekMoney])).toEqual([['silence', '5.60']]);
  expect(deviceList.map(({ problem }) => problem?.code)).toEqual([undefined, undefined, 'silence']);
  expect(await ask('device/alerts/open', {}, { token })).toEqual({ count: 3, more: false, level: 'fault' });
  expect(await ask('problem/summary', {}, { token })).toMatchObject({
    faults: 2,
    warnings: 1,
    acknowledged: 0,
    plants: 3,
    weekKwh: 16.8,
    weekMoney: '7.00',
    currency: 'EUR',
    worst: [
      { siteName: 'Dear', problems: 1, weekKwh: 11.2, weekMoney: '5.60', problem: { code: 'silence' } },
      { siteName: 'Cheap', problem: { code: 'silence' } },
      { siteName: 'Warned', problem: { code: 'secondSource' }, weekKwh: null, weekMoney: '' },
    ],
  });
});

test('an acknowledged warning is listed and no longer counted; a fault is counted until it ends', async () => {
  const sn = warned.devices[0]!.sn;
  const alert = { sn, code: 'secondSource' as const, startMs: Date.parse('2026-06-15T08:00:00Z') };
  await ask('device/alerts/acknowledge', { sid: warned.sid, alerts: [alert], note: 'a new line' }, { token });
  expect(await ask('problem/list', { filters: { state: 'acknowledged' } }, { token })).toMatchObject({
    list: [{ code: 'secondSource', state: 'acknowledged', note: 'a new line', isCounted: false, siteProblems: 0 }],
    total: 1,
  });
  const { list } = await ask('site/listWithSN', { filters: { keywords: 'Warned' } }, { token });
  expect(list[0]).toMatchObject({ status: 0, problems: 0, problem: null });
  expect(await ask('problem/summary', {}, { token })).toMatchObject({
    faults: 2,
    warnings: 0,
    acknowledged: 1,
    plants: 2,
  });
  await ask('device/alerts/acknowledge', { sid: warned.sid, alerts: [alert], acknowledged: false }, { token });
  expect(await ask('problem/summary', {}, { token })).toMatchObject({ warnings: 1, acknowledged: 0, plants: 3 });
});

test('shows a stranger nothing, and a guest the shared plant without the owner and the right to acknowledge', async () => {
  const stranger = await signedIn((await makeUser(sql)).id);
  expect(await ask('problem/list', {}, { token: stranger })).toEqual({ list: [], total: 0 });
  expect(await ask('problem/summary', {}, { token: stranger })).toMatchObject({
    faults: 0,
    plants: 0,
    weekKwh: null,
    worst: [],
  });
  expect(await call('problem/list', { sid: cheap.sid }, { token: stranger })).toMatchObject({
    code: ERROR_CODES.siteNotFound,
  });
  const guest = await makeUser(sql, { role: 'owner' });
  await shareSite(sql, cheap.sid, guest.id);
  await updateAllProblems(context);
  const { list } = await ask('problem/list', {}, { token: await signedIn(guest.id) });
  expect(list).toMatchObject([
    { sid: cheap.sid, ownerName: '', ownerPhone: '', ownerEmail: '', mayAcknowledge: false },
  ]);
});

test('an owner who was named by the branch is unknown to it until accepting the plant or joining the branch', async () => {
  const ownerOf = async (call: 'problem/list' | 'site/listWithSN') => {
    const { list } = await ask(call, { filters: { site_name: 'Dear' } } as never, { token });
    return (list as { ownerName: string; ownerPhone: string }[]).map((row) => [row.ownerName, row.ownerPhone])[0];
  };
  const [owner] = await sql<[{ id: number; roleId: number }]>`
    select s.owner_id as id, m.role_id from sites s join memberships m on m.user_id = s.owner_id where s.sid = ${dear.sid}`;
  const calls = ['problem/list', 'site/listWithSN'] as const;
  await sql`update sites set owner_named_at = '2026-06-01T08:00:00Z' where sid = ${dear.sid}`;
  for (const call of calls) expect(await ownerOf(call), call).toEqual(['', '']);
  await sql`insert into memberships (user_id, company_id, role_id) values (${owner.id}, ${user.companyId}, ${owner.roleId})`;
  await indexUsers(sql, [owner.id]);
  for (const call of calls) expect(await ownerOf(call), call).toEqual(['Ada', '+49 7531 1']);
  await sql`delete from memberships where user_id = ${owner.id} and company_id = ${user.companyId}`;
  await sql`update sites set owner_named_at = null where sid = ${dear.sid}`;
  for (const call of calls) expect(await ownerOf(call), call).toEqual(['Ada', '+49 7531 1']);
});

test('says what the plant loses, whether a module is on its layout, and which product has a document to read', async () => {
  const device = warned.devices[1]!;
  await sql`insert into events (sid, sn, code, opened_at) values (${warned.sid}, ${device.sn}, '4000', '2026-06-15T08:00:00Z')`;
  await updateAllProblems(context);
  const rows = async () => {
    const { list } = await ask('problem/list', {}, { token });
    return Object.fromEntries(
      list.map(({ siteName, code, siteWeekKwh, siteWeekMoney, isPlaced, documentedProduct }) => [
        `${siteName} ${code}`,
        [siteWeekKwh, siteWeekMoney, isPlaced, documentedProduct],
      ]),
    );
  };
  expect(await rows()).toMatchObject({
    'Dear silence': [11.2, '5.60', false, ''],
    'Warned 4000': [null, '', false, ''],
  });
  await sql`
    insert into modules (sid, sn, input, zone, zone_row, zone_column) values (${warned.sid}, ${device.sn}, 1, 1, 1, 1)`;
  const [alert] = (await ask('device/alerts', { sid: warned.sid, sn: device.sn }, { token })).list;
  expect(alert).toMatchObject({ code: '4000', documentedProduct: '' });
  const document = await makeDocument(sql, { companyId: user.companyId });
  await sql`update documents set models = (select array_agg(model) from products where name = 'BDM-400') where id = ${document}`;
  expect(await rows()).toMatchObject({
    // A manual does not know what the portal itself has found.
    'Dear silence': [11.2, '5.60', false, ''],
    'Warned 4000': [null, '', true, 'BDM-400'],
    'Warned secondSource': [null, '', false, ''],
  });
  expect((await ask('device/alerts', { sid: warned.sid, sn: device.sn }, { token })).list).toMatchObject([
    { code: '4000', documentedProduct: 'BDM-400' },
  ]);
  await sql`delete from events where sid = ${warned.sid} and code = '4000'`;
  await updateAllProblems(context);
});

test('acknowledges a problem of the plant itself', async () => {
  await sql`insert into events (sid, sn, code, opened_at) values (${warned.sid}, '', 'wrongTimeZone', '2026-06-15T08:00:00Z')`;
  await updateAllProblems(context);
  const { list } = await ask('problem/list', { filters: { code: 'wrongTimeZone' } }, { token });
  expect(list).toMatchObject([{ sn: '', state: 'open', isPlaced: false }]);
  const alerts = list.map(({ sn, code, startMs }) => ({ sn, code, startMs }));
  expect(await ask('device/alerts/acknowledge', { sid: warned.sid, alerts }, { token })).toEqual({ count: 1 });
  expect(await ask('problem/list', { filters: { code: 'wrongTimeZone' } }, { token })).toMatchObject({
    list: [{ sn: '', state: 'acknowledged', isCounted: false }],
  });
  await sql`delete from events where sid = ${warned.sid} and code = 'wrongTimeZone'`;
  await updateAllProblems(context);
});

test('a problem ends with its event, and the plant is healthy again', async () => {
  await sql`
    update device_live set at = ${clock.now()}, status = 0, version = version + 1 where sid = ${cheap.sid} and sn = ${cheap.devices[2]!.sn}`;
  await updateAllProblems(context);
  expect(await rowsOf()).toEqual(['Dear silence', 'Warned secondSource']);
  const { list } = await ask('site/listWithSN', { filters: { keywords: 'Cheap' } }, { token });
  expect(list[0]).toMatchObject({ problems: 0, problem: null });
});
