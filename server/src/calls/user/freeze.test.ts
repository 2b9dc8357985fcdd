// user/freeze: a place in a company is closed at once, with a word why; what the account is elsewhere goes on.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../test/branch.ts';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';

const { ask, call, sql, signedIn } = await testServer();
const PASSWORD = 'sunny roof of ida';
const passwordHash = await hashPassword(PASSWORD);
const { installer, boss, worker, roleId } = await makeBranch(sql, { passwordHash });
const token = await signedIn(boss.id);

test('user/freeze ends the sessions of that company at once, says why in the list, and sign-in says it, too', async () => {
  const { id, email } = await worker();
  const its = await signedIn(id);
  const which = { uid: id, companyId: installer };
  expect((await call('user/freeze', { ...which, isFrozen: true }, { token })).code).toBe(400);
  await ask('user/freeze', { ...which, isFrozen: true, reason: 'Left in May' }, { token });
  await expect.poll(async () => (await call('account/info', {}, { token: its })).code).toBe(401);
  expect((await call('sign-in', { account: email, password: PASSWORD })).code).toBe(1001);
  expect(await ask('user/detail', which, { token })).toMatchObject({ state: 'frozen', frozenReason: 'Left in May' });
  await ask('user/freeze', { ...which, isFrozen: false }, { token });
  expect((await call('sign-in', { account: email, password: PASSWORD })).code).toBe(200);
  expect(await ask('user/detail', which, { token })).toMatchObject({ state: 'active', frozenReason: '' });
});

test('whoever is frozen in one company goes on in another', async () => {
  const { id, email, companyId: other } = await makeUser(sql, { passwordHash });
  await sql`insert into memberships (user_id, company_id, role_id, is_company_owner) values (${id}, ${installer}, ${await roleId('installer')}, true)`;
  const there = await signedIn(id);
  await ask('user/freeze', { uid: id, companyId: installer, isFrozen: true, reason: 'Guest no more' }, { token });
  const { userInfo } = await ask('sign-in', { account: email, password: PASSWORD });
  expect(userInfo.companyId).toBe(other);
  expect((await call('account/switchCompany', { companyId: installer }, { token: there })).code).not.toBe(200);
});
