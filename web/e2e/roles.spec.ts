// Roles: a right given and taken while another session has its page open, and the portal seen as a role.

import { hash } from '@node-rs/argon2';
import { makeUser } from '../../server/test/factories.ts';
import { expect, expectAccessible, PASSWORD, signIn, test } from './portal.ts';

const ADMIN = 'admin@example.com';

test('what is ticked shows on an open page by itself, and a lost page is shut', async ({ page, portal, browser }) => {
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
  const heard = open.waitForResponse((answer) => new URL(answer.url()).pathname === '/live', { timeout: 60_000 });
  await signIn(open, { email: 'watcher@example.com', to: `${portal.url}/alerts` });
  const menu = open.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Alerts' })).toBeVisible();
  await heard;

  await signIn(page, { email: ADMIN, to: `/system/rolesPermission?role=${role!.id}` });
  const main = page.getByRole('main');
  await main.getByRole('checkbox', { name: 'Device List' }).check();
  const savedMs = Date.now();
  await main.getByRole('button', { name: 'Save' }).click();
  // In its group, which came with it.
  await menu.getByRole('button', { name: 'Devices' }).click();
  await expect(menu.getByRole('link', { name: 'Device List' })).toBeVisible();
  // To be read, not to be failed by: how long it takes is the machine's, too.
  test.info().annotations.push({ type: 'follows after', description: `${Date.now() - savedMs} ms` });

  await expect(main.getByText('not saved')).toBeHidden();
  await main.getByRole('checkbox', { name: 'Alerts' }).uncheck();
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(open).toHaveURL(/\/403/);
  await context.close();
});

test('the portal is seen as an owner sees it, nothing changes meanwhile, and the way back is one press', async ({
  page,
}) => {
  await signIn(page, { email: ADMIN, to: '/system/rolesPermission' });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /^Owner/ }).click();
  await expect(main.getByRole('heading', { name: 'Owner', level: 2 })).toBeVisible();
  await main.getByRole('button', { name: 'View as this role' }).click();
  const bar = page.getByRole('region', { name: 'View as this role' });
  await expect(bar).toContainText('You see the portal as Owner');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'PV Plant' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'System Management' })).toBeHidden();
  await expect(menu.getByRole('button', { name: 'Devices' })).toBeHidden();
  await expectAccessible(page);
  // The server says no, whatever the page shows.
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
