// auth/role/viewAs: a role's menus and permissions, never more than one's own, nothing changed, and back again.
import { expect, test } from 'vitest';
import { createCompanyHierarchy, menuIds } from '../../../../test/companyHierarchy.ts';
import { makeSite } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql } = server;
const { administrator, distributor, enter, manager, stranger } = await createCompanyHierarchy(server);
const ownerRole = (await enter('owner')).roleId;

const menusOf = async ({ token, roleId }: { token: string; roleId: number }) => {
  const { list, viewing } = await ask('auth/role/menu/view', { role_id: roleId, is_login: true }, { token });
  return { names: list.map(({ components_title }) => components_title), viewing };
};
/** Heard by the server within moments, not with the answer. */
const settled = (person: { token: string; roleId: number }, role: number | null) =>
  expect.poll(async () => (await menusOf(person)).viewing?.role_id ?? null).toBe(role);

test('the session has the role’s menus, is refused the role’s missing pages, and goes back', async () => {
  const own = (await menusOf(administrator)).names;
  await ask('auth/role/viewAs', { role_id: ownerRole }, { token: administrator.token });
  await settled(administrator, ownerRole);
  expect(await menusOf(administrator)).toEqual({
    names: ['PvPlant', 'Alerts', 'Documentation'],
    viewing: { role_id: ownerRole, code: 'owner', name: 'Owner' },
  });
  expect(await call('auth/role/list', {}, { token: administrator.token })).toMatchObject({ status: 403 });
  expect(await call('device/list', {}, { token: administrator.token })).toMatchObject({ code: 200 });
  expect(await call('auth/role/viewAs', { role_id: distributor.roleId }, { token: administrator.token })).toMatchObject(
    {
      status: 403,
    },
  );
  await ask('auth/role/viewAs', { role_id: 0 }, { token: administrator.token });
  await settled(administrator, null);
  expect((await menusOf(administrator)).names).toEqual(own);
});

test('nothing is changed meanwhile: every change is refused and says why', async () => {
  const sid = await makeSite(sql, { name: 'Roof' });
  await ask('auth/role/viewAs', { role_id: distributor.roleId }, { token: administrator.token });
  await settled(administrator, distributor.roleId);
  const { token } = administrator;
  const refused = { status: 200, code: 1491, msg: expect.stringContaining('go back'), data: {} };
  expect(await call('site/delete', { sid }, { token })).toEqual(refused);
  expect(await call('account/update', { city: 'Konstanz' }, { token })).toEqual(refused);
  // With its own transactions.
  expect(await call('account/updatePassword', { password: 'a', newPassword: 'b' }, { token })).toEqual(refused);
  expect(await sql`select name from sites where sid = ${sid}`).toMatchObject([{ name: 'Roof' }]);
  expect(await call('site/overview', { sid }, { token })).toMatchObject({ code: 200 });
  expect(await call('account/loginOut', {}, { token })).toMatchObject({ code: 200 });
});

test('it never widens what the session holds, even if the role is given more meanwhile', async () => {
  const { id } = await ask(
    'auth/role/create',
    { name: 'More', scope: 'branch', company_id: distributor.companyId },
    { token: manager.token },
  );
  const [boss] = [await enter('administrator')];
  await ask(
    'auth/role/menu/distribution',
    { role_id: id, version: 1, menus: await menuIds(server, ['Menus', 'Alerts', 'DeviceForget']) },
    { token: boss.token },
  );
  await ask('auth/role/viewAs', { role_id: id }, { token: distributor.token });
  await settled(distributor, id);
  expect((await menusOf(distributor)).names).toEqual(['Alerts']);
  expect(await call('auth/menu/list', {}, { token: distributor.token })).toMatchObject({ status: 403 });
  expect(await call('device/list', {}, { token: distributor.token })).toMatchObject({ status: 403 });
  await ask('auth/role/viewAs', { role_id: 0 }, { token: distributor.token });
});

test('a role that is not seen, or by who may not look at roles, is refused', async () => {
  const { id } = await ask('auth/role/create', { name: 'South', scope: 'own' }, { token: stranger.token });
  await settled(distributor, null);
  expect(await call('auth/role/viewAs', { role_id: id }, { token: distributor.token })).toMatchObject({ code: 1482 });
  const installer = await enter('installer');
  expect(await call('auth/role/viewAs', { role_id: ownerRole }, { token: installer.token })).toMatchObject({
    status: 403,
  });
  // Back to where one is.
  expect(await call('auth/role/viewAs', { role_id: 0 }, { token: installer.token })).toMatchObject({ code: 200 });
});
