// auth/menu/create: groups, further ways to pages, and what had been taken away.
import { expect, test } from 'vitest';
import { createCompanyHierarchy, menuIds } from '../../../../test/companyHierarchy.ts';
import { makeSite } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql } = server;
const { administrator, enter, manager } = await createCompanyHierarchy(server);
const { token } = administrator;
const owners = async (id: number) =>
  (
    await sql<{ code: string }[]>`
      select r.code from role_menus rm join roles r on r.id = rm.role_id where rm.menu_id = ${id} order by r.id`
  ).map(({ code }) => code);

test('a further way to a page is its owners’, with its params, in a group of its own', async () => {
  const group = await ask('auth/menu/create', { mode: 1, name: '', title: 'Every day' }, { token });
  const { id } = await ask(
    'auth/menu/create',
    { mode: 1, name: 'Alerts', title: 'Open faults', icon: 'IconBell', params: 'level=fault', parent_id: group.id },
    { token },
  );
  expect(await owners(id)).toEqual(['administrator', 'manager', 'distributor', 'dealer', 'installer', 'owner']);
  const { token: owner, roleId } = await enter('owner');
  const { list } = await ask('auth/role/menu/view', { role_id: roleId }, { token: owner });
  expect(
    list.map(({ title, children }) => [title, children.map((child) => [child.title, child.params])]),
  ).toContainEqual(['Every day', [['Open faults', 'level=fault']]]);
});

test('a button that was taken away comes back, to administrators alone', async () => {
  const [id, parent_id] = await menuIds(server, ['SiteDelete', 'PvPlant']);
  await ask('auth/menu/del', { id: id! }, { token });
  const { offered } = await ask('auth/menu/list', {}, { token });
  expect(offered).toContainEqual({ mode: 2, name: 'SiteDelete' });
  const made = { mode: 2, name: 'SiteDelete', title: '', parent_id } as const;
  expect(await ask('auth/menu/create', { ...made, parent_id: parent_id! }, { token })).toEqual({ id });
  expect(await owners(id!)).toEqual(['administrator']);
  // Twice is once too often.
  expect(await call('auth/menu/create', { ...made, parent_id: parent_id! }, { token })).toMatchObject({ code: 1490 });
});

test('a page module that was taken away is missing in answers, and comes back to administrators alone', async () => {
  const [id, parent_id] = await menuIds(server, ['SiteMoney', 'PvPlant']);
  const holders = await owners(id!);
  expect(holders).toContain('installer');
  const { token: installer, companyId } = await enter('installer');
  const sid = await makeSite(sql, { companyId });
  const sees = async () => (await ask('site/detail', { sid }, { token: installer })).currency !== '';
  expect(await sees()).toBe(true);
  await ask('auth/menu/del', { id: id! }, { token });
  expect((await ask('auth/menu/list', {}, { token })).offered).toContainEqual({ mode: 3, name: 'SiteMoney' });
  expect(await sees()).toBe(false);
  const made = { mode: 3, name: 'SiteMoney', title: '', parent_id: parent_id! } as const;
  // Neither a button nor a page, and at the top it has no place.
  for (const odd of [
    { ...made, mode: 2 as const },
    { ...made, mode: 1 as const },
  ])
    expect(await call('auth/menu/create', odd, { token })).toMatchObject({ code: 400 });
  expect(await call('auth/menu/create', { ...made, parent_id: 0 }, { token })).toMatchObject({ code: 1490 });
  expect(await ask('auth/menu/create', made, { token })).toEqual({ id });
  expect(await owners(id!)).toEqual(['administrator']);
  expect(await sees()).toBe(false);
  expect(await call('auth/menu/create', made, { token })).toMatchObject({ code: 1490 });
});

test('unknown pages, icons and params, and pages without an entry are refused', async () => {
  const page = { mode: 1, name: 'Alerts', title: '' } as const;
  for (const odd of [
    { ...page, name: 'NoSuchPage' },
    { ...page, name: 'PvPlantEdit' },
    { ...page, name: 'SiteDelete' },
    { ...page, mode: 2 },
    { ...page, mode: 4 },
    { ...page, icon: 'IconNone' },
    { ...page, params: 'a b' },
    { ...page, params: '?a=1' },
    { ...page, params: '#x' },
    { ...page, title: 'x'.repeat(61) },
    { ...page, name: '', title: '' },
  ])
    expect(await call('auth/menu/create', odd as never, { token }), JSON.stringify(odd)).toMatchObject({ code: 400 });
});

test('nothing stands where it cannot', async () => {
  const [system, roles, site] = await menuIds(server, ['System', 'RolesPermission', 'PvPlant']);
  const put = (body: object) => call('auth/menu/create', { title: 'x', ...body } as never, { token });
  // A group in a group, a page in a page, a button at the top or in a group.
  expect(await put({ mode: 1, name: '', parent_id: system })).toMatchObject({ code: 1490 });
  expect(await put({ mode: 1, name: 'Alerts', parent_id: site })).toMatchObject({ code: 1490 });
  const [button] = await menuIds(server, ['HistoryDelete']);
  await ask('auth/menu/del', { id: button! }, { token });
  for (const parent_id of [0, system])
    expect(await put({ mode: 2, name: 'HistoryDelete', parent_id })).toMatchObject({ code: 1490 });
  expect(await put({ mode: 2, name: 'HistoryDelete', parent_id: 2_000_000_000 })).toMatchObject({ code: 1488 });
  expect(await put({ mode: 2, name: 'HistoryDelete', parent_id: roles })).toMatchObject({ code: 200 });
});

test('menus are everybody’s, so that only administrators change them', async () => {
  await sql`insert into role_menus (role_id, menu_id) select ${manager.roleId}, id from menus where name = 'Menus' on conflict do nothing`;
  const { token: other } = await enter('manager');
  const group = { mode: 1, name: '', title: 'Mine' } as const;
  expect(await call('auth/menu/create', group, { token: other })).toMatchObject({ status: 403 });
});

test.each(['<script>alert(1)</script>', '=1+1', '{{name}}'])('the title %s is text and nothing else', async (title) => {
  const { id } = await ask('auth/menu/create', { mode: 1, name: '', title }, { token });
  expect((await ask('auth/menu/list', {}, { token })).list.find((entry) => entry.id === id)?.title).toBe(title);
});
