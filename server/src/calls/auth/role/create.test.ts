// auth/role/create: a role of the user's company or of one below, without permissions that its creator does not have.
import { expect, test } from 'vitest';
import { createCompanyHierarchy } from '../../../../test/companyHierarchy.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { ask, call, sql } = server;
const hierarchy = await createCompanyHierarchy(server);
const { administrator, dealer, distributor, manager, north, shop, south, stranger } = hierarchy;

const rolesOf = async (token: string) => (await ask('auth/role/list', { page: { size: 200, num: 0 } }, { token })).list;
const namesOf = async (id: number) =>
  (
    await sql<{ name: string }[]>`
      select m.name from role_menus rm join menus m on m.id = rm.menu_id where rm.role_id = ${id} order by 1`
  ).map(({ name }) => name);

test('creates a role that is visible in the branch and above it only', async () => {
  const { id } = await ask('auth/role/create', { name: 'Night shift', scope: 'branch' }, { token: distributor.token });
  const own = (await rolesOf(distributor.token)).find((role) => role.id === id);
  expect(own).toEqual({
    id,
    code: '',
    name: 'Night shift',
    scope: 'branch',
    companyId: north,
    companyName: 'North',
    users: 0,
    closedIso: null,
    version: 1,
    needsSecondFactor: false,
    menus: [],
    rights: { update: true, distribute: true },
  });
  for (const { token } of [administrator, manager])
    expect((await rolesOf(token)).find((role) => role.id === id)?.rights).toEqual({ update: true, distribute: true });
  expect((await rolesOf(dealer.token)).find((role) => role.id === id)?.rights).toEqual({
    update: false,
    distribute: false,
  });
  expect((await rolesOf(stranger.token)).some((role) => role.id === id)).toBe(false);
});

test('creates a role for a company below, and for no company outside the branch', async () => {
  const make = (token: string, company_id: number) =>
    call('auth/role/create', { name: 'Theirs', scope: 'own', company_id }, { token });
  expect(await make(distributor.token, shop)).toMatchObject({ code: 200 });
  expect(await make(distributor.token, south)).toMatchObject({ code: 1021 });
  expect(await make(distributor.token, 2_000_000_000)).toMatchObject({ code: 1021 });
  expect(await make(dealer.token, north)).toMatchObject({ code: 1021 });
});

test('copies the permissions its creator has of another role, with the groups of its pages', async () => {
  const { id } = await ask(
    'auth/role/create',
    { name: 'Half a manager', scope: 'branch', copy_of: manager.roleId },
    { token: distributor.token },
  );
  const names = await namesOf(id);
  expect(names).toEqual(expect.arrayContaining(['PvPlant', 'SiteDelete', 'System', 'RolesPermission', 'Tools']));
  expect(await namesOf(manager.roleId)).toEqual(expect.arrayContaining(names));
  const { id: whole } = await ask(
    'auth/role/create',
    { name: 'As an administrator', scope: 'branch', copy_of: administrator.roleId },
    { token: distributor.token },
  );
  expect(await namesOf(whole)).not.toContain('Menus');
  expect(await namesOf(whole)).not.toContain('DeviceForget');
});

test('refuses to copy an inaccessible role, and to create a role with access to everything', async () => {
  const { id } = await ask('auth/role/create', { name: 'South', scope: 'own' }, { token: stranger.token });
  const copy = (copy_of: number) =>
    call('auth/role/create', { name: 'Copy', scope: 'own', copy_of }, { token: distributor.token });
  expect(await copy(id)).toMatchObject({ code: 1482 });
  expect(await copy(2_000_000_000)).toMatchObject({ code: 1482 });
  const everything = { name: 'All', scope: 'all' } as never;
  expect(await call('auth/role/create', everything, { token: administrator.token })).toMatchObject({ code: 400 });
});

test('refuses users limited to single plants', async () => {
  const owner = await hierarchy.enter('owner');
  await sql`insert into role_menus (role_id, menu_id) select ${owner.roleId}, id from menus where name = 'RolesPermission'`;
  const token = await server.signedIn(owner.id);
  expect(await call('auth/role/create', { name: 'Mine', scope: 'own' }, { token })).toMatchObject({ code: 403 });
});

test.each(['<img src=x onerror=alert(1)>', '=HYPERLINK("http://x")', '{{name}} $(id)', '  spaces  '])(
  'stores the name %s as plain text',
  async (name) => {
    const { id } = await ask('auth/role/create', { name, scope: 'own' }, { token: administrator.token });
    const { list } = await ask('auth/role/list', { filters: { keywords: name } }, { token: administrator.token });
    expect(list.find((role) => role.id === id)?.name).toBe(name.trim());
  },
);

test('requires a name of one to sixty characters', async () => {
  for (const name of ['', '   ', 'x'.repeat(61)])
    expect(await call('auth/role/create', { name, scope: 'own' }, { token: administrator.token })).toMatchObject({
      code: 400,
    });
});
