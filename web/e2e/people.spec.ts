// People: invited by keyboard, joining by the mailed link, frozen with a reason, and a switch of company in one session.

import type { Page } from '@playwright/test';
import { indexPeople } from '../../server/test/indexPeople.ts';
import { hasFocus, press, tabTo, typeInto } from './keys.ts';
import { mailTo, test } from './mails.ts';
import { addPerson, expect, expectAccessible, type Portal, signInByForm as signIn } from './portal.ts';

test.setTimeout(120_000);

const BOSS = 'boss@example.com';

/** Inserts a distributor and its manager, unless present; the installer of other journeys is not part of it. */
async function makeBranch({ sql }: Portal): Promise<number> {
  const [existing] = await sql<{ id: number }[]>`select id from companies where name = 'Nord Solar'`;
  if (existing) return existing.id;
  const [made] = await sql<{ id: number }[]>`
    insert into companies (parent_id, kind, name) select min(id), 'distributor', 'Nord Solar' from companies returning id`;
  await indexPeople(sql);
  const { id } = made!;
  await sql`
    insert into users (email, password_hash, name)
    select ${BOSS}, password_hash, 'Berta Boss' from users where email = 'installer@example.com'`;
  await sql`
    insert into memberships (user_id, company_id, role_id, is_company_owner)
    select u.id, ${id}, r.id, true from users u, roles r where u.email = ${BOSS} and r.code = 'distributor'`;
  await indexPeople(sql);
  return id;
}

test('a person is invited by keyboard, joins by the mailed link, and is frozen while signed in', async ({
  page,
  browser,
  mails,
  portal,
}) => {
  await makeBranch(portal);
  await signIn(page, { email: BOSS, to: '/users' });
  const main = page.getByRole('main');
  await expect(main.getByRole('row', { name: /Berta Boss/ })).toContainText('Distributor, manager');
  await expectAccessible(page);
  await press(page, main.getByRole('button', { name: 'Invite a person' }).first());
  const dialog = page.getByRole('dialog');
  await hasFocus(dialog);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This Field is required.').first()).toBeVisible();
  await typeInto(page, dialog.getByLabel('E-mail'), 'ida@example.com');
  await typeInto(page, dialog.getByLabel('Name'), 'Ida <b>Install</b>');
  await typeInto(page, dialog.getByLabel('Role'), 'Installer');
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Send invitation' }));
  await expect(dialog).toBeHidden();
  const row = main.getByRole('row', { name: /Ida <b>Install/ });
  await expect(row).toContainText('Invited');
  await expectAccessible(page);

  const mail = await mailTo(mails, 'ida@example.com', /Nord Solar invites you/);
  const other = await browser.newContext({ baseURL: portal.url });
  const invited = await other.newPage();
  await invited.goto(/http\S+/.exec(mail.text)![0]);
  await expect(invited.getByText('Nord Solar invites ida@example.com as Installer.')).toBeVisible();
  await expectAccessible(invited);
  await invited.getByLabel('Password', { exact: true }).fill('a sentence about rain');
  await invited.getByLabel('Confirm password', { exact: true }).fill('a sentence about rain');
  await invited.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(invited.getByText('This Field is required.')).toBeVisible();
  await invited.getByRole('checkbox').check();
  await invited.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(invited.getByText('Welcome to Nord Solar')).toBeVisible();
  await expectAccessible(invited);
  await signIn(invited, { email: 'ida@example.com', password: 'a sentence about rain' });

  await page.reload();
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: /More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Left in May');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(row).toContainText('Suspended');
  // The next request is refused.
  await invited.reload();
  await expect(invited.locator('input[name="account"]')).toBeVisible();
  await row.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByText('Left in May')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('City').fill('Lindau');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await other.close();
});

test("a member of two companies switches between them in every tab, and clears the browser's stored data", async ({
  page,
  context,
  portal,
}) => {
  await makeBranch(portal);
  // A company with another brand than the portal's.
  const [lys] = await portal.sql<{ id: number }[]>`
    insert into companies (parent_id, kind, name, brand_id) select id, 'dealer', 'Lys Solar', 1 from companies where name = 'Nord Solar' returning id`;
  await indexPeople(portal.sql);
  await addPerson(portal.sql, 'two.companies@example.com', 'installer');
  await portal.sql`
    insert into memberships (user_id, company_id, role_id)
    select u.id, ${lys!.id}, r.id from users u, roles r where u.email = 'two.companies@example.com' and r.code = 'owner'`;
  await indexPeople(portal.sql);
  await signIn(page, { email: 'two.companies@example.com' });
  const otherTab = await context.newPage();
  await otherTab.goto('/users');
  await expect(otherTab.getByRole('heading', { level: 1, name: 'User' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: /Your account/ }));
  await page.keyboard.press('Enter');
  const choice = page.getByRole('combobox', { name: 'Switch company' });
  await expect(choice).toBeVisible();
  await expectAccessible(page);
  const headersOf = async (of: Page, path: string, act: () => Promise<unknown>) => {
    const request = of.waitForRequest(`**/v2/${path}`);
    await act();
    const { app, oem } = (await request).headers();
    return { app, oem };
  };
  const before = await headersOf(otherTab, 'user/list', () => otherTab.reload());
  expect(before.oem).toBe('heliograph');
  await choice.click();
  const plants = 'site/listWithSN';
  const otherTabHeaders = headersOf(otherTab, plants, async () => undefined);
  const after = await headersOf(page, plants, () => page.getByRole('option', { name: 'Lys Solar, Owner' }).click());
  // The brand is that of the page's host name.
  expect(after).toEqual({ app: String(lys!.id), oem: 'heliograph' });
  expect(before.app).not.toBe(after.app);
  // An owner has no page of people, so the other tab has left it.
  await expect(otherTab).toHaveURL(/pvPlant/);
  expect(await otherTabHeaders).toEqual(after);
  await expect(page.getByRole('navigation').first().getByText('Account Setup')).toHaveCount(0);
  await page.getByRole('button', { name: /Your account/ }).click();
  await expect(page.getByRole('dialog').getByText('Owner', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear cache' }).click();
  await expect(page.getByText(/Cleared: list columns and views/)).toBeVisible();
  expect(
    await page.evaluate(() => ['listViews', 'recent', 'formDrafts'].map((key) => localStorage.getItem(key))),
  ).toEqual([null, null, null]);
  await page.goto('/users');
  await expect(page.getByText('Not authorized', { exact: true })).toBeVisible();
  // The switch lasts into the next visit, and ends with the session.
  expect(await headersOf(page, plants, () => page.goto('/pvPlant'))).toEqual(after);
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('button', { name: /Sign out/ }).click();
  await page.locator('input[name="account"]').fill('two.companies@example.com');
  await page.locator('input[name="password"]').fill('not this one');
  expect(await headersOf(page, 'sign-in', () => page.locator('button[type="submit"]').click())).toEqual({
    app: '0',
    oem: 'heliograph',
  });
});
