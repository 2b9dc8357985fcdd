// auth/menu/update: title, icon, params and place; no circle, no second editor who overwrites the first.
import { BUILT_PAGES } from '@heliograph/contract/pages.ts';
import { expect, test } from 'vitest';
import { createCompanyHierarchy, menuIds } from '../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql } = server;
const { administrator, distributor, enter } = await createCompanyHierarchy(server);
const { token } = administrator;
const entries = async () => (await ask('auth/menu/list', {}, { token })).list;
async function given(name: string) {
  const { id, version, title, icon, params, parentId } = (await entries()).find((entry) => entry.name === name)!;
  return { id, version, title, icon: icon as 'IconBell', params, parent_id: parentId };
}
const top = async () => (await entries()).filter(({ parentId }) => parentId === 0).map(({ name }) => name);

test('a title of one’s own replaces the portal’s; an empty one gives it back', async () => {
  const alerts = await given('Alerts');
  expect(await ask('auth/menu/update', { ...alerts, title: 'Störungen' }, { token })).toEqual({ version: 2 });
  expect((await entries()).find(({ name }) => name === 'Alerts')).toMatchObject({
    title: 'Störungen',
    titleLocale: '',
  });
  await ask('auth/menu/update', { ...alerts, version: 2, title: '' }, { token });
  expect((await entries()).find(({ name }) => name === 'Alerts')?.titleLocale).toBe('menu.Alerts');
});

test('an entry moves among its neighbours, into a group and out of it; who owns the page sees the group', async () => {
  const before = await top();
  const devices = await given('Documentation');
  await ask('auth/menu/update', { ...devices, place: 0 }, { token });
  expect(await top()).toEqual(['Documentation', ...before.filter((name) => name !== 'Documentation')]);
  const [toolsId] = await menuIds(server, ['Tools']);
  await sql`delete from role_menus where role_id = ${distributor.roleId} and menu_id = ${toolsId!}`;
  await ask('auth/menu/update', { ...devices, version: 2, parent_id: toolsId! }, { token });
  const { token: own, roleId } = await enter('distributor');
  const { list } = await ask('auth/role/menu/view', { role_id: roleId }, { token: own });
  const group = list.find(({ components_title }) => components_title === 'Tools')!;
  const tools = BUILT_PAGES.filter(({ menu }) => menu?.group === 'Tools').map(({ name }) => name);
  expect(group.children.map(({ components_title }) => components_title)).toEqual([...tools, 'Documentation']);
  await ask('auth/menu/update', { ...devices, version: 3, place: 1 }, { token });
  expect((await top())[1]).toBe('Documentation');
});

test('no circles: nothing stands in itself, in what stands in it, or where its kind has no place', async () => {
  const [system, roles, site, button] = await menuIds(server, ['System', 'RolesPermission', 'PvPlant', 'SiteCreate']);
  const before = await entries();
  const [aGroup, aPage, aButton] = [await given('System'), await given('PvPlant'), await given('SiteCreate')];
  for (const [entry, parent_id] of [
    [aGroup, system],
    [aGroup, roles],
    [aGroup, site],
    [aPage, site],
    [aPage, button],
    [aButton, button],
    [aButton, 0],
    [aButton, system],
  ] as const)
    expect(await call('auth/menu/update', { ...entry, parent_id: parent_id! }, { token })).toMatchObject({
      code: 1490,
    });
  expect(await entries()).toEqual(before);
});

test('two who move at once: one is told, and the order has no hole', async () => {
  const [alerts, site] = [await given('Alerts'), await given('PvPlant')];
  const same = await Promise.all([0, 1].map((place) => call('auth/menu/update', { ...alerts, place }, { token })));
  expect(same.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1486]);
  await ask('auth/menu/update', { ...site, place: 1000 }, { token });
  const rows = await sql<
    { sort: number }[]
  >`select sort from menus where parent_id is null and removed_at is null order by sort`;
  expect(rows.map(({ sort }) => sort)).toEqual(rows.map((_, n) => n));
});

test('unknown icons and params are refused, entries that are gone, and others than administrators', async () => {
  const site = await given('PvPlant');
  expect(await call('auth/menu/update', { ...site, icon: 'IconNone' as never }, { token })).toMatchObject({
    code: 400,
  });
  expect(await call('auth/menu/update', { ...site, params: 'a#b' }, { token })).toMatchObject({ code: 400 });
  expect(await call('auth/menu/update', { ...site, id: 2_000_000_000 }, { token })).toMatchObject({ code: 1488 });
  await sql`insert into role_menus (role_id, menu_id) select ${distributor.roleId}, id from menus where name = 'Menus'`;
  const { token: other } = await enter('distributor');
  expect(await call('auth/menu/update', site, { token: other })).toMatchObject({ status: 403 });
});
