// An account changes its address after both addresses agree; an account is deleted with one plant handed over and one deleted, and no personal data stays.
import { type Mails, mailTo, test } from './mails.ts';
import { makePlant } from './plants.ts';
import { addPerson, expect, expectAccessible, PASSWORD, signIn } from './portal.ts';

test.setTimeout(120_000);

/** Returns the path of the link in the newest mail that asks an address to confirm the change. */
const confirmationLink = async (mails: Mails, address: string): Promise<string> =>
  /\/emailChange#token=[\w-]+/.exec((await mailTo(mails, address, /Confirm a new e-mail address/)).text)![0];

test('an account moves to another address after both addresses have agreed', async ({
  page,
  mails,
  browser,
  portal,
}) => {
  await addPerson(portal.sql, 'moving@example.com', 'installer');
  await signIn(page, { email: 'moving@example.com', to: '/ucenter/account' });
  const card = page.getByRole('region', { name: 'E-mail address' });
  await card.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the e-mail address' });
  await expectAccessible(page);
  await dialog.getByLabel('New address').fill('moved@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Send e-mails' }).click();
  await expect(dialog.getByText(/password is wrong/i)).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Send e-mails' }).click();
  await expect(page.getByText('Sent successfully')).toBeVisible();
  await expect(card).toContainText('Change to moved@example.com pending');
  await expect(card.getByRole('button', { name: 'Cancel the change' })).toBeVisible();
  await expectAccessible(page);

  // The links are opened without a session.
  const other = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await other.goto(await confirmationLink(mails, 'moving@example.com'));
  await expect(
    other.getByText('The e-mail address of the account moving@example.com is to be changed to moved@example.com.'),
  ).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expect(other.getByText('You have confirmed.')).toBeVisible();
  await page.reload();
  await expect(card).toContainText('Current address: confirmed');
  const next = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await next.goto(await confirmationLink(mails, 'moved@example.com'));
  await expect(
    next.getByText('The e-mail address of an account of this portal is to be changed to moved@example.com.'),
  ).toBeVisible();
  await next.getByRole('button', { name: 'Confirm' }).click();
  await expect(next.getByText('Sign in with moved@example.com')).toBeVisible();
  await next.reload();
  await expect(next.getByRole('heading', { name: 'This link is no longer valid.' })).toBeVisible();
  // The session that requested the change stays signed in, under the new address.
  await page.reload();
  await expect(card).toContainText('You sign in with moved@example.com');
  await signIn(other, { email: 'moved@example.com' });
});

test('an owner sees what is deleted, hands one plant over, and deletes the account', async ({ page, portal }) => {
  const owner = 'leaving@example.com';
  await addPerson(portal.sql, owner, 'owner');
  const handedOver = await makePlant(portal, 'installer@example.com', 'Plant that stays', { userEmail: owner });
  const deleted = await makePlant(portal, 'installer@example.com', 'Plant that goes', { userEmail: owner });
  await signIn(page, { email: owner });
  await page
    .getByRole('button', { name: /account/i })
    .first()
    .click();
  await page.getByRole('link', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Delete account' })).toBeVisible();
  await expect(page.getByText('This cannot be undone')).toBeVisible();
  await expect(page.getByText('2 plants of yours')).toBeVisible();
  const archive = page.getByRole('region', { name: 'Download your data first' });
  await archive.getByRole('button', { name: 'Prepare archive' }).click();
  await expect(archive.getByRole('button', { name: 'Download' })).toBeVisible({ timeout: 30_000 });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    archive.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^archive-\d{4}-\d\d-\d\d\.zip$/);
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  const plants = page.getByRole('region', { name: 'Your plants' });
  await plants.getByRole('button', { name: 'New owner: Plant that stays' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer the plant' });
  await dialog.getByLabel("New owner's e-mail").fill('owner@example.com');
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await expect(plants).toContainText('Offered to owner@example.com');
  await expect(page.getByText("1 plant is waiting for its new owner's answer.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete account permanently' })).toHaveCount(0);
  await expectAccessible(page);

  const next = await (await page.context().browser()!.newContext({ baseURL: portal.url })).newPage();
  await signIn(next, { email: 'owner@example.com', to: '/ucenter/account' });
  await next.getByRole('region', { name: 'Offered to you' }).getByRole('button', { name: 'Accept' }).click();
  await next.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(next.getByText('You have taken over Plant that stays')).toBeVisible();

  await page.reload();
  await expect(page.getByText('1 plant of yours')).toBeVisible();
  const confirm = page.getByRole('region', { name: 'Delete account' });
  await confirm.getByLabel('E-mail').fill('somebody@example.com');
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Delete account permanently' }).click();
  await expect(confirm.getByText('This is not the address of your account.')).toBeVisible();
  await expectAccessible(page);
  await confirm.getByLabel('E-mail').fill(owner);
  await confirm.getByRole('button', { name: 'Delete account permanently' }).click();
  await page.waitForURL(`${portal.url}/**`);
  await expect(page.getByText('Account cancellation successful')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await portal.sql`select from users where email = ${owner}`).toHaveLength(0);
  expect(await portal.sql`select sid from sites where sid in (${handedOver}, ${deleted})`).toEqual([
    { sid: handedOver },
  ]);
});
