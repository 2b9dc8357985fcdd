// A role that requires a second factor: after its deadline nothing opens but the set-up of an authenticator app.
import type { Page } from '@playwright/test';
import { codeOf } from '../../server/test/signIns.ts';
import { addPerson, expect, expectAccessible, PASSWORD, type Portal, signIn, test } from './portal.ts';

/** Gives the person a role of their own, so that the requirement affects nobody else of this portal. */
async function ownRole(portal: Portal, email: string, sinceDays: number): Promise<void> {
  const [role] = await portal.sql<{ id: number }[]>`
    insert into roles (code, name, scope, company_id, second_factor_since)
    select ${`own ${email}`}, 'Careful', 'branch', m.company_id, now() - make_interval(days => ${sinceDays}::int)
    from memberships m join users u on u.id = m.user_id where u.email = ${email} returning id`;
  await portal.sql`
    insert into role_menus (role_id, menu_id)
    select ${role!.id}, rm.menu_id from role_menus rm join roles r on r.id = rm.role_id where r.code = 'installer'`;
  await portal.sql`
    update memberships set role_id = ${role!.id}, created_at = now() - make_interval(days => ${sinceDays}::int)
    where user_id = (select id from users where email = ${email})`;
}

const typePassword = async (page: Page) => {
  await page.locator('input[name="account"]').fill('late@example.com');
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

test('opens nothing but the set-up of a second factor after the deadline, and signs in with it afterwards', async ({
  page,
  portal,
}) => {
  await addPerson(portal.sql, 'late@example.com', 'installer');
  await ownRole(portal, 'late@example.com', 30);
  await page.goto('/');
  await typePassword(page);
  await page.waitForURL('**/ucenter/account');
  await expect(page.getByText('the time to set one up has passed')).toBeVisible();
  await expect(page.getByText('API tokens')).toHaveCount(0);
  await page.goto('/devices/index');
  await page.waitForURL('**/ucenter/account');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expectAccessible(page);
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code from the app').fill(codeOf(secret, new Date()));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const recovery = await dialog.getByRole('listitem').first().innerText();
  await dialog.getByRole('button', { name: 'Done, I saved them' }).click();
  await expect(page.getByText('API tokens')).toBeVisible();

  // Without the app a recovery code opens the account, and is then used up.
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.removeItem('session'));
  await page.goto('/?redirect=%2Fucenter%2Faccount');
  await typePassword(page);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill(recovery);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ucenter/account');
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
});

for (const width of [390, 1440]) {
  test(`the bar that asks for a second factor covers no button of a page ${width} wide`, async ({ page, portal }) => {
    const email = `soon${width}@example.com`;
    await addPerson(portal.sql, email, 'installer');
    await ownRole(portal, email, 3);
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, { email, to: '/pvPlant/edit' });
    const bar = page.getByRole('region', { name: 'Second factor' });
    await expect(bar).toBeVisible();
    const next = page.getByRole('button', { name: 'Next', exact: true });
    for (const edge of ['top', 'bottom'] as const) {
      await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), edge);
      const [above, below] = [await bar.boundingBox(), await next.boundingBox()];
      expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
    }
    await bar.getByRole('button', { name: 'Later' }).click();
    await expect(bar).toHaveCount(0);
  });
}
