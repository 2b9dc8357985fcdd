// Roles: a right granted and revoked while another session has its page open, and the portal viewed as a role.

import { hash } from '@node-rs/argon2';
import { makeUser } from '../../server/test/factories.ts';
import { expect, expectAccessible, PASSWORD, signIn, test } from './portal.ts';

const ADMIN = 'admin@example.com';

test('a granted right appears on an open page by itself, and a page whose right is revoked closes', async ({
  page,
  portal,
  browser,
}) => {
  const [role] = await portal.sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id) select 'own_journey', 'Watchers', 'branch', min(id) from companies returning id`;
  await portal.sql`
    insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name in ('PvPlant', 'Alerts')`;
  const watcher = await makeUser(portal.sql, {
    role: 'manager',
    email: 'watcher@example.com',
    passwordHash: await hash(PASSWORD),
  });
  await portal.sql`update memberships set role_id = ${role!.id} where user_id = ${watcher.id}`;

  const context = await browser.newContext();
  const open = await context.newPage();
  const liveStream = open.waitForResponse((answer) => new URL(answer.url()).pathname === '/live', { timeout: 60_000 });
  await signIn(open, { email: 'watcher@example.com', to: `${portal.url}/alerts` });
  const menu = open.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Alerts' })).toBeVisible();
  await liveStream;

  await signIn(page, { email: ADMIN, to: `/system/rolesPermission?role=${role!.id}` });
  const main = page.getByRole('main');
  await main.getByRole('checkbox', { name: 'Device List' }).check();
  const savedMs = Date.now();
  await main.getByRole('button', { name: 'Save' }).click();
  // The entry is inside its group, which appeared together with it.
  await menu.getByRole('button', { name: 'Devices' }).click();
  await expect(menu.getByRole('link', { name: 'Device List' })).toBeVisible();
  // Recorded for information only: the duration depends on the machine.
  test.info().annotations.push({ type: 'follows after', description: `${Date.now() - savedMs} ms` });

  await expect(main.getByText('not saved')).toBeHidden();
  await main.getByRole('checkbox', { name: 'Alerts' }).uncheck();
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(open).toHaveURL(/\/403/);
  await context.close();
});

test('an administrator views the portal as an owner, changes nothing meanwhile, and returns with one press', async ({
  page,
}) => {
  await signIn(page, { email: ADMIN, to: '/system/rolesPermission' });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /^Owner/ }).click();
  await expect(main.getByRole('heading', { name: 'Owner', level: 2 })).toBeVisible();
  await main.getByRole('button', { name: 'View as this role' }).click();
  const bar = page.getByRole('region', { name: 'View as this role' });
  await expect(bar).toContainText('You are viewing the portal as Owner');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'PV Plant' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'System Management' })).toBeHidden();
  await expect(menu.getByRole('button', { name: 'Devices' })).toBeHidden();
  await expectAccessible(page);
  // The server refuses changes, independent of the page.
  const refused = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('session')!) as { token: string };
    const headers = { 'content-type': 'application/json', authorization: token };
    const answer = await fetch('/v2/account/update', { method: 'POST', headers, body: '{"city":"Konstanz"}' });
    return (await answer.json()) as { code: number };
  });
  expect(refused.code).toBe(1491);
  await page.goto('/system/rolesPermission');
  await expect(page).toHaveURL(/\/403/);
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Back to my role' }).click();
  await expect(bar).toBeHidden();
  await page.goto('/system/rolesPermission');
  await expect(main.getByRole('button', { name: 'New role' })).toBeVisible();
});
