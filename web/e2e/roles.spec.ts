// Roles and menus: a right given and taken while another has his page open, the portal seen as a role, menus edited, all of it by keys once.

import { hash } from '@node-rs/argon2';
import { makeUser } from '../../server/test/factories.ts';
import { expect, expectAccessible, PASSWORD, signIn, test } from './world.ts';

const ADMIN = 'admin@example.com';

test('an own role is made by keys alone, and its rights are ticked and saved', async ({ page }) => {
  await signIn(page, { email: ADMIN, to: '/system/rolesPermission' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Administrator', level: 2 })).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'New role' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This Field is required.')).toBeVisible();
  // A name is text, whatever it looks like.
  await page.keyboard.type('<b>Night</b> =1+1');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const title = main.getByRole('heading', { name: '<b>Night</b> =1+1', level: 2 });
  await expect(title).toBeVisible();
  await expect(page).toHaveURL(/role=\d+/);
  const alerts = main.getByRole('checkbox', { name: 'Alerts' });
  await alerts.focus();
  await page.keyboard.press('Space');
  await expect(main.getByText('1 change not saved')).toBeVisible();
  // A button takes its page with it.
  await main.getByRole('checkbox', { name: 'Edit plants' }).press('Space');
  await expect(main.getByRole('checkbox', { name: 'PV Plant' })).toBeChecked();
  await expect(main.getByText('3 changes not saved')).toBeVisible();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(main.getByText('not saved')).toBeHidden();
  await page.reload();
  await expect(title).toBeVisible();
  await expect(alerts).toBeChecked();
  await expect(main.getByRole('checkbox', { name: 'Device List' })).not.toBeChecked();
});

test('what is ticked shows on an open page by itself, and a lost page is shut', async ({ page, world, browser }) => {
  const [role] = await world.sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id) select 'own_journey', 'Watchers', 'branch', min(id) from companies returning id`;
  await world.sql`
    insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name in ('PvPlant', 'Alerts')`;
  const watcher = await makeUser(world.sql, {
    role: 'manager',
    email: 'watcher@example.com',
    passwordHash: await hash(PASSWORD),
  });
  await world.sql`update memberships set role_id = ${role!.id} where user_id = ${watcher.id}`;

  const context = await browser.newContext();
  const open = await context.newPage();
  const heard = open.waitForResponse((answer) => new URL(answer.url()).pathname === '/live', { timeout: 60_000 });
  await signIn(open, { email: 'watcher@example.com', to: `${world.url}/alerts` });
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

test('menu entries: a group, a further way to a page with its icon and parameters, moved, and deleted', async ({
  page,
}) => {
  await signIn(page, { email: ADMIN, to: '/system/menus' });
  const main = page.getByRole('main');
  const list = main.getByRole('list', { name: 'Menu entries' });
  await expect(list.getByRole('listitem').first()).toContainText('Dashboard');
  await expectAccessible(page);
  const create = async (fill: () => Promise<void>) => {
    await main.getByRole('button', { name: 'New entry' }).click();
    await fill();
    await page.getByRole('dialog').getByRole('button', { name: 'Create entry' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  const dialog = page.getByRole('dialog');
  await create(async () => {
    await dialog.getByLabel('Title').fill('Every day');
    await dialog.getByRole('radio', { name: 'bell' }).press('Space');
    await expectAccessible(page);
  });
  await create(async () => {
    await dialog.getByRole('combobox', { name: 'What it is' }).click();
    await page.getByRole('option', { name: 'Page: PV Plant' }).click();
    await dialog.getByLabel('Title').fill('Faulty plants');
    await dialog.getByLabel('Address parameters').fill('status=alert');
    await dialog.getByRole('combobox', { name: 'Stands in' }).click();
    await page.getByRole('option', { name: 'Every day' }).click();
  });
  // The side menu follows by itself.
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Every day' }).click();
  await menu.getByRole('link', { name: 'Faulty plants' }).click();
  await expect(page).toHaveURL(/\/pvPlant\?status=alert/);
  await page.goto('/system/menus');
  const group = list.getByRole('listitem').filter({ hasText: 'Every day' });
  await main.getByRole('button', { name: 'Move Every day up' }).press('Enter');
  await expect(list.getByRole('listitem').filter({ hasText: 'System Management' })).toBeVisible();
  await expect
    .poll(async () => {
      const texts = await list.getByRole('listitem').allInnerTexts();
      return (
        texts.findIndex((text) => text.includes('Every day')) <
        texts.findIndex((text) => text.includes('System Manage'))
      );
    })
    .toBe(true);
  await group.getByRole('button', { name: 'More actions for Every day' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Other entries still stand beneath this one');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  for (const name of ['Faulty plants', 'Every day']) {
    await main.getByRole('button', { name: `More actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(list.getByText(name)).toBeHidden();
  }
  await expect(menu.getByRole('button', { name: 'Every day' })).toBeHidden();
});

test('group access shows all roles beside each other and leads to each', async ({ page }) => {
  await signIn(page, { email: ADMIN, to: '/system/groupAccess' });
  const main = page.getByRole('main');
  const table = main.getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'Owner' })).toBeVisible();
  const row = table.getByRole('row', { name: /^Create plants/ });
  await expect(row.getByRole('cell').first()).toHaveText('yes');
  await expectAccessible(page);
  await main.getByRole('checkbox', { name: 'Only differences' }).check();
  await expect(table.getByRole('rowheader', { name: 'PV Plant' })).toBeHidden();
  await expect(row).toBeVisible();
  await table.getByRole('link', { name: 'Dealer' }).click();
  await expect(main.getByRole('heading', { name: 'Dealer', level: 2 })).toBeVisible();
});

test('who may look at roles but not change these reads them', async ({ page, world }) => {
  await makeUser(world.sql, { role: 'manager', email: 'reader@example.com', passwordHash: await hash(PASSWORD) });
  await signIn(page, { email: 'reader@example.com', to: '/system/rolesPermission' });
  const main = page.getByRole('main');
  await expect(main.getByText('To look at: only an administrator')).toBeVisible();
  await expect(main.getByRole('checkbox', { name: 'Alerts' })).toBeDisabled();
  await expectAccessible(page);
  await page.goto('/system/menus');
  await expect(page).toHaveURL(/\/403/);
});
