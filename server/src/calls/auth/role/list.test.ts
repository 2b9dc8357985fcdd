// auth/role/list: one page of custom roles, searched by name or company.
import { expect, test } from 'vitest';
import { createCompanyHierarchy } from '../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql } = server;
const { administrator, distributor, dealer, stranger } = await createCompanyHierarchy(server);
for (const name of ['Zulu', 'alpha', 'Mike'])
  await ask('auth/role/create', { name, scope: 'own' }, { token: distributor.token });

const names = async (token: string, body: object = {}) =>
  (await ask('auth/role/list', body, { token })).list.map(({ name }) => name);

test('sorts by name and pages, with the total number', async () => {
  expect(await names(administrator.token)).toEqual(['alpha', 'Mike', 'Zulu']);
  const page = await ask('auth/role/list', { page: { size: 2, num: 1 } }, { token: administrator.token });
  expect([page.list.map(({ name }) => name), page.total]).toEqual([['Zulu'], 3]);
});

test('finds roles by a part of their name or company', async () => {
  expect(await names(dealer.token, { filters: { keywords: 'ALPH' } })).toEqual(['alpha']);
  expect(await names(dealer.token, { filters: { keywords: 'north' } })).toHaveLength(3);
  expect(await names(dealer.token, { filters: { keywords: '%' } })).toEqual([]);
});

test('shows none to another branch, and refuses users without either page', async () => {
  expect(await names(stranger.token)).toEqual([]);
  await sql`delete from role_menus where role_id = ${dealer.roleId} and menu_id in (select id from menus where name in ('RolesPermission', 'GroupAccess'))`;
  const token = await server.signedIn(dealer.id);
  expect(await call('auth/role/list', {}, { token })).toMatchObject({ status: 403 });
});

test('counts accounts of the requester’s branch only', async () => {
  const { list } = await ask('auth/role/list', { filters: { keywords: 'alpha' } }, { token: administrator.token });
  await sql`update memberships set role_id = ${list[0]!.id} where user_id = ${stranger.id}`;
  const users = async (token: string) =>
    (await ask('auth/role/list', { filters: { keywords: 'alpha' } }, { token })).list[0]!.users;
  expect([await users(administrator.token), await users(distributor.token)]).toEqual([1, 0]);
});
