// The back button of a phone: closes what is open before it leaves the page, and asks before something typed is lost.
import type { Page } from '@playwright/test';
import { makePlant } from './plants.ts';
import { expect, signIn, test } from './portal.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Presses the back button; the page may stay. */
const goBack = (page: Page) => page.evaluate(() => history.back());
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('closes sheet, menu and dialog first, adds nothing to the history, and forward opens nothing', async ({
  page,
  portal,
}) => {
  await makePlant(portal, 'installer@example.com', 'Back house');
  await signIn(page, { to: '/pvPlant?q=Back' });
  await page.getByRole('link', { name: 'Back house', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Back house' })).toBeVisible();
  const { url, length } = await page.evaluate(() => ({ url: location.href, length: history.length }));

  const sheet = page.getByRole('dialog').filter({ hasText: 'Sign out' });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(sheet).toBeVisible();
  await goBack(page);
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await goBack(page);
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await goBack(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(url);

  // Closed by its button, a dialog leaves nothing in the history either.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  expect(await page.evaluate(() => history.length)).toBe(length);
  await goBack(page);
  await expect(page).toHaveURL(/q=Back/);
  await page.evaluate(() => history.forward());
  await expect(page.getByRole('heading', { level: 1, name: 'Back house' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('asks before a text typed in a dialog is lost; back in the question stays', async ({ page }) => {
  await signIn(page, { to: '/pvPlant' });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('link', { name: 'User', exact: true }).click();
  await expect(page).toHaveURL(/\/users/);
  const url = page.url();
  await page.getByRole('button', { name: 'Invite' }).first().click();
  const invite = page.getByRole('dialog').filter({ has: page.getByLabel('E-mail') });
  await expect(invite).toBeVisible();
  // Nothing typed, nothing asked.
  await goBack(page);
  await expect(invite).toBeHidden();
  await page.getByRole('button', { name: 'Invite' }).first().click();
  const field = invite.getByLabel('E-mail');
  await field.fill('new@example.com');
  const question = dialog(page, 'Leave without saving?');
  await goBack(page);
  await expect(question).toBeVisible();
  await goBack(page);
  await expect(question).toBeHidden();
  await expect(field).toHaveValue('new@example.com');
  await goBack(page);
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(question).toBeHidden();
  await expect(invite).toBeHidden();
  await expect(page).toHaveURL(url);
});

test('asks before a form is left; pressing back twice does not leave it', async ({ page }) => {
  await signIn(page, { to: '/pvPlant' });
  await page.getByRole('link', { name: 'New plant' }).first().click();
  const name = page.getByLabel('Plant name').and(page.locator('input'));
  await name.fill('Half a house');
  const question = dialog(page, 'Leave without saving?');
  await goBack(page);
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/\/pvPlant\/edit/);
  await goBack(page);
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/pvPlant\/edit/);
  await expect(name).toHaveValue('Half a house');
  await goBack(page);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/pvPlant(\?|$)/);
  await expect(question).toBeHidden();
});

test.describe('on Android', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  });

  test('the close request of the browser, which comes before going back, closes what is open and asks as well', async ({
    page,
  }) => {
    // The emulated phone has no back button: its close request is made here.
    await page.addInitScript(() => {
      const scope = window as unknown as { CloseWatcher: new () => EventTarget; watchers: EventTarget[] };
      scope.watchers = [];
      const { CloseWatcher } = scope;
      scope.CloseWatcher = class extends CloseWatcher {
        constructor() {
          super();
          scope.watchers.push(this);
        }
      };
    });
    const requestClose = () =>
      page.evaluate(() => {
        const { watchers } = window as unknown as { watchers: { requestClose(): void }[] };
        watchers.at(-1)!.requestClose();
      });
    await signIn(page, { to: '/users' });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const sheet = page.getByRole('dialog').filter({ hasText: 'Sign out' });
    await expect(sheet).toBeVisible();
    await requestClose();
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: 'Invite' }).first().click();
    const invite = page.getByRole('dialog').filter({ has: page.getByLabel('E-mail') });
    await invite.getByLabel('E-mail').fill('new@example.com');
    await requestClose();
    const question = dialog(page, 'Leave without saving?');
    await expect(question).toBeVisible();
    await requestClose();
    await expect(question).toBeHidden();
    await expect(invite.getByLabel('E-mail')).toHaveValue('new@example.com');
  });
});
