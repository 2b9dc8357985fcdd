// Sign-in with a passkey of the browser's virtual authenticator.
import type { Page } from '@playwright/test';
import { addPerson, test as base, expect, expectAccessible, PASSWORD, signIn, signOut } from './portal.ts';

// Passkeys require a host name; an IP address is not allowed.
const test = base.extend({ baseURL: async ({ portal }, use) => use(portal.url.replace('127.0.0.1', 'localhost')) });
test.setTimeout(120_000);

const dialog = (page: Page) => page.getByRole('dialog');
test('a passkey is created, signs in without a password, survives a cancelled attempt, and is removed', async ({
  page,
  portal,
}) => {
  const email = 'passkey@example.com';
  await addPerson(portal.sql, email, 'installer');
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, { email, to: '/ucenter/account' });
  const factors = page.getByRole('region', { name: 'Two-step sign-in and passkeys' });
  await factors.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await expectAccessible(page);
  await dialog(page).getByLabel('Name').fill('My telephone');
  await dialog(page).getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(factors).toContainText('My telephone');
  await expect(factors).toContainText('Never');
  await expectAccessible(page);

  await signOut(page);
  // Without user verification the browser refuses, and the form shows no error.
  await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  const show = page.getByRole('button', { name: 'Sign in with a passkey' });
  await show.click();
  await expect(show).toBeEnabled({ timeout: 30_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await show.click();
  await page.waitForURL('**/pvPlant**');
  await page.goto('/ucenter/account');
  await factors.getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(factors.getByText('My telephone')).toHaveCount(0);
  await signOut(page);
  await show.click();
  await expect(page.getByRole('alert')).toContainText('This passkey is unknown');
});
