// product/sn/list: visible numbers, and the fields of each.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const below = await makeCompany(sql, { parentId: companyId });
const manager = await makeUser(sql, { role: 'manager', companyId });
const token = await signedIn(manager.id);
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const sid = await makeSite(sql, { companyId: below });
const mine = await makeDevice(sql, { sid, sn: '60000001', product: 'BDM-800' });
const foreign = await makeDevice(sql, { sn: '60000002' });
await sql`update serial_numbers set activated_by = ${manager.id} where sn in (${mine.sn}, ${foreign.sn})`;
await sql`insert into serial_numbers (sn, stock_of, restricted_at, restricted_reason) values ('60000003', ${companyId}, now(), 'stolen')`;
await sql`insert into serial_numbers (sn, first_seen_at) values ('60000004', now())`;
const listed = async (filters: object, as = token) =>
  (await ask('product/sn/list', { filters: { keywords: '6000', ...filters } }, { token: as })).list.map(({ sn }) => sn);

test('shows all numbers to an administrator, and those of branch and stock to a manager', async () => {
  expect(await listed({}, administrator)).toEqual(['60000001', '60000002', '60000003', '60000004']);
  expect(await listed({})).toEqual(['60000001', '60000003']);
  const stranger = await signedIn((await makeUser(sql)).id);
  expect(await listed({}, stranger)).toEqual([]);
  const owner = await signedIn((await makeUser(sql, { role: 'owner' })).id);
  expect((await call('product/sn/list', {}, { token: owner })).code).toBe(403);
});

test('filters by prefix, product, activation and restriction', async () => {
  expect(await listed({ keywords: '60000003' })).toEqual(['60000003']);
  expect(await listed({ keywords: '%' })).toEqual([]);
  expect(await listed({ model: '800' })).toEqual(['60000001']);
  expect(await listed({ model: '77' })).toEqual([]);
  expect(await listed({ activated: 'no' })).toEqual(['60000003']);
  expect(await listed({ restricted: 'yes' })).toEqual(['60000003']);
  expect(await listed({ restricted: 'no' })).toEqual(['60000001']);
});

test('returns product, plant, activating user, restriction and permissions of each number', async () => {
  const { list, total, hasMore } = await ask('product/sn/list', { filters: { keywords: '6000' } }, { token });
  expect({ total, hasMore }).toEqual({ total: 2, hasMore: false });
  expect(list[0]).toMatchObject({
    sn: mine.sn,
    topFewSN: '6000',
    model: 800,
    isActivated: true,
    activatedBy: manager.email,
    sid,
    isBlack: false,
    rights: { restrict: true, remove: false },
  });
  expect(list[1]).toMatchObject({
    isActivated: false,
    isBlack: true,
    restrictedReason: 'stolen',
    sid: '',
    activatedIso: null,
    rights: { restrict: false, remove: false },
  });
});

test('returns only the time of activation for stock activated by others', async () => {
  await sql`update serial_numbers set stock_of = ${companyId}, last_seen_at = now() where sn = ${foreign.sn}`;
  const { list } = await ask('product/sn/list', { filters: { keywords: foreign.sn } }, { token });
  expect(list[0]).toMatchObject({ isActivated: true, activatedBy: '', sid: '', siteName: '', lastSeenIso: null });
  expect(list[0]!.activatedIso).not.toBeNull();
  expect(JSON.stringify(list)).not.toContain(foreign.sid);
  await sql`update serial_numbers set stock_of = null where sn = ${foreign.sn}`;
});

test('shows a claimed number to its branch at once, and a released one no longer', async () => {
  const sn = '61000001';
  await ask('site/updateFast', { sid, sn: [{ sn, model: 400 }] }, { token });
  expect(await listed({ keywords: sn })).toEqual([sn]);
  await ask('device/delete', { sid, sn }, { token });
  expect(await listed({ keywords: sn })).toEqual([]);
});
