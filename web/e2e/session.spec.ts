// Signing in and out, sessions, language, and what a visitor without a session or a permission sees.
import { expect, expectAccessible, PASSWORD, signIn, test } from './world.ts';

test('a wrong password says so and changes nothing; the right one opens the plant list', async ({ page }) => {
  await page.goto('/');
  await expectAccessible(page);
  await page.locator('input[name="account"]').fill('installer@example.com');
  await page.locator('input[name="password"]').fill('not it');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('wrong');
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/pvPlant**');
  await page.goto('/');
  await page.waitForURL('**/pvPlant**');
});

test('without a session every page leads to sign-in and back to where one wanted to go', async ({ page }) => {
  await page.goto('/ucenter/account');
  await expect(page).toHaveURL(/redirect=/);
  await page.locator('input[name="account"]').fill('installer@example.com');
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/ucenter/account');
  await expectAccessible(page);
});

test('an old address of a .php page leads to sign-in', async ({ page }) => {
  await page.goto('/pv_manager/index.php');
  await expect(page.locator('input[name="account"]')).toBeVisible();
});

test('an expired session goes to sign-in and returns to where the user was', async ({ page, world }) => {
  await signIn(page);
  await page.goto('/ucenter/account');
  await expect(page.locator('main, [role=main]').first()).toBeVisible();
  await world.sql`delete from sessions where user_id = (select id from users where email = 'installer@example.com')`;
  await world.sql`select pg_notify('heliograph_sessions', (select id::text from users where email = 'installer@example.com'))`;
  await page.reload();
  await expect(page.locator('input[name="account"]')).toBeVisible();
  await page.locator('input[name="account"]').fill('installer@example.com');
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/ucenter/account');
});

test('two sessions live side by side; one can end the other', async ({ browser, page, world }) => {
  await signIn(page, 'owner@example.com');
  const other = await (await browser.newContext({ baseURL: world.url })).newPage();
  await signIn(other, 'owner@example.com');
  await page.goto('/ucenter/account');
  await page.getByRole('button', { name: 'End all others' }).click();
  const confirm = page.getByRole('dialog').getByRole('button').last();
  if (await confirm.isVisible().catch(() => false)) await confirm.click();
  await expect
    .poll(
      async () =>
        (
          await world.sql`select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.email = 'owner@example.com'`
        )[0]!.n,
    )
    .toBe(1);
  await other.goto('/ucenter/account');
  await expect(other.locator('input[name="account"]')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/ucenter\/account/);
});

test('the language switch changes every text and is remembered', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await expectAccessible(page);
});

test('an unknown page says so; a page without permission is the forbidden page', async ({ page }) => {
  await signIn(page, 'owner@example.com');
  await page.goto('/nothing-here');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/noRegGatewayList');
  await expect(page).toHaveURL(/\/403/);
  await expectAccessible(page);
});
