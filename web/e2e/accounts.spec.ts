// Accounts without an administrator: password reset by a mailed link, registration by a mailed code; mails go through a real mail server.
import type { Page } from '@playwright/test';
import { mailTo, test } from './mails.ts';
import { addPerson, expect, expectAccessible, signIn } from './portal.ts';

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const fits = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
};

test.setTimeout(120_000);

test('a mailed link replaces a forgotten password, once', async ({ page, context, mails, portal }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  const email = 'forgetful@example.com';
  await addPerson(portal.sql, email, 'owner');
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(heading(page, 'Forgot password')).toBeVisible();
  await expectAccessible(page);
  await fill(page, { 'E-mail': email });
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If ${email} has an account, an email was sent to it.`)).toBeVisible();
  const mail = await mailTo(mails, email, /Set a new password/);
  const link = /http\S+/.exec(mail.text)![0];
  const token = link.split('#token=')[1]!;

  await page.goto(new URL(link).pathname + new URL(link).hash);
  await expect(heading(page, 'Reset password')).toBeVisible();
  await expectAccessible(page);
  await fits(page, 390);
  // The field accepts what a password manager pastes, and hides it.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('a sentence about rain'));
  for (const label of ['New password', 'Confirm new password']) {
    const field = page.getByLabel(label, { exact: true });
    await field.focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect(field).toHaveValue('a sentence about rain');
    await expect(field).toHaveAttribute('type', 'password');
  }
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Modified successfully')).toBeVisible();
  expect(addresses.join(' ')).not.toContain(token);
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await page.waitForURL(`${portal.url}/`);
  await signIn(page, { email, password: 'a sentence about rain' });
});

test('an installer company registers by keyboard with the mailed code and is signed in', async ({
  page,
  mails,
  portal,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Register', exact: true }).click();
  await expect(heading(page, 'Register')).toBeVisible();
  await expectAccessible(page);
  await fits(page, 390);
  await page.setViewportSize({ width: 1280, height: 900 });
  const email = 'sun@example.com';
  await page.getByRole('radio', { name: 'Owner' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Installer company' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`We have sent a code to ${email}.`)).toBeVisible();
  await expectAccessible(page);
  await fits(page, 390);
  await page.setViewportSize({ width: 1280, height: 900 });
  const code = /Code: (\d{6})/.exec((await mailTo(mails, email, /Your code/)).text)![1]!;
  const password = 'a sentence about rain';
  await page.locator('input[name="code"]').fill(code);
  await page.locator('input[name="companyName"]').fill('Sun & Sons');
  await page.locator('input[name="contactPerson"]').fill('Ada Sun');
  await page.getByRole('combobox', { name: 'Country' }).fill('Germ');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'State' }).fill('Bayern');
  await page.keyboard.press('Enter');
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="again"]').fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.waitForURL('**/pvPlant');
  await expect(page.getByText('Registration successful')).toBeVisible();
  const [made] = await portal.sql`
    select c.name, c.kind, r.code as role, u.country_code, u.state_code, n.version is not null as agreed
    from users u join memberships m on m.user_id = u.id join companies c on c.id = m.company_id join roles r on r.id = m.role_id
    left join consents n on n.user_id = u.id where u.email = ${email}`;
  expect(made).toEqual({
    name: 'Sun & Sons',
    kind: 'installer',
    role: 'installer',
    countryCode: 'DE',
    stateCode: 'DE-BY',
    agreed: true,
  });
});
