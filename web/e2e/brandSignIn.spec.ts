// Sign-in with a passkey and with a company's provider on the host names of two brands: each belongs to the host name where it was set up.
import { CLIENT, openIdProvider } from '../../server/test/openIdProvider.ts';
import { post, tokenOf } from './plants.ts';
import { addPerson, test as base, expect, PASSWORD, type Portal, signInByForm, signOut } from './portal.ts';

const HOSTS = { 3: 'brand-three.localhost', 4: 'brand-four.localhost' } as const;
const addressOf = (portal: Portal, brand: keyof typeof HOSTS) => `http://${HOSTS[brand]}:${new URL(portal.url).port}`;

const test = base.extend({ baseURL: async ({ portal }, use) => use(addressOf(portal, 3)) });
test.beforeAll(async ({ portal }) => {
  for (const [brand, host] of Object.entries(HOSTS))
    await portal.sql`insert into brand_hosts (host, brand_id, sort) values (${host}, ${Number(brand)}, 0) on conflict do nothing`;
});

async function addPersonOf(portal: Portal, brand: number, email: string): Promise<void> {
  await addPerson(portal.sql, email, 'installer');
  await portal.sql`update companies set brand_id = ${brand} where name = ${`Company of ${email}`}`;
}

test('a passkey is made for the host name of its brand, and works there alone', async ({ page, portal }) => {
  const email = 'passkey@brand-three.example';
  await addPersonOf(portal, 3, email);
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await signInByForm(page, { email, to: '/ucenter/account' });
  const factors = page.getByRole('region', { name: 'Two-step sign-in and passkeys' });
  await factors.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Telephone');
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(factors).toContainText('Telephone');
  const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials.map(({ rpId }) => rpId)).toEqual([HOSTS[3]]);

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/pvPlant**');
  expect(new URL(page.url()).hostname).toBe(HOSTS[3]);

  // The browser offers no passkey of another host name.
  await page.goto(addressOf(portal, 4));
  const show = page.getByRole('button', { name: 'Sign in with a passkey' });
  await show.click();
  await expect(show).toBeEnabled({ timeout: 30_000 });
  await expect(page.locator('input[name="account"]')).toBeVisible();
});

test('a company’s provider leads back to the host name of its brand', async ({ page, portal, baseURL }) => {
  const boss = 'boss@brand-three.example';
  await addPersonOf(portal, 3, boss);
  const [company] = await portal.sql<{ id: number }[]>`
    update companies set kind = 'dealer' where name = ${`Company of ${boss}`} returning id`;
  await portal.sql`
    update memberships set role_id = (select id from roles where code = 'dealer'), is_company_owner = true
    where user_id = (select id from users where email = ${boss})`;
  const [role] = await portal.sql<{ id: number }[]>`select id from roles where code = 'installer'`;
  const provider = await openIdProvider(`${baseURL}/openid/callback`);
  try {
    provider.people.set('berta', { email: 'berta@three.example', email_verified: true, name: 'Berta Three' });
    const { status } = await post(
      portal,
      'user/company/signIn/set',
      {
        id: company!.id,
        issuer: provider.issuer,
        ...CLIENT,
        groupId: role!.id,
        domains: ['three.example'],
        allowsOtherWays: true,
        hasSecondStep: false,
      },
      await tokenOf(portal, boss),
    );
    expect(status).toBe(200);
    // The real DNS has no such domain (RFC 6761).
    await portal.sql`update company_domains set proved_at = now() where domain = 'three.example'`;
    await page.goto('/');
    await page.locator('input[name="account"]').fill('berta@three.example');
    await page.getByRole('button', { name: 'Sign in with your company' }).click();
    await page.locator('input[name="login"]').fill('berta');
    await page.locator('input[name="password"]').fill('any');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('checkbox', { name: 'I agree to the terms of use and the privacy policy.' }).check();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pvPlant**');
    expect(new URL(page.url()).hostname).toBe(HOSTS[3]);
  } finally {
    await provider.close();
  }
});
