// auth/menu/del: deletes an entry with its grants; refuses entries with children and those needed to undo the change.
import { expect, test } from 'vitest';
import { createCompanyHierarchy, menuIds } from '../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql } = server;
const { administrator, distributor, enter } = await createCompanyHierarchy(server);
const { token } = administrator;

test('with the entry goes what it gave to roles', async () => {
  const [id] = await menuIds(server, ['NoRegGatewayList']);
  const { token: other } = await enter('distributor');
  expect(await call('device/list/noReg', {}, { token: other })).toMatchObject({ code: 200 });
  await ask('auth/menu/del', { id: id! }, { token });
  await expect.poll(async () => (await call('device/list/noReg', {}, { token: other })).status).toBe(403);
  expect(await call('auth/menu/del', { id: id! }, { token })).toMatchObject({ code: 1488 });
});

test('what others stand beneath is not deleted, nor what administrators need to undo it', async () => {
  const [system, site, menus, roles] = await menuIds(server, ['System', 'PvPlant', 'Menus', 'RolesPermission']);
  for (const id of [system, site])
    expect(await call('auth/menu/del', { id: id! }, { token })).toMatchObject({ code: 1489 });
  for (const id of [menus, roles])
    expect(await call('auth/menu/del', { id: id! }, { token })).toMatchObject({ code: 1485 });
});

test('others than administrators delete none', async () => {
  const [id] = await menuIds(server, ['Alerts']);
  await sql`insert into role_menus (role_id, menu_id) select ${distributor.roleId}, id from menus where name = 'Menus'`;
  const { token: other } = await enter('distributor');
  expect(await call('auth/menu/del', { id: id! }, { token: other })).toMatchObject({ status: 403 });
});
