// auth/role/viewAs: menus and permissions of another role, never more than the user's own, read-only, and back.
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
/** The server learns of it within moments, not with the response. */
const expectViewing = (person: { token: string; roleId: number }, role: number | null) =>
  expect.poll(async () => (await menusOf(person)).viewing?.role_id ?? null).toBe(role);

test('shows the role’s menus, refuses pages the role lacks, and switches back', async () => {
  const own = (await menusOf(administrator)).names;
  await ask('auth/role/viewAs', { role_id: ownerRole }, { token: administrator.token });
  await expectViewing(administrator, ownerRole);
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
  await expectViewing(administrator, null);
  expect((await menusOf(administrator)).names).toEqual(own);
});

test('refuses every change while viewing as another role, with an explanation', async () => {
  const sid = await makeSite(sql, { name: 'Roof' });
  await ask('auth/role/viewAs', { role_id: distributor.roleId }, { token: administrator.token });
  await expectViewing(administrator, distributor.roleId);
  const { token } = administrator;
  const refused = { status: 200, code: 1491, msg: expect.stringContaining('Return to your own role'), data: {} };
  expect(await call('site/delete', { sid }, { token })).toEqual(refused);
  expect(await call('account/update', { city: 'Konstanz' }, { token })).toEqual(refused);
  // With transactions of its own.
  expect(await call('account/updatePassword', { password: 'a', newPassword: 'b' }, { token })).toEqual(refused);
  expect(await sql`select name from sites where sid = ${sid}`).toMatchObject([{ name: 'Roof' }]);
  expect(await call('site/overview', { sid }, { token })).toMatchObject({ code: 200 });
  expect(await call('account/loginOut', {}, { token })).toMatchObject({ code: 200 });
});

test('never extends the session’s permissions, even if the role gains more meanwhile', async () => {
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
  await expectViewing(distributor, id);
  expect((await menusOf(distributor)).names).toEqual(['Alerts']);
  expect(await call('auth/menu/list', {}, { token: distributor.token })).toMatchObject({ status: 403 });
  expect(await call('device/list', {}, { token: distributor.token })).toMatchObject({ status: 403 });
  await ask('auth/role/viewAs', { role_id: 0 }, { token: distributor.token });
});

test('refuses an inaccessible role, and users who may not view roles', async () => {
  const { id } = await ask('auth/role/create', { name: 'South', scope: 'own' }, { token: stranger.token });
  await expectViewing(distributor, null);
  expect(await call('auth/role/viewAs', { role_id: id }, { token: distributor.token })).toMatchObject({ code: 1482 });
  const installer = await enter('installer');
  expect(await call('auth/role/viewAs', { role_id: ownerRole }, { token: installer.token })).toMatchObject({
    status: 403,
  });
  // Back to the current state.
  expect(await call('auth/role/viewAs', { role_id: 0 }, { token: installer.token })).toMatchObject({ code: 200 });
});
