// Accounts without an administrator: a forgotten password by a mailed link, a registration by a mailed code, a closed portal; the mails go over a real mail server.
import type { Page } from '@playwright/test';
import { mailTo, test } from './mails.ts';
import { addPerson, expect, expectAccessible, PASSWORD, signIn, startWorld } from './world.ts';

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const fits = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
};

test.setTimeout(120_000);

test('a forgotten password is replaced by the link in a mail, once', async ({ page, mails, world }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(heading(page, 'Forgot password')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('This Field is required.')).toBeVisible();
  const email = 'forgetful@example.com';
  await addPerson(world.sql, email, 'owner');
  // The page tells of no account.
  for (const address of ['nobody@example.com', email]) {
    await fill(page, { 'E-mail': address });
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(`If ${address} has an account, an email was sent to it.`)).toBeVisible();
    if (address !== email) await page.getByRole('button', { name: 'Send another link' }).click();
  }
  await expectAccessible(page);
  const mail = await mailTo(mails, email, /A new password/);
  const link = /http\S+/.exec(mail.text)![0];
  const token = link.split('#token=')[1]!;
  expect(mails.taken.filter(({ to }) => to.includes('nobody@example.com'))).toEqual([]);

  await page.goto(new URL(link).pathname + new URL(link).hash);
  await expect(heading(page, 'Reset password')).toBeVisible();
  await expectAccessible(page);
  await fits(page, 390);
  const choose = async (wanted: string, again = wanted) => {
    await fill(page, { 'New password': wanted, 'New password again': again });
    await page.getByRole('button', { name: 'Save password' }).click();
  };
  await choose('a sentence about rain', 'another');
  await expect(page.getByText('Please enter the same value again')).toBeVisible();
  await choose('Password1');
  await expect(page.getByText('one of the 10,000 commonest')).toBeVisible();
  await choose('a sentence about rain');
  await expect(page.getByText('Modified successfully')).toBeVisible();
  expect(addresses.join(' ')).not.toContain(token);
  await page.getByRole('link', { name: 'To sign-in' }).click();
  await page.waitForURL(`${world.url}/`);
  await fill(page, { 'E-mail': email, Password: PASSWORD });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The account or the password is wrong.')).toBeVisible();
  await signIn(page, { email, password: 'a sentence about rain' });
  await mailTo(mails, email, /Your password was changed/);

  // A second press on the link of the mail.
  const later = await page.context().browser()!.newPage({ baseURL: world.url });
  await later.goto(`/resetPwd#token=${token}`);
  await fill(later, { 'New password': 'a sentence about fog', 'New password again': 'a sentence about fog' });
  await later.getByRole('button', { name: 'Save password' }).click();
  await expect(later.getByRole('alert')).toContainText('This link is wrong');
  await later.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(heading(later, 'Forgot password')).toBeVisible();
  await later.close();
});

test('the page of a new password is of a brand that its address names, of a known one alone', async ({ page }) => {
  await page.goto('/resetPwd?title=northlight#token=none-that-was-mailed');
  await expect(page).toHaveTitle('Reset password · Northlight');
  await expect(page.getByText('Northlight Energi AS', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/resetPwd?title=Somebody%20else#token=none-that-was-mailed');
  await expect(page).toHaveTitle('Reset password · Heliograph');
  await page.goto('/forgetPwd?title=northlight');
  await expect(page).toHaveTitle('Forgot password · Heliograph');
  await page.goto('/resetPwd');
  await expect(page.getByText('This address is incomplete.')).toBeVisible();
});

test('an installer company registers by keyboard with the mailed code and is signed in', async ({
  page,
  mails,
  world,
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
  const submit = page.getByRole('button', { name: 'Register', exact: true });
  await submit.click();
  // Code, company, name, country, password twice, consent.
  await expect(page.getByText('This Field is required.')).toHaveCount(7);
  await expectAccessible(page);
  const code = /Code: (\d{6})/.exec((await mailTo(mails, email, /Your code/)).text)![1]!;
  const password = 'a sentence about rain';
  await page.locator('input[name="code"]').fill(code === '000000' ? '000001' : '000000');
  await page.locator('input[name="companyName"]').fill('Sun & Sons');
  await page.locator('input[name="contactPerson"]').fill('Ada Sun');
  await page.getByRole('combobox', { name: 'Country' }).fill('Germ');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'State' }).fill('Bayern');
  await page.keyboard.press('Enter');
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="again"]').fill(password);
  await page.getByRole('checkbox').check();
  await submit.click();
  await expect(page.getByText('The code is wrong or over.')).toBeVisible();
  await page.locator('input[name="code"]').fill(code);
  await submit.click();
  await page.waitForURL('**/pvPlant');
  await expect(page.getByText('Registration successful')).toBeVisible();
  const [made] = await world.sql`
    select c.name, c.kind, r.code as role, u.country_code, u.state_code, n.version is not null as agreed
    from users u join memberships m on m.user_id = u.id join companies c on c.id = m.company_id join roles r on r.id = m.role_id
    left join consents n on n.user_id = u.id where u.email = ${email}`;
  expect(made).toEqual({
    ...{
      name: 'Sun & Sons',
      kind: 'installer',
      role: 'installer',
      countryCode: 'DE',
      stateCode: 'DE-BY',
      agreed: true,
    },
  });

  // Who tries the address again is told by mail alone.
  const again = await page.context().browser()!.newPage({ baseURL: world.url });
  await again.goto('/register');
  await again.getByLabel('E-mail').fill(email);
  await again.getByRole('button', { name: 'Send code' }).click();
  await expect(again.getByText(`We have sent a code to ${email}.`)).toBeVisible();
  expect((await mailTo(mails, email, /You have an account/)).text).not.toMatch(/\b\d{6}\b/);
  await again.close();
});

test('a portal that nobody registers at says so, and one without mails asks for none', async ({ browser }) => {
  const world = await startWorld({ BRAND: '1' });
  try {
    const page = await (await browser.newContext({ baseURL: world.url })).newPage();
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0);
    await page.goto('/register');
    await expect(page.getByText('Nobody can register here.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send code' })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/forgetPwd');
    await expect(page.getByText('This server sends no e-mails.')).toBeVisible();
    await page.context().close();
  } finally {
    await world.close();
  }
});

test('passwords are masked while they are typed, may be pasted, and say to password managers what they are', async ({
  page,
  context,
  mails,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const fields = async (kinds: string[]) => {
    const inputs = page.locator('input[autocomplete$="-password"]');
    await expect(inputs).toHaveCount(kinds.length);
    for (const [n, kind] of kinds.entries()) {
      const input = inputs.nth(n);
      await expect(input).toHaveAttribute('autocomplete', kind);
      await expect(input).toHaveAttribute('type', 'password');
      const pasted = `a sentence of a password manager ${n}`;
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await input.focus();
      await page.keyboard.press('ControlOrMeta+V');
      await expect(input).toHaveValue(pasted);
      await expect(input).toHaveAttribute('type', 'password');
    }
  };
  await page.goto('/');
  await fields(['current-password']);
  const email = 'pastes@example.com';
  await addPerson(world.sql, email, 'owner');
  await page.goto('/forgetPwd');
  await fill(page, { 'E-mail': email });
  await page.getByRole('button', { name: 'Send link' }).click();
  const link = /http\S+/.exec((await mailTo(mails, email, /A new password/)).text)![0];
  await page.goto(new URL(link).pathname + new URL(link).hash);
  await fields(['new-password', 'new-password']);
  await signIn(page, { email });
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await fields(['current-password', 'new-password', 'new-password']);
});
