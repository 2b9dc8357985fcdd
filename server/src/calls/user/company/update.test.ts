// user/company/update: order of kinds, no cycles, branches follow a move.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../../test/branch.ts';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { call, ask, sql, signedIn } = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
const { distributor, dealer, foreign, boss } = await makeBranch(sql);
const token = await signedIn(boss.id);
const make = (companyName: string, at: number, more: object = {}) =>
  call('user/company/create', { companyName, kind: 'installer', distributorCompanyId: at, ...more }, { token });

test('enforces the order of kinds, refuses cycles, and treats inaccessible companies as missing', async () => {
  const { data } = await make('Dachwerk', dealer);
  const update = (body: { id: number; kind?: 'distributor' | 'dealer' | 'installer'; distributorCompanyId?: number }) =>
    call('user/company/update', body, { token });
  expect((await make('Too high', dealer, { kind: 'distributor' })).code).toBe(1460);
  expect((await make('Too high', data.id, { kind: 'installer' })).code).toBe(1460);
  expect((await update({ id: dealer, distributorCompanyId: dealer })).code).toBe(1459);
  expect((await update({ id: dealer, distributorCompanyId: data.id })).code).toBe(1459);
  expect((await update({ id: dealer, kind: 'installer' })).code).toBe(1460);
  expect((await update({ id: distributor, kind: 'dealer' })).code).toBe(1461);
  expect((await call('user/company/del', { id: distributor }, { token })).code).toBe(1461);
  expect((await call('user/company/del', { id: dealer }, { token })).code).toBe(1462);
  const missing = await update({ id: 999_999, kind: 'dealer' });
  expect(missing.code).toBe(1021);
  expect(await update({ id: foreign, kind: 'dealer' })).toEqual(missing);
  expect(await update({ id: data.id, distributorCompanyId: foreign })).toEqual(missing);
  expect(await call('user/company/del', { id: foreign }, { token })).toEqual(missing);
  expect((await make('There', foreign)).code).toBe(1021);
});

test('prevents a cycle by two concurrent moves', async () => {
  const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const [one, other] = [await makeCompany(sql, { kind: 'dealer' }), await makeCompany(sql, { kind: 'dealer' })];
  const responses = await Promise.all([
    call('user/company/update', { id: one, distributorCompanyId: other, kind: 'installer' }, { token: admin }),
    call('user/company/update', { id: other, distributorCompanyId: one, kind: 'installer' }, { token: admin }),
  ]);
  expect(responses.map(({ code }) => code).toSorted()).toEqual([1459, 200]);
});

test('moves plants and users of a company into the other branch', async () => {
  const to = await makeCompany(sql, { kind: 'dealer', parentId: distributor });
  const moved = await makeCompany(sql, { parentId: dealer, name: 'Wanderer' });
  const guest = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: moved, sharedWith: [guest.id] });
  const { sn } = await makeDevice(sql, { sid });
  const [before, after] = [
    await signedIn((await makeUser(sql, { role: 'dealer', companyId: dealer })).id),
    await signedIn((await makeUser(sql, { role: 'dealer', companyId: to })).id),
  ];
  const sees = async (as: string) => (await call('device/detail', { sid, sn }, { token: as })).code;
  expect([await sees(before), await sees(after)]).toEqual([200, 1006]);
  await ask('user/company/update', { id: moved, distributorCompanyId: to }, { token });
  await expect.poll(async () => [await sees(before), await sees(after)]).toEqual([1006, 200]);
  expect(await sees(await signedIn(guest.id))).toBe(200);
  const [row] = await sql<{ seenBy: number[] }[]>`select seen_by from device_live where sid = ${sid}`;
  expect(row!.seenBy).toContain(-to);
  expect(row!.seenBy).not.toContain(-dealer);
});

test('an administrator changes the brand of a company and of those below it that had the same', async () => {
  const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const top = await makeCompany(sql, { kind: 'dealer' });
  const [follows, differs] = [await makeCompany(sql, { parentId: top }), await makeCompany(sql, { parentId: top })];
  await sql`update companies set brand_id = 4 where id = ${differs}`;
  expect((await call('user/company/update', { id: top, brandId: 2 }, { token: admin })).code).toBe(200);
  const rows = await sql`select id, brand_id from companies where id in (${top}, ${follows}, ${differs}) order by id`;
  expect(rows).toEqual([
    { id: top, brandId: 2 },
    { id: follows, brandId: 2 },
    { id: differs, brandId: 4 },
  ]);
  const manager = await signedIn((await makeUser(sql, { role: 'manager', companyId: distributor })).id);
  expect((await call('user/company/update', { id: dealer, brandId: 2 }, { token: manager })).code).toBe(403);
});
