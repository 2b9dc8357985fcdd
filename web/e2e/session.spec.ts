// Signing in and out, sessions, language, and what a visitor without a session or a permission sees.
import type { Page } from '@playwright/test';
import { expect, PASSWORD, signInByForm as signIn, test } from './world.ts';

async function submitSignIn(page: Page, account: string): Promise<void> {
  await page.getByLabel('E-mail').fill(account);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('signing in opens the plant list and says so once', async ({ page }) => {
  await page.goto('/');
  await submitSignIn(page, 'installer@example.com');
  await page.waitForURL('**/pvPlant');
  await expect(page.getByText('Login successful')).toBeVisible();
  await page.goto('/');
  await page.waitForURL('**/pvPlant');
  await expect(page.getByRole('heading', { level: 1, name: 'Plants' })).toBeVisible();
  await expect(page.getByText('Login successful')).toHaveCount(0);
});

test('without a session every page leads to sign-in and back to where one wanted to go', async ({ page }) => {
  await page.goto('/pvPlant?q=lake&view=cards');
  await expect(page).toHaveURL(/\/\?redirect=/);
  await submitSignIn(page, 'installer@example.com');
  await page.waitForURL('**/pvPlant?q=lake&view=cards');
  await expect(page.getByRole('searchbox')).toHaveValue('lake');
});

test('the first navigation has its bar from the beginning, until the page is there', async ({ page }) => {
  await signIn(page);
  let letGo: () => void = () => {};
  const held = new Promise<void>((done) => (letGo = done));
  await page.route('**/v2/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/pvPlant', { waitUntil: 'commit' });
  const bar = () =>
    page.evaluate(() => {
      const splash = document.querySelector('.splash');
      if (!splash) return null;
      const { content, height, transform } = getComputedStyle(splash, '::before');
      return content === '""' && height === '2px' ? new DOMMatrix(transform).a : 0;
    });
  await expect.poll(bar).toBeGreaterThanOrEqual(0.3);
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Plants' })).toBeVisible();
  expect(await bar()).toBeNull();
});

test('an old address of a .php page leads to sign-in', async ({ page }) => {
  await page.goto('/pv_manager/pages/index.php?id=7');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('an expired session says so at sign-in and returns to where the user was', async ({ page, world }) => {
  await signIn(page, { to: '/pvPlant?q=lake' });
  await expect(page.getByRole('searchbox')).toHaveValue('lake');
  const [user] = await world.sql<{ id: string }[]>`select id::text from users where email = 'installer@example.com'`;
  await world.sql`update sessions set expires_at = created_at where user_id = ${user!.id}`;
  await world.sql`select pg_notify('heliograph_sessions', ${user!.id})`;
  await expect
    .poll(async () => {
      const token = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').token as string);
      const answer = await fetch(`${world.url}/v2/account/info`, { method: 'POST', headers: { authorization: token } });
      return answer.status;
    })
    .toBe(401);
  // The next call notices: here, a search on the open page.
  await page.getByRole('searchbox').fill('lake house');
  await expect(page.getByRole('alert')).toContainText('Login has expired');
  await submitSignIn(page, 'installer@example.com');
  await page.waitForURL(/\/pvPlant\?q=lake/);
});

test('two sessions live side by side; one ends the other', async ({ browser, page, world }) => {
  await signIn(page, { email: 'owner@example.com' });
  const elsewhere = await browser.newContext({ baseURL: world.url });
  const other = await elsewhere.newPage();
  await signIn(other, { email: 'owner@example.com' });
  await page.goto('/ucenter/account');
  await expect(page.getByText('This session')).toHaveCount(1);
  await page.getByRole('button', { name: 'End all others' }).click();
  const dialog = page.getByRole('dialog', { name: 'End all other sessions?' });
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'End', exact: true }).click();
  await expect(dialog).toContainText('password is wrong');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'End', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'End', exact: true })).toHaveCount(0);
  await other.goto('/ucenter/account');
  await expect(other.getByLabel('E-mail')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This session')).toHaveCount(1);
  await elsewhere.close();
});

test('the language switch changes the page’s texts and the server’s words, and is kept', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.locator('input[name="account"]').fill('installer@example.com');
  await page.locator('input[name="password"]').fill('not the password');
  await page.locator('button[type="submit"]').click();
  await expect(page.getByRole('alert')).toContainText('Passwort');
  await signIn(page, { email: 'installer@example.com' });
  await expect(page.getByRole('heading', { level: 1, name: 'Anlagen' })).toBeVisible();
  await page.goto('/pvPlant/detail?sid=DE_20200101_aaaaaaaa');
  await expect(page.getByText('Diese Anlage gibt es nicht')).toBeVisible();
  await page.getByRole('button', { name: /installer@example\.com/ }).click();
  await page.getByRole('combobox', { name: 'Sprache' }).click();
  await page.getByRole('option', { name: 'English', exact: true }).click();
  await expect(page.getByText('There is no such plant')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
});

test('signing out ends the session here and on the server', async ({ page, world }) => {
  await signIn(page);
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').token as string);
  await page.getByRole('button', { name: /installer@example\.com/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  // The page does not wait for the server's answer.
  await expect
    .poll(async () => {
      const headers = { authorization: token };
      return (await fetch(`${world.url}/v2/account/info`, { method: 'POST', headers })).status;
    })
    .toBe(401);
  await page.goto('/pvPlant');
  await expect(page).toHaveURL(/\/\?redirect=/);
});

test('an unknown page says so; a page without permission is the forbidden page', async ({ page }) => {
  await signIn(page, { email: 'owner@example.com', to: '/nothing-here' });
  await expect(page.getByRole('heading', { level: 1, name: 'The page does not exist' })).toBeVisible();
  await page.getByRole('button', { name: 'To the plant list' }).click();
  await page.waitForURL('**/pvPlant**');
  await page.goto('/noRegGatewayList');
  await page.waitForURL('**/403');
  await expect(page.getByRole('heading', { level: 1, name: 'Not authorized' })).toBeVisible();
});

test('the secret of the set-up link stands in no address that the server sees', async ({ page }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  await page.goto('/setup#secret=not-the-secret-of-this-server');
  await page.getByLabel('E-mail').fill('first@example.com');
  for (const label of ['Password', 'Password again']) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('type', 'password');
    await field.fill('a long first password');
  }
  const [call] = await Promise.all([
    page.waitForRequest('**/v2/auth/setup'),
    page.getByRole('button', { name: 'Create the administrator' }).click(),
  ]);
  await expect(page.getByText('This set-up link is wrong')).toBeVisible();
  expect(call.postDataJSON()).toMatchObject({ secret: 'not-the-secret-of-this-server' });
  expect(addresses.join(' ')).not.toContain('not-the-secret');
});

test('an unfit password is refused beside its field', async ({ page }) => {
  await signIn(page, { email: 'installer@example.com', password: `${PASSWORD} `, to: '/ucenter/account' });
  await page.getByRole('button', { name: 'Change password', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const send = async (old: string, wanted: string) => {
    await dialog.getByLabel('Old password', { exact: true }).fill(old);
    await dialog.getByLabel('New password', { exact: true }).fill(wanted);
    await dialog.getByLabel('New password again', { exact: true }).fill(wanted);
    await dialog.getByRole('button', { name: 'Save' }).click();
  };
  await send(PASSWORD, 'Password1');
  await expect(dialog.getByText('one of the 10,000 commonest')).toBeVisible();
  await expect(dialog.getByLabel('New password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await send(PASSWORD, 'installer');
  await expect(dialog.getByText('its part before the @')).toBeVisible();
  await send('not the old one', 'a sentence about rain');
  await expect(dialog.getByLabel('Old password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
});

test('an e-mail address that is searched for stands in no address of a page', async ({ page }) => {
  await signIn(page, { email: 'admin@example.com', to: '/users?q=owner%40example.com' });
  await expect(page.getByRole('searchbox')).toHaveValue('owner@example.com');
  await expect(page.getByText('owner@example.com').first()).toBeVisible();
  await expect.poll(() => page.url()).not.toMatch(/%40|@/);
  await page.getByRole('searchbox').fill('installer@example.com');
  await expect(page.getByText('installer@example.com').first()).toBeVisible();
  expect(page.url()).not.toMatch(/%40|@/);
  await page.getByRole('link', { name: 'PV Plant' }).first().click();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue(/@example\.com$/);
});
