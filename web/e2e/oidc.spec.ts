// A company's single sign-on, by keyboard: set-up, proof of its domain, sign-in at a real provider, a second factor, removal.
import type { Locator, Page } from '@playwright/test';
import { CLIENT, openIdProvider } from '../../server/test/openIdProvider.ts';
import { makeSecondFactor } from '../../server/test/signIns.ts';
import { chooseFrom, press, tabTo, typeInto } from './keys.ts';
import { addPerson, test as base, expect, expectAccessible, signInByForm as signIn, signOut } from './portal.ts';

/** The portal's own address, to which providers redirect. */
const test = base.extend({ baseURL: async ({ portal }, use) => use(portal.url.replace('127.0.0.1', 'localhost')) });
test.use({ trace: 'off' });
test.setTimeout(240_000);

const BOSS = 'boss@firm.example';
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const screenshotFolder = process.env.LOOK;
/** Saves screenshots for a reviewer: LOOK=folder. */
async function saveScreenshots(page: Page, name: string, at?: Locator): Promise<void> {
  if (!screenshotFolder) return;
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await at?.scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${screenshotFolder}/${name}-${width}-${colorScheme}.png` });
    }
  await page.setViewportSize({ width: 1280, height: 720 });
}

async function choose(page: Page, field: Locator, entry: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ArrowDown');
  const option = page.getByRole('option', { name: entry, exact: true });
  await expect(option).toBeVisible();
  for (let presses = 0; presses < 12; presses++) {
    if ((await option.getAttribute('data-combobox-selected')) === 'true') break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** Goes from the sign-in page to the provider's. */
async function goToCompany(page: Page, account: string): Promise<void> {
  await typeInto(page, page.locator('input[name="account"]'), account);
  await press(page, button(page, 'Sign in with your company'));
}

/** Signs in at the provider and consents. */
async function answerProvider(page: Page, subject: string): Promise<void> {
  await typeInto(page, page.locator('input[name="login"]'), subject);
  await typeInto(page, page.locator('input[name="password"]'), 'any');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Continue' }));
}

test('a company sets up its own sign-in, and its people sign in with it', async ({ page, portal, baseURL }) => {
  const provider = await openIdProvider(`${baseURL}/openid/callback`);
  try {
    provider.people.set('anna', { email: 'anna@firm.example', email_verified: true, name: 'Anna Berg' });
    provider.people.set('odd', { email: 'odd@firm.example', email_verified: false });
    await addPerson(portal.sql, BOSS, 'installer');
    await portal.sql`
      update memberships set role_id = (select id from roles where code = 'dealer'), is_company_owner = true
      where user_id = (select id from users where email = ${BOSS})`;

    await signIn(page, { email: BOSS, to: '/companies' });
    await press(page, button(page, `More actions: Company of ${BOSS}`));
    await chooseFrom(page, page.getByRole('menu'), 'Own sign-in');
    await expect(dialog(page).getByLabel('Issuer')).toBeFocused();
    await expect(dialog(page)).toContainText(`${baseURL}/openid/callback`);
    await press(page, button(dialog(page), 'Save'));
    await expect(dialog(page).getByText('This Field is required.').first()).toBeVisible();
    await expectAccessible(page);
    await typeInto(page, dialog(page).getByLabel('Issuer'), 'http://127.0.0.1:9');
    await press(page, button(dialog(page), 'Test connection'));
    await expect(dialog(page).getByText('The sign-in service does not answer as expected')).toBeVisible();
    await dialog(page).getByLabel('Issuer').selectText();
    await page.keyboard.type(provider.issuer);
    await press(page, button(dialog(page), 'Test connection'));
    await expect(dialog(page).getByRole('status')).toContainText('The provider answers. People are sent to 127.0.0.1');
    await tabTo(page, dialog(page).getByLabel('Client ID'), 'Shift+Tab');
    await page.keyboard.type(CLIENT.clientId);
    await typeInto(page, dialog(page).getByLabel('Client secret', { exact: true }), CLIENT.clientSecret);
    await choose(page, dialog(page).getByRole('combobox', { name: 'Role of new people' }), 'Installer');
    await typeInto(page, dialog(page).getByLabel('E-mail domains'), 'firm.example,');
    await press(page, button(dialog(page), 'Save'));
    const proofs = dialog(page).getByRole('region', { name: 'Domain verification' });
    await expect(proofs).toContainText('heliograph-verification=');
    await expectAccessible(page);
    await saveScreenshots(page, 'dialog');
    await press(page, button(proofs, 'Check firm.example'));
    await expect(proofs.getByRole('alert')).toContainText('firm.example could not be verified');
    // The real DNS has no such domain (RFC 6761), so the proof is written directly.
    await portal.sql`update company_domains set proved_at = now() where domain = 'firm.example'`;

    await signOut(page);
    await goToCompany(page, 'anna@nobody.example');
    await expect(page.getByRole('alert')).toContainText('No company has set up its own sign-in');
    await expectAccessible(page);
    await saveScreenshots(page, 'signIn');
    await page.goto(`/?redirect=${encodeURIComponent('/ucenter/account')}`);
    await goToCompany(page, 'anna@firm.example');
    await answerProvider(page, 'anna');
    // On the first sign-in nothing opens before the terms are accepted.
    const agree = page.getByRole('checkbox', { name: 'I agree to the terms of use and the privacy policy.' });
    await expect(agree).toBeFocused();
    await expectAccessible(page);
    await saveScreenshots(page, 'terms');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This Field is required.')).toBeVisible();
    await agree.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ucenter/account');
    const card = page.getByRole('region', { name: 'Two-step sign-in and passkeys' });
    await expect(card).toContainText(`Signed in by Company of ${BOSS}`);
    await expectAccessible(page);
    await saveScreenshots(page, 'account', card.getByText("The company's own sign-in opens this account."));
    expect(page.url()).not.toContain('code=');

    // The provider still has a session and asks for consent; then the account asks for its code.
    const [anna] = await portal.sql<{ id: number }[]>`select id from users where email = 'anna@firm.example'`;
    const code = await makeSecondFactor(portal.sql, { userId: anna!.id, at: new Date() });
    await signOut(page);
    await goToCompany(page, 'anna@firm.example');
    await press(page, page.getByRole('button', { name: 'Continue' }));
    const second = page.getByLabel('Code', { exact: true });
    await expect(second).toBeFocused();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('This code is wrong');
    await second.fill('');
    await typeInto(page, second, code);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pvPlant');

    // A person whose address the provider does not confirm, in a separate browser.
    const other = await page.context().browser()!.newContext({ baseURL: baseURL! });
    const stranger = await other.newPage();
    await stranger.goto('/');
    await goToCompany(stranger, 'odd@firm.example');
    await answerProvider(stranger, 'odd');
    await expect(stranger.getByRole('alert')).toContainText('did not confirm an e-mail address');
    await other.close();

    await signOut(page);
    await signIn(page, { email: BOSS, to: '/companies' });
    await press(page, button(page, `More actions: Company of ${BOSS}`));
    await chooseFrom(page, page.getByRole('menu'), 'Own sign-in');
    await expect(proofs).toContainText('Verified on');
    await saveScreenshots(page, 'proved');
    await press(page, button(dialog(page), 'End own sign-in'));
    await expect(dialog(page).last()).toContainText('1 person who signed in with it keeps the account');
    await press(page, dialog(page).last().getByRole('button', { name: 'End own sign-in' }));
    await expect(dialog(page)).toHaveCount(0);
    expect(await portal.sql`select from company_sign_ins`).toHaveLength(0);
  } finally {
    await provider.close();
  }
});
