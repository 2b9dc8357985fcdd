// What an account signs in with beside its password: codes of an app, passkeys (a virtual one of the browser), tokens for programs.
import type { Page } from '@playwright/test';
import { codeOf } from '../../server/test/signIns.ts';
import { addPerson, test as base, expect, expectAccessible, PASSWORD, signInByForm as signIn } from './world.ts';

// Browsers have passkeys for names, not for numbers.
const test = base.extend({ baseURL: async ({ world }, use) => use(world.url.replace('127.0.0.1', 'localhost')) });
test.setTimeout(120_000);

const card = (page: Page, name: string) => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const account = async (page: Page) => {
  await page.goto('/ucenter/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
};
const signOut = async (page: Page) => {
  // Where no page of ours is open that stores its session again.
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.removeItem('session'));
  await page.goto('/');
};
const typePassword = async (page: Page, email: string) => {
  await page.goto('/');
  await page.locator('input[name="account"]').fill(email);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** The server's clock is this machine's: the next code comes with the next half minute. */
async function nextCode(secret: string, after: string): Promise<string> {
  await expect.poll(() => codeOf(secret, new Date()), { timeout: 40_000 }).not.toBe(after);
  return codeOf(secret, new Date());
}

test('codes of an app: set up, asked for at sign-in, recovered without the app, turned off', async ({
  page,
  world,
}) => {
  const email = 'codes@example.com';
  await addPerson(world.sql, email, 'owner');
  await signIn(page, { email });
  await account(page);
  const factors = card(page, 'Two-step sign-in and passkeys');
  await expect(factors).toContainText('Off: the password alone opens this account.');
  await factors.getByRole('button', { name: 'Set up' }).click();
  await dialog(page).getByLabel('Your password').fill('not it');
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByText('wrong')).toBeVisible();
  await dialog(page).getByLabel('Your password').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByRole('img', { name: 'Code for the app' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await dialog(page).locator('code').innerText()).replaceAll(' ', '');
  const first = codeOf(secret, new Date());
  await dialog(page).getByLabel('Code of the app').fill('000000');
  await dialog(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog(page).getByText('This code is wrong')).toBeVisible();
  await dialog(page).getByLabel('Code of the app').fill(first);
  await dialog(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const recovery = await dialog(page).getByRole('listitem').first().innerText();
  // What is closed by mistake is gone.
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(factors).toContainText('10 recovery codes left');

  await signOut(page);
  await typePassword(page, email);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill(first);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong, over or used.');
  await code.fill(await nextCode(secret, first));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/pvPlant**');

  await signOut(page);
  await typePassword(page, email);
  await code.fill(recovery);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/pvPlant**');
  await account(page);
  await expect(factors).toContainText('9 recovery codes left');
  await factors.getByRole('button', { name: 'Turn off' }).click();
  await dialog(page).getByLabel('Your password').fill(PASSWORD);
  await dialog(page).getByLabel('Code of the app, or a recovery code').fill(recovery);
  await dialog(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog(page).getByText('This code is wrong')).toBeVisible();
  await dialog(page)
    .getByLabel('Code of the app, or a recovery code')
    .fill(await nextCode(secret, codeOf(secret, new Date())));
  await dialog(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(factors).toContainText('Off: the password alone opens this account.');
  await signOut(page);
  await signIn(page, { email });
});

test('a passkey: made, shown at sign-in without a password, thought better of, removed', async ({ page, world }) => {
  const email = 'passkey@example.com';
  await addPerson(world.sql, email, 'installer');
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await signIn(page, { email });
  await account(page);
  const factors = card(page, 'Two-step sign-in and passkeys');
  await factors.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await expectAccessible(page);
  await dialog(page).getByLabel('Name').fill('My telephone');
  await dialog(page).getByLabel('Your password').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(factors).toContainText('My telephone');
  await expect(factors).toContainText('Never');
  await expectAccessible(page);

  await signOut(page);
  // Not verified: the browser says no, and nothing has happened.
  await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  const show = page.getByRole('button', { name: 'Sign in with a passkey' });
  await show.click();
  await expect(show).toBeEnabled({ timeout: 30_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await show.click();
  await page.waitForURL('**/pvPlant**');
  await account(page);
  await factors.getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(factors.getByText('My telephone')).toHaveCount(0);
  await signOut(page);
  await show.click();
  await expect(page.getByRole('alert')).toContainText('This passkey is not known here');
});

test('a token: made, told once, used by a program, revoked', async ({ page, world }) => {
  await addPerson(world.sql, 'tokens@example.com', 'owner');
  await signIn(page, { email: 'tokens@example.com' });
  await account(page);
  const tokens = card(page, 'API tokens');
  await expect(tokens).toContainText('A program signs in with a token instead of your password');
  await tokens.getByRole('button', { name: 'Make a token' }).click();
  await dialog(page).getByRole('button', { name: 'Make' }).click();
  await expect(dialog(page).getByText('This Field is required.')).toHaveCount(2);
  await expectAccessible(page);
  await dialog(page).getByLabel('Name').fill('Home Assistant');
  await dialog(page).getByLabel('Your password').fill(PASSWORD);
  // What may change things asks for more than the password.
  await dialog(page).getByRole('combobox', { name: 'Scope' }).click();
  await page.getByRole('option', { name: 'Control: does what you may do' }).click();
  await expect(dialog(page).getByText(/^Control asks for a second factor\./)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Make' }).click();
  await expect(dialog(page).getByText(/^A token that may change things asks for a second factor/)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('combobox', { name: 'Scope' }).click();
  await page.getByRole('option', { name: 'Read: sees what you see and changes nothing' }).click();
  await dialog(page).getByRole('button', { name: 'Make' }).click();
  const told = dialog(page).getByLabel('Token');
  await expect(told).toHaveValue(/^hgt_/);
  const authorization = await told.inputValue();
  await dialog(page).getByRole('button', { name: 'I have kept it' }).click();
  await expect(tokens).toContainText('Home Assistant');
  await expect(tokens).toContainText('Read');
  await expectAccessible(page);
  const asked = async (path: string) =>
    (await fetch(`${world.url}/v2/${path}`, { method: 'POST', headers: { authorization } })).status;
  expect(await asked('site/listWithSN')).toBe(200);
  expect(await asked('account/tokens')).toBe(403);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await tokens.getByRole('button', { name: 'Revoke' }).click();
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(tokens).toContainText('A program signs in with a token instead of your password');
  expect(await asked('site/listWithSN')).toBe(401);
});
