// auth/role/menu/view: the menu tree of the session's own role.
import { expect, test } from 'vitest';
import { makeUser, type RoleCode } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';
import { revokeSessions } from '../../../../access/session.ts';

const { ask, call, sql, signedIn } = await testServer();

async function signInAs(role: RoleCode): Promise<{ token: string; roleId: number }> {
  const token = await signedIn((await makeUser(sql, { role })).id);
  const [row] = await sql<{ id: number }[]>`select id from roles where code = ${role}`;
  return { token, roleId: row!.id };
}
const names = (list: readonly { components_title: string }[]) => list.map((menu) => menu.components_title);

test('returns pages with their buttons and modules in menu order', async () => {
  const { token, roleId } = await signInAs('installer');
  const { list } = await ask('auth/role/menu/view', { role_id: roleId, is_login: true }, { token });
  expect(names(list)).toEqual([
    'Dashboard',
    'PvPlant',
    'AllDevices',
    'Alerts',
    'Tools',
    'AccountSetup',
    'Documentation',
  ]);
  expect(list[1]).toMatchObject({ mode: 1, path: '/pvPlant', titleLocale: 'menu.PvPlant', icon: 'IconSolarPanel' });
  expect(list[1]!.children.map(({ mode, components_title }) => [mode, components_title])).toEqual([
    [2, 'SiteCreate'],
    [2, 'SiteUpdate'],
    [2, 'SiteDelete'],
    [2, 'DeviceRegister'],
    [2, 'DeviceRemove'],
    [2, 'DeviceRestrict'],
    [2, 'HistoryDelete'],
    [2, 'DeviceControl'],
    [2, 'OwnBatteryUpdate'],
    [2, 'ControlApprove'],
    [3, 'SiteMoney'],
    [3, 'SiteBenefits'],
    [3, 'SiteDevices'],
  ]);
});

test('lets an owner create and edit plants and their devices, but delete none', async () => {
  const { token, roleId } = await signInAs('owner');
  const { list } = await ask('auth/role/menu/view', { role_id: roleId }, { token });
  expect(names(list)).toEqual(['PvPlant', 'Alerts', 'Documentation']);
  expect(names(list[0]!.children)).toEqual([
    'SiteCreate',
    'SiteUpdate',
    'DeviceRegister',
    'DeviceRemove',
    'OwnBatteryUpdate',
    'SiteMoney',
    'SiteBenefits',
    'SiteDevices',
  ]);
});

test('shows menus of another role to administrators only', async () => {
  const [owner, administrator] = [await signInAs('owner'), await signInAs('administrator')];
  const request = { role_id: administrator.roleId };
  expect(await call('auth/role/menu/view', request, { token: owner.token })).toMatchObject({ status: 403, code: 403 });
  const { list } = await ask('auth/role/menu/view', { role_id: owner.roleId }, { token: administrator.token });
  expect(names(list)).toEqual(['PvPlant', 'Alerts', 'Documentation']);
});

test('puts an entry at the top level when the role does not have its page', async () => {
  const { token, roleId } = await signInAs('dealer');
  await sql`delete from role_menus where role_id = ${roleId} and menu_id = (select id from menus where name = 'PvPlant')`;
  const { list } = await ask('auth/role/menu/view', { role_id: roleId }, { token });
  expect(names(list)).toContain('SiteCreate');
});

test('changes its version with the menus, and only then', async () => {
  const { token, roleId } = await signInAs('installer');
  const version = async () => (await ask('auth/role/menu/view', { role_id: roleId }, { token })).version;
  const first = await version();
  expect(await version()).toBe(first);
  await sql`update menus set title = 'Meldungen' where name = 'Alerts'`;
  const renamed = await version();
  await sql`delete from role_menus where role_id = ${roleId} and menu_id = (select id from menus where name = 'SiteMoney')`;
  expect(new Set([first, renamed, await version()]).size).toBe(3);
});

test('answers the role of the session, whichever role was stored at sign-in, and the user with it', async () => {
  const user = await makeUser(sql, { role: 'installer' });
  const token = await signedIn(user.id);
  const [installer, owner] = [await signInAs('installer'), await signInAs('owner')];
  const read = () => ask('auth/role/menu/view', { role_id: installer.roleId, is_login: true }, { token });
  const before = await read();
  expect(before.userInfo).toMatchObject({ uid: user.id, groupId: installer.roleId, groupName: 'Installer' });
  await sql`update memberships set role_id = ${owner.roleId} where user_id = ${user.id}`;
  await sql`update sessions set role_id = ${owner.roleId} where user_id = ${user.id}`;
  await revokeSessions(sql, user.id);
  const after = await read();
  expect(names(after.list)).toEqual(['PvPlant', 'Alerts', 'Documentation']);
  expect(after.userInfo).toMatchObject({ uid: user.id, role: owner.roleId, groupId: owner.roleId, groupName: 'Owner' });
  expect(after.version).not.toBe(before.version);
  // Without is_login it asks for another role, which is refused.
  expect(await call('auth/role/menu/view', { role_id: installer.roleId }, { token })).toMatchObject({ status: 403 });
});
