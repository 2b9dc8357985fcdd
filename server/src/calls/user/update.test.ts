// user/update: role, manager and profile, permissions, and effect on sessions.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../test/branch.ts';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const { distributor, installer, boss, worker, roleId } = await makeBranch(sql);
const token = await signedIn(boss.id);

test('changes role and profile, and an open session continues with the new role', async () => {
  const { id } = await worker();
  const its = await signedIn(id);
  const key = { uid: id, companyId: installer };
  expect((await call('user/list', {}, { token: its })).code).toBe(200);
  await ask(
    'user/update',
    { ...key, groupId: await roleId('owner'), contactPerson: '<img src=x>', city: 'Lindau' },
    { token },
  );
  await expect.poll(async () => (await call('user/list', {}, { token: its })).code).toBe(403);
  expect(await ask('account/info', {}, { token: its })).toMatchObject({
    groupName: 'Owner',
    contactPerson: '<img src=x>',
  });
  expect(await ask('user/detail', key, { token })).toMatchObject({ city: 'Lindau', groupName: 'Owner' });
});

test('allows one manager per company, appointed from above', async () => {
  const [one, other] = [await worker(), await worker()];
  const manages = async () =>
    (
      await sql<
        { userId: number }[]
      >`select user_id from memberships where company_id = ${installer} and is_company_owner`
    ).map(({ userId }) => userId);
  for (const { id } of [one, other])
    await ask('user/update', { uid: id, companyId: installer, isCompanyOwner: true }, { token });
  expect(await manages()).toEqual([other.id]);
  const its = await signedIn(one.id);
  expect((await call('user/update', { uid: other.id, companyId: installer, city: 'X' }, { token: its })).code).toBe(
    1455,
  );
  const third = await worker();
  expect(
    (await call('user/update', { uid: third.id, companyId: installer, isCompanyOwner: true }, { token: its })).code,
  ).toBe(1455);
  expect(await manages()).toEqual([other.id]);
});

test('refuses the user themselves, higher ranks and other branches like missing people, and changes nothing', async () => {
  const stranger = await makeUser(sql);
  const admin = await makeUser(sql, { role: 'administrator', companyId: installer });
  const state = async () => await sql`select user_id, company_id, role_id, frozen_at from memberships order by 1, 2`;
  const before = await state();
  const tries = (uid: number, at: number) => [
    call('user/update', { uid, companyId: at, city: 'X' }, { token }),
    call('user/freeze', { uid, companyId: at, isFrozen: true, reason: 'why' }, { token }),
    call('user/del', { uid, companyId: at }, { token }),
  ];
  const codes = async (uid: number, at: number) => (await Promise.all(tries(uid, at))).map(({ code }) => code);
  expect(await codes(boss.id, distributor)).toEqual([1454, 1454, 1454]);
  expect(await codes(admin.id, installer)).toEqual([1455, 1455, 1455]);
  const missing = await Promise.all(tries(2_000_000, installer));
  expect(missing.map(({ code }) => code)).toEqual([1453, 1453, 1453]);
  expect(await Promise.all(tries(stranger.id, stranger.companyId))).toEqual(missing);
  expect(
    (
      await call(
        'user/update',
        { uid: (await worker()).id, companyId: installer, groupId: await roleId('administrator') },
        { token },
      )
    ).code,
  ).toBe(1456);
  expect((await state()).slice(0, before.length)).toEqual(before);
});
