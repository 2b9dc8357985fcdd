// A role that asks for a second factor: asked for at sign-in with its day, shut out of all else when that is over, and let in by setting one up; and what is done for others who sign in.
import { codeOf } from '../../server/test/signIns.ts';
import { addPerson, expect, PASSWORD, signInByForm as signIn, test, type World } from './world.ts';

/** A role of the person's own, so that nobody else of this world is asked. */
async function ownRole(world: World, email: string, sinceDays: number): Promise<void> {
  const [role] = await world.sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id, second_factor_since)
    select ${`own ${email}`}, 'Careful', 'branch', m.company_id, now() - make_interval(days => ${sinceDays}::int)
    from memberships m join users u on u.id = m.user_id where u.email = ${email} returning id`;
  await world.sql`
    insert into role_menus (role_id, menu_id)
    select ${role!.id}, rm.menu_id from role_menus rm join roles r on r.id = rm.role_id where r.code = 'installer'`;
  await world.sql`
    update memberships set role_id = ${role!.id}, created_at = now() - make_interval(days => ${sinceDays}::int)
    where user_id = (select id from users where email = ${email})`;
}

test('asked with the day until when, put off, and led to where it is set up', async ({ page, world }) => {
  await addPerson(world.sql, 'asked@example.com', 'installer');
  await ownRole(world, 'asked@example.com', 3);
  await signIn(page, { email: 'asked@example.com' });
  const bar = page.getByRole('region', { name: 'Second factor' });
  await expect(bar).toContainText('Your role or your company asks for a second factor');
  await bar.getByRole('button', { name: 'Later' }).click();
  await expect(bar).toHaveCount(0);
  await page.reload();
  await bar.getByRole('link', { name: 'Set it up' }).click();
  await page.waitForURL('**/ucenter/account');
  await expect(page.getByRole('button', { name: 'Set up', exact: true })).toBeVisible();
});

test('once the time is over nothing opens but setting one up; then everything does, and the codes were read', async ({
  page,
  world,
}) => {
  await addPerson(world.sql, 'late@example.com', 'installer');
  await ownRole(world, 'late@example.com', 30);
  await page.goto('/');
  await page.locator('input[name="account"]').fill('late@example.com');
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/ucenter/account');
  await expect(page.getByText('the time to set one up is over')).toBeVisible();
  await expect(page.getByText('API tokens')).toHaveCount(0);
  await page.goto('/devices/index');
  await page.waitForURL('**/ucenter/account');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Next' }).click();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code of the app').fill(codeOf(secret, new Date()));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('API tokens')).toBeVisible();
  await page.goto('/pvPlant');
  await expect(page.getByRole('heading', { level: 1, name: 'Plants' })).toBeVisible();
});

test('who manages people ends the sessions of one of them', async ({ page, world }) => {
  await addPerson(world.sql, 'worker@example.com', 'owner');
  await signIn(page, { email: 'admin@example.com', to: '/users?q=worker%40example.com' });
  await page.getByRole('button', { name: 'More actions: worker@example.com' }).click();
  await page.getByRole('menuitem', { name: 'End sessions' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('have to sign in again');
  await dialog.getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByText('Sessions of worker have ended')).toBeVisible();
  await page.getByRole('button', { name: 'More actions: worker@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Reset second factor' }).click();
  await dialog.getByRole('button', { name: 'Reset second factor' }).click();
  // With a password alone nobody takes it off others.
  await expect(dialog).toContainText('sign in with a code or a passkey first');
});

test('who manages a company asks it of all its people, who are told how long they have', async ({ page, world }) => {
  await addPerson(world.sql, 'chief@example.com', 'installer');
  const [made] = await world.sql<{ id: number }[]>`
    insert into companies (name, kind, parent_id) select 'Careful Roofs', 'installer', id from companies where parent_id is null
    limit 1 returning id`;
  await world.sql`
    update memberships set company_id = ${made!.id}, created_at = now()
    where user_id = (select id from users where email = 'chief@example.com')`;
  await signIn(page, { email: 'admin@example.com', to: '/companies?q=Careful%20Roofs' });
  await page.getByRole('button', { name: 'More actions: Careful Roofs' }).click();
  await page.getByRole('menuitem', { name: 'Ask for a second factor' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Everybody in Careful Roofs');
  await dialog.getByRole('button', { name: 'Ask for it' }).click();
  await expect(page.getByText('Modified successfully')).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, { email: 'chief@example.com' });
  await expect(page.getByRole('region', { name: 'Second factor' })).toContainText('14 days left');
});
