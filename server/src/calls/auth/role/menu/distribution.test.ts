// auth/role/menu/distribution: replaced as a whole, effective immediately; nobody grants permissions they lack, changes roles outside their branch, or locks out the last administrator.
import { expect, test } from 'vitest';
import { createCompanyHierarchy, menuIds } from '../../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql } = server;
const { administrator, dealer, distributor, enter, manager, stranger } = await createCompanyHierarchy(server);

async function createRole(token = distributor.token): Promise<number> {
  return (await ask('auth/role/create', { name: 'Shift', scope: 'own' }, { token })).id;
}
const entriesOf = async (id: number) =>
  (
    await sql<{ name: string }[]>`
      select m.name from role_menus rm join menus m on m.id = rm.menu_id where rm.role_id = ${id} order by m.sort, m.id`
  ).map(({ name }) => name);
const versionOf = async (id: number) =>
  (await sql<{ version: number }[]>`select version from roles where id = ${id}`)[0]!.version;
async function distribute(token: string, role_id: number, names: readonly string[]) {
  const version = await versionOf(role_id);
  return await call(
    'auth/role/menu/distribution',
    { role_id, version, menus: await menuIds(server, names) },
    { token },
  );
}

test('stores the selected entries with their groups, and no group without a page', async () => {
  const id = await createRole();
  expect(await distribute(distributor.token, id, ['GenerateBDMPassword', 'Alerts'])).toMatchObject({
    data: { version: 2 },
  });
  expect(await entriesOf(id)).toEqual(['Alerts', 'Tools', 'GenerateBDMPassword']);
  expect(await distribute(distributor.token, id, ['Tools', 'Alerts'])).toMatchObject({ code: 200 });
  expect(await entriesOf(id)).toEqual(['Alerts']);
});

test('applies a change from the next call of a user with the role', async () => {
  const id = await createRole();
  const worker = await enter('installer');
  await sql`update memberships set role_id = ${id} where user_id = ${worker.id}`;
  const token = await server.signedIn(worker.id);
  expect(await call('device/alerts', {}, { token })).toMatchObject({ status: 403 });
  await distribute(distributor.token, id, ['Alerts']);
  await expect.poll(async () => (await call('device/alerts', {}, { token })).code).toBe(200);
  await distribute(distributor.token, id, []);
  await expect.poll(async () => (await call('device/alerts', {}, { token })).status).toBe(403);
});

test('refuses to grant permissions the editor lacks, and keeps those already granted', async () => {
  const id = await createRole();
  expect(await distribute(distributor.token, id, ['Alerts', 'Menus'])).toMatchObject({ code: 1484 });
  expect(await distribute(distributor.token, id, ['DeviceForget'])).toMatchObject({ code: 1484 });
  expect([await entriesOf(id), await versionOf(id)]).toEqual([[], 1]);
  // Granted by a user who has it; another editor's save does not revoke it.
  expect(await distribute(administrator.token, id, ['DeviceForget'])).toMatchObject({ code: 200 });
  expect(await distribute(distributor.token, id, ['DeviceForget', 'Alerts'])).toMatchObject({ code: 200 });
  expect(await entriesOf(id)).toEqual(['Alerts', 'DeviceForget']);
});

test('lets an administrator restore permissions that the administrator role has lost', async () => {
  const all = await entriesOf(administrator.roleId);
  const reduced = all.filter((name) => name !== 'DeviceForget');
  expect(await distribute(administrator.token, administrator.roleId, reduced)).toMatchObject({ code: 200 });
  expect(await entriesOf(administrator.roleId)).not.toContain('DeviceForget');
  expect(await distribute(administrator.token, administrator.roleId, all)).toMatchObject({ code: 200 });
  expect(await entriesOf(administrator.roleId)).toEqual(all);
});

test('prevents the last administrator from locking themselves out', async () => {
  const all = await entriesOf(administrator.roleId);
  for (const required of ['RolesPermission', 'Menus'])
    expect(
      await distribute(
        administrator.token,
        administrator.roleId,
        all.filter((name) => name !== required),
      ),
    ).toMatchObject({ code: 1485 });
  expect(await distribute(administrator.token, administrator.roleId, [])).toMatchObject({ code: 1485 });
  expect(await entriesOf(administrator.roleId)).toEqual(all);
});

test('reserves built-in roles to administrators, and custom roles to their branch', async () => {
  const id = await createRole();
  const before = await entriesOf(dealer.roleId);
  for (const { token } of [manager, distributor])
    expect(await distribute(token, dealer.roleId, [])).toMatchObject({ code: 1483 });
  for (const { token } of [stranger, dealer]) expect(await distribute(token, id, [])).toMatchObject({ code: 1482 });
  expect(await entriesOf(dealer.roleId)).toEqual(before);
  expect(await distribute(manager.token, id, ['Alerts'])).toMatchObject({ code: 200 });
});

test('saves one of two concurrent edits completely and refuses the other', async () => {
  const id = await createRole();
  const [alerts, devices] = await menuIds(server, ['Alerts', 'Devices']);
  const responses = await Promise.all(
    [alerts!, devices!].map((menu) =>
      call('auth/role/menu/distribution', { role_id: id, version: 1, menus: [menu] }, { token: administrator.token }),
    ),
  );
  expect(responses.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1486]);
  expect(await entriesOf(id)).toEqual([responses[0]!.code === 200 ? 'Alerts' : 'Devices']);
});

test('refuses an unknown menu entry and changes nothing', async () => {
  const id = await createRole();
  const menus = [...(await menuIds(server, ['Alerts'])), 2_000_000_000];
  const response = await call(
    'auth/role/menu/distribution',
    { role_id: id, version: 1, menus },
    { token: distributor.token },
  );
  expect([response.code, await entriesOf(id)]).toEqual([1488, []]);
});
