// auth/role/menu/distribution: changed as a whole and at once; nobody grants what he does not hold, leaves his branch or locks out the last administrator.
import { expect, test } from 'vitest';
import { createCompanyHierarchy, menuIds } from '../../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql } = server;
const { administrator, dealer, distributor, enter, manager, stranger } = await createCompanyHierarchy(server);

async function ownRole(token = distributor.token): Promise<number> {
  return (await ask('auth/role/create', { name: 'Shift', scope: 'own' }, { token })).id;
}
const owned = async (id: number) =>
  (
    await sql<{ name: string }[]>`
      select m.name from role_menus rm join menus m on m.id = rm.menu_id where rm.role_id = ${id} order by m.sort, m.id`
  ).map(({ name }) => name);
const versionOf = async (id: number) =>
  (await sql<{ version: number }[]>`select version from roles where id = ${id}`)[0]!.version;
async function give(token: string, role_id: number, names: readonly string[]) {
  const version = await versionOf(role_id);
  return await call(
    'auth/role/menu/distribution',
    { role_id, version, menus: await menuIds(server, names) },
    { token },
  );
}

test('a role owns what was ticked and the groups of it, and no group without a page', async () => {
  const id = await ownRole();
  expect(await give(distributor.token, id, ['GenerateBDMPassword', 'Alerts'])).toMatchObject({ data: { version: 2 } });
  expect(await owned(id)).toEqual(['Alerts', 'Tools', 'GenerateBDMPassword']);
  expect(await give(distributor.token, id, ['Tools', 'Alerts'])).toMatchObject({ code: 200 });
  expect(await owned(id)).toEqual(['Alerts']);
});

test('a change counts with the next call of who has the role', async () => {
  const id = await ownRole();
  const worker = await enter('installer');
  await sql`update memberships set role_id = ${id} where user_id = ${worker.id}`;
  const token = await server.signedIn(worker.id);
  expect(await call('device/alerts', {}, { token })).toMatchObject({ status: 403 });
  await give(distributor.token, id, ['Alerts']);
  await expect.poll(async () => (await call('device/alerts', {}, { token })).code).toBe(200);
  await give(distributor.token, id, []);
  await expect.poll(async () => (await call('device/alerts', {}, { token })).status).toBe(403);
});

test('nobody grants what he does not hold; what is there already stays there', async () => {
  const id = await ownRole();
  expect(await give(distributor.token, id, ['Alerts', 'Menus'])).toMatchObject({ code: 1484 });
  expect(await give(distributor.token, id, ['DeviceForget'])).toMatchObject({ code: 1484 });
  expect([await owned(id), await versionOf(id)]).toEqual([[], 1]);
  // Given by who holds it: the other editor does not take it away by saving.
  expect(await give(administrator.token, id, ['DeviceForget'])).toMatchObject({ code: 200 });
  expect(await give(distributor.token, id, ['DeviceForget', 'Alerts'])).toMatchObject({ code: 200 });
  expect(await owned(id)).toEqual(['Alerts', 'DeviceForget']);
});

test('an administrator grants what his own role has lost: nothing is lost for good', async () => {
  const all = await owned(administrator.roleId);
  const most = all.filter((name) => name !== 'DeviceForget');
  expect(await give(administrator.token, administrator.roleId, most)).toMatchObject({ code: 200 });
  expect(await owned(administrator.roleId)).not.toContain('DeviceForget');
  expect(await give(administrator.token, administrator.roleId, all)).toMatchObject({ code: 200 });
  expect(await owned(administrator.roleId)).toEqual(all);
});

test('the last administrator does not lock himself out', async () => {
  const all = await owned(administrator.roleId);
  for (const kept of ['RolesPermission', 'Menus'])
    expect(
      await give(
        administrator.token,
        administrator.roleId,
        all.filter((name) => name !== kept),
      ),
    ).toMatchObject({ code: 1485 });
  expect(await give(administrator.token, administrator.roleId, [])).toMatchObject({ code: 1485 });
  expect(await owned(administrator.roleId)).toEqual(all);
});

test('the portal’s own roles are the administrator’s, others’ roles those of their branch', async () => {
  const id = await ownRole();
  const before = await owned(dealer.roleId);
  for (const { token } of [manager, distributor])
    expect(await give(token, dealer.roleId, [])).toMatchObject({ code: 1483 });
  for (const { token } of [stranger, dealer]) expect(await give(token, id, [])).toMatchObject({ code: 1482 });
  expect(await owned(dealer.roleId)).toEqual(before);
  expect(await give(manager.token, id, ['Alerts'])).toMatchObject({ code: 200 });
});

test('two editors at once: one is saved whole, the other is told', async () => {
  const id = await ownRole();
  const [alerts, devices] = await menuIds(server, ['Alerts', 'Devices']);
  const answers = await Promise.all(
    [alerts!, devices!].map((menu) =>
      call('auth/role/menu/distribution', { role_id: id, version: 1, menus: [menu] }, { token: administrator.token }),
    ),
  );
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1486]);
  expect(await owned(id)).toEqual([answers[0]!.code === 200 ? 'Alerts' : 'Devices']);
});

test('what is no menu entry is refused, and nothing is half done', async () => {
  const id = await ownRole();
  const menus = [...(await menuIds(server, ['Alerts'])), 2_000_000_000];
  const answer = await call(
    'auth/role/menu/distribution',
    { role_id: id, version: 1, menus },
    { token: distributor.token },
  );
  expect([answer.code, await owned(id)]).toEqual([1488, []]);
});
