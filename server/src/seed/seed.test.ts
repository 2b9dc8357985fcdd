// The seed: idempotent, and it preserves an operator's changes.
import { expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { seed } from './seed.ts';
import { MENUS } from './seedRows.ts';

const counts = (sql: Awaited<ReturnType<typeof testServer>>['sql']) => sql`
  select (select count(*) from products) as products, (select count(*) from roles) as roles, (select count(*) from menus) as menus,
    (select count(*) from role_menus) as grants, (select count(*) from companies) as companies, (select count(*) from users) as users`;

test('adds nothing when it runs repeatedly or concurrently', async () => {
  const { context, sql } = await testServer({ ADMIN_EMAIL: 'Admin@example.com', ADMIN_PASSWORD: 'a long sentence' });
  const [first] = await counts(sql);
  expect(first).toMatchObject({ products: 12, roles: 6, menus: MENUS.length, companies: 1, users: 1 });
  await Promise.all([seed(context), seed(context), seed(context)]);
  expect((await counts(sql))[0]).toEqual(first);
});

test('the administrator of the settings can sign in and sees everything', async () => {
  const { ask } = await testServer({ ADMIN_EMAIL: 'Admin@example.com', ADMIN_PASSWORD: 'a long sentence' });
  const { userInfo } = await ask('sign-in', { account: 'admin@example.com', password: 'a long sentence' });
  expect(userInfo).toMatchObject({ groupName: 'Administrator', isCompanyOwner: 1 });
});

test('creates no account without an administrator in the settings', async () => {
  const { sql } = await testServer();
  expect((await counts(sql))[0]).toMatchObject({ users: 0 });
});

test('preserves an administrator’s changes of menus: titles, positions, deletions and own entries', async () => {
  const { ask, context, signedIn, sql } = await testServer();
  const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const { list } = await ask('auth/menu/list', {}, { token });
  const alerts = list.find(({ name }) => name === 'Alerts')!;
  const unregistered = list.find(({ name }) => name === 'NoRegGatewayList')!;
  const group = await ask('auth/menu/create', { mode: 1, name: '', title: 'Every day' }, { token });
  const edited = {
    id: alerts.id,
    version: 1,
    title: 'Störungen',
    icon: 'IconTool' as const,
    params: 'level=fault',
    place: 0,
  };
  await ask('auth/menu/update', { ...edited, parent_id: group.id }, { token });
  await ask('auth/menu/del', { id: unregistered.id }, { token });
  const before = await ask('auth/menu/list', {}, { token });
  expect(before.list.find(({ name }) => name === 'Alerts')).toMatchObject({
    title: 'Störungen',
    titleLocale: '',
    icon: 'IconTool',
    params: 'level=fault',
    parentId: group.id,
  });
  await Promise.all([seed(context), seed(context)]);
  expect(await ask('auth/menu/list', {}, { token })).toEqual(before);
  expect(before.list.some(({ name }) => name === 'NoRegGatewayList')).toBe(false);
});

test('does not restore a revoked permission, and grants one for a new entry', async () => {
  const { context, sql } = await testServer();
  const isGranted = async (menu: string) =>
    (
      await sql`select from role_menus rm join menus m on m.id = rm.menu_id join roles r on r.id = rm.role_id
      where r.code = 'dealer' and m.name = ${menu}`
    ).length === 1;
  await sql`delete from role_menus where menu_id = (select id from menus where name = 'SiteDelete')`;
  await sql`delete from role_menus where menu_id = (select id from menus where name = 'SiteMoney')`;
  await sql`delete from menus where name = 'SiteMoney'`;
  await seed(context);
  expect(await isGranted('SiteDelete')).toBe(false);
  expect(await isGranted('SiteMoney')).toBe(true);
});
