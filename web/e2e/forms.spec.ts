// The form of a plant in a browser: lists searched by keyboard, layout of its parts, and the question before its window closes.
import type { Page } from '@playwright/test';
import { field, makePlant } from './plants.ts';
import { expect, type Portal, signIn, test } from './portal.ts';

async function openEditForm(page: Page, portal: Portal, siteName: string): Promise<string> {
  const sid = await makePlant(portal, 'installer@example.com', siteName, { sn: [{ sn: `0F0A${sn++}`, model: 400 }] });
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  await expect(field(page, 'Plant name')).toHaveValue(siteName);
  return sid;
}
let sn = 1000;

test('long lists are searched by typing, and options that begin with the text come first', async ({ page, portal }) => {
  await openEditForm(page, portal, 'Long lists');
  for (const [label, typed, chosen] of [
    ['Country', 'aus', 'Australia'],
    ['State or region', 'vict', 'Victoria'],
    ['Country', 'Germ', 'Germany'],
    ['Time zone', 'lisb', /Lisbon/],
    ['Currency', 'swiss', /CHF/],
  ] as const) {
    await field(page, label).click();
    // As after Tab: the present text is selected, and typing replaces it.
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field(page, label)).toHaveValue(chosen);
  }
});

test('typing "Germ" and Enter selects Germany, although the list loads later', async ({ page }) => {
  await signIn(page);
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route('**/v2/common/country', async (route) => {
    await allowed;
    await route.continue();
  });
  await page.goto('/pvPlant/edit');
  await field(page, 'Country').click();
  await page.keyboard.type('Germ');
  await page.keyboard.press('Enter');
  allow();
  await expect(field(page, 'Country')).toHaveValue('Germany');
  await expect(field(page, 'Currency')).toHaveValue(/EUR/);
});

test('shows the devices beside the form, or below it on a phone, and asks before the window closes with a change', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openEditForm(page, portal, 'Side by side');
  const boxes = async () => {
    const form = await page.locator('main form').boundingBox();
    const devices = await page
      .getByRole('region', { name: /^Devices/ })
      .first()
      .boundingBox();
    return { form: form!, devices: devices! };
  };
  await expect(page.getByRole('cell', { name: /^0F0A/ })).toBeVisible();
  const wide = await boxes();
  expect(wide.devices.x).toBeGreaterThanOrEqual(wide.form.x + wide.form.width);
  expect(Math.abs(wide.devices.y - wide.form.y)).toBeLessThan(8);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await boxes();
  expect(narrow.devices.y).toBeGreaterThanOrEqual(narrow.form.y + narrow.form.height);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await field(page, 'Plant name').fill('Closed');
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await closing;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
});
