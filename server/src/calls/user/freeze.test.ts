// user/freeze: suspends a membership immediately, with a reason; other memberships continue.
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

test('ends the sessions of that company immediately, with the reason in the list and at sign-in', async () => {
  const { id, email } = await worker();
  const its = await signedIn(id);
  const key = { uid: id, companyId: installer };
  expect((await call('user/freeze', { ...key, isFrozen: true }, { token })).code).toBe(400);
  await ask('user/freeze', { ...key, isFrozen: true, reason: 'Left in May' }, { token });
  await expect.poll(async () => (await call('account/info', {}, { token: its })).code).toBe(401);
  expect((await call('sign-in', { account: email, password: PASSWORD })).code).toBe(1001);
  expect(await ask('user/detail', key, { token })).toMatchObject({ state: 'frozen', frozenReason: 'Left in May' });
  await ask('user/freeze', { ...key, isFrozen: false }, { token });
  expect((await call('sign-in', { account: email, password: PASSWORD })).code).toBe(200);
  expect(await ask('user/detail', key, { token })).toMatchObject({ state: 'active', frozenReason: '' });
});

test('keeps memberships in other companies active', async () => {
  const { id, email, companyId: other } = await makeUser(sql, { passwordHash });
  await sql`insert into memberships (user_id, company_id, role_id, is_company_owner) values (${id}, ${installer}, ${await roleId('installer')}, true)`;
  const otherToken = await signedIn(id);
  await ask('user/freeze', { uid: id, companyId: installer, isFrozen: true, reason: 'Guest no more' }, { token });
  const { userInfo } = await ask('sign-in', { account: email, password: PASSWORD });
  expect(userInfo.companyId).toBe(other);
  expect((await call('account/switchCompany', { companyId: installer }, { token: otherToken })).code).not.toBe(200);
});
