// account/companies, account/switchCompany: the same token continues in another company, with that membership's role, branch and permissions.
import { expect, test } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const { id, companyId } = await makeUser(sql);
const other = await makeCompany(sql, { name: 'Second' });
await sql`insert into memberships (user_id, company_id, role_id) select ${id}, ${other}, id from roles where code = 'owner'`;
const mine = await makeSite(sql, { companyId });
const token = await signedIn(id);

test('switches role, branch and permissions immediately and back, in the same session', async () => {
  const { list } = await ask('account/companies', {}, { token });
  expect(list.map((row) => [row.companyId, row.isCurrent])).toEqual([
    [companyId, true],
    [other, false],
  ]);
  const { userInfo } = await ask('account/switchCompany', { companyId: other }, { token });
  expect(userInfo).toMatchObject({ uid: id, companyId: other, groupName: 'Owner' });
  await expect.poll(async () => (await ask('account/info', {}, { token })).company_id).toBe(other);
  expect((await ask('account/info', {}, { token })).groupName).toBe('Owner');
  expect((await call('user/list', {}, { token })).code).toBe(403);
  expect((await ask('site/listWithSN', {}, { token })).total).toBe(0);
  await ask('account/switchCompany', { companyId }, { token });
  await expect
    .poll(async () => (await ask('site/listWithSN', {}, { token })).list.map(({ sid }) => sid))
    .toEqual([mine]);
});

test('refuses a company without a membership the same way as one that does not exist', async () => {
  const foreign = await call('account/switchCompany', { companyId: await makeCompany(sql) }, { token });
  expect(foreign.code).toBe(1464);
  expect(await call('account/switchCompany', { companyId: 9_999_999 }, { token })).toEqual(foreign);
  expect(await ask('account/info', {}, { token })).toMatchObject({ company_id: companyId });
});
