// Journeys without a mouse: every step is a key press.
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { chooseFrom, escapeReturnsTo, find, press, tabTo, typeInto } from './keys.ts';
import { field, makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, PASSWORD, type Portal, test as signedOut } from './portal.ts';

/** Context in which the installer is signed in for the whole file; journeys that end sessions use their own accounts and windows. */
let installer: BrowserContext;
const test = signedOut.extend({
  page: async ({ baseURL: _ }, use) => {
    const page = await installer.newPage();
    await use(page);
    await page.close();
  },
});

async function signInByKeys(page: Page, account: string): Promise<void> {
  await page.goto('/');
  await typeInto(page, page.locator('input[name="account"]'), account);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/pvPlant');
}

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

// A trace takes a screenshot at each of some hundred presses of Tab, which would take longer than the presses.
signedOut.use({ trace: 'off' });

let portal: Portal;
let lake = '';
signedOut.beforeAll(async ({ browser, portal: workerPortal }) => {
  portal = workerPortal;
  lake = await makePlant(portal, 'installer@example.com', 'Keys at the lake', { sn: [{ sn: '0C0D0E01', model: 400 }] });
  await makePlant(portal, 'installer@example.com', 'Keys on the hill');
  installer = await browser.newContext({ baseURL: portal.url });
  const page = await installer.newPage();
  await signInByKeys(page, 'installer@example.com');
  await expect(page.getByRole('link', { name: 'Keys at the lake', exact: true })).toBeVisible();
  await page.close();
});
signedOut.afterAll(() => installer.close());

signedOut('signs in, and signs out from the search', async ({ page }) => {
  await signInByKeys(page, 'owner@example.com');
  await expect(heading(page, 'Add your first plant')).toBeVisible();
  await find(page, 'sign out');
  await expect(page.locator('input[name="account"]')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
});

test('filters the list and clears the filters; Escape returns the focus to the button', async ({ page }) => {
  await page.goto('/pvPlant');
  const filters = button(page, 'Filters');
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await press(page, filters);
  await expect(panel.getByLabel('Plant name')).toBeFocused();
  await escapeReturnsTo(page, panel, filters);
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('Plant name')).toBeFocused();
  await page.keyboard.type('hill');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Keys at the lake', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Keys on the hill', exact: true })).toBeVisible();
  await press(page, page.getByRole('button', { name: /^Filters/ }));
  await press(page, panel.getByRole('button', { name: 'Clear all filters' }));
  await expect(page.getByRole('link', { name: 'Keys at the lake', exact: true })).toBeVisible();
});

test('hides a column of the list of plants', async ({ page }) => {
  await page.goto('/pvPlant');
  await expect(page.getByRole('columnheader', { name: 'Owner' })).toBeVisible();
  const columns = button(page, 'Columns');
  await press(page, columns);
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await tabTo(page, panel.getByRole('checkbox', { name: 'Owner' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('columnheader', { name: 'Owner' })).toHaveCount(0);
  await escapeReturnsTo(page, panel, columns);
});

test('saves a view of the list and opens it', async ({ page }) => {
  await page.goto('/pvPlant?q=hill');
  const views = button(page, 'Views');
  await press(page, views);
  const panel = page.getByRole('dialog', { name: 'Views' });
  await typeInto(page, panel.getByLabel('View name'), 'On hills');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'On hills', exact: true })).toBeVisible();
  await escapeReturnsTo(page, panel, views);
  await page.goto('/pvPlant');
  await press(page, views);
  await press(page, panel.getByRole('button', { name: 'On hills', exact: true }));
  await page.waitForURL('**/pvPlant?q=hill');
});

test('opens a plant from the list, then its power, then the previous day', async ({ page }) => {
  await page.goto('/pvPlant');
  await press(page, page.getByRole('link', { name: 'Keys at the lake', exact: true }));
  await expect(heading(page, 'Keys at the lake')).toBeVisible();
  await press(
    page,
    page.getByRole('link', { name: 'Power', exact: true }).or(page.getByRole('tab', { name: 'Power' })),
  );
  await page.waitForURL('**view=power**');
  await press(page, button(page, 'Previous'));
  await page.waitForURL(/day=\d{4}-\d\d-\d\d/);
});

test('creates a plant, where "Germ" selects Germany and two numbers fill both coordinates', async ({ page }) => {
  await page.goto('/pvPlant');
  await expect(heading(page, 'Plants')).toBeVisible();
  await find(page, 'new plant');
  await expect(heading(page, 'New plant')).toBeVisible();
  await typeInto(page, field(page, 'Plant name'), 'Made by keys');
  await typeInto(page, field(page, 'DC peak power'), '5.2');
  await typeInto(page, field(page, 'Country'), 'Germ');
  await expect(page.getByRole('option', { name: 'Germany', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Country')).toHaveValue('Germany');
  await expect(field(page, 'Time zone')).toHaveValue(/Berlin/);
  await typeInto(page, field(page, 'Latitude'), '47.66, 9.17');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Latitude')).toHaveValue('47.66');
  await expect(field(page, 'Longitude')).toHaveValue('9.17');
  await typeInto(page, field(page, 'Electricity price'), '0.3');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Serial numbers')).toBeVisible();
  await press(page, button(page, 'Skip and create the plant'));
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Go to Made by keys' }));
  await expect(heading(page, 'Made by keys')).toBeVisible();
});

test('changes a plant and saves it, and is asked before leaving only while something differs', async ({ page }) => {
  await page.goto(`/pvPlant/edit?sid=${lake}`);
  await typeInto(page, page.getByLabel('City', { exact: true }), 'Meersburg');
  await find(page, 'your account');
  const confirmation = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(confirmation).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(confirmation).toHaveCount(0);
  await expect(page.getByLabel('City', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Modified successfully')).toBeVisible();
  await find(page, 'your account');
  await page.waitForURL('**/ucenter/account');
  const [site] = await portal.sql<{ city: string }[]>`select city from sites where sid = ${lake}`;
  expect(site?.city).toBe('Meersburg');
});

test('shares a plant from the list: the field has the focus, and the named person sees the plant', async ({ page }) => {
  await addPerson(portal.sql, 'keys.guest@example.com', 'owner');
  await page.goto('/pvPlant');
  await press(page, page.getByRole('button', { name: 'Actions for Keys on the hill' }));
  await chooseFrom(page, page.getByRole('menu'), 'Share');
  await page.waitForURL('**/pvPlant/edit?*at=shareWith*');
  const shareWith = field(page, 'Share with');
  await expect(shareWith).toBeFocused();
  await expect(shareWith).toBeInViewport();
  await page.keyboard.type('keys.guest@example.com ');
  await press(page, button(page, 'Save'));
  await expect(page.getByText('Modified successfully')).toBeVisible();
  const token = await tokenOf(portal, 'keys.guest@example.com');
  const { data } = await post(portal, 'site/listWithSN', {}, token);
  expect(JSON.stringify(data)).toContain('Keys on the hill');
});

test('adds a device to a plant', async ({ page }) => {
  await page.goto(`/pvPlant/edit?sid=${lake}`);
  const add = button(page, 'Add devices');
  const dialog = page.getByRole('dialog', { name: 'Add devices' });
  await press(page, add);
  await expect(dialog.getByLabel('Serial numbers')).toBeFocused();
  await escapeReturnsTo(page, dialog, add);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Serial numbers')).toBeFocused();
  await page.keyboard.type('0C0D0E02');
  await page.keyboard.press('Enter');
  await typeInto(page, dialog.getByLabel('Product of 0C0D0E02').and(page.locator('input')), 'BDM-40');
  // The list highlights its first match a moment after showing it; Enter selects the highlighted one.
  await expect(page.locator('[role=option][data-combobox-selected]')).toHaveText('BDM-400');
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Add 1 device' }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('cell', { name: /^0C0D0E02 / })).toBeVisible();
});

test('deletes a plant from the menu of its page', async ({ page }) => {
  const sid = await makePlant(portal, 'installer@example.com', 'To be deleted by keys');
  await page.goto(`/pvPlant/detail?sid=${sid}`);
  const more = button(page, 'More actions');
  await press(page, more);
  await escapeReturnsTo(page, page.getByRole('menu'), more);
  await page.keyboard.press('Enter');
  await chooseFrom(page, page.getByRole('menu'), 'Delete');
  const confirmation = page.getByRole('dialog', { name: 'Are you sure' });
  await escapeReturnsTo(page, confirmation, more);
  await page.keyboard.press('Enter');
  await chooseFrom(page, page.getByRole('menu'), 'Delete');
  await expect(confirmation.getByLabel('Type To be deleted by keys to delete it')).toBeFocused();
  await page.keyboard.type('To be deleted by keys');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/pvPlant');
  expect(await portal.sql`select sid from sites where sid = ${sid}`).toHaveLength(0);
});

test('Escape returns the focus to the opener of every dialog and menu', async ({ page }) => {
  await page.goto('/pvPlant');
  const row = page.getByRole('button', { name: 'Actions for Keys at the lake' });
  await press(page, row);
  await escapeReturnsTo(page, page.getByRole('menu'), row);
  const phone = button(page, 'On your phone');
  await press(page, phone);
  await escapeReturnsTo(page, page.getByRole('dialog'), phone);
  const search = page.getByRole('button', { name: 'Search' });
  await tabTo(page, search, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await escapeReturnsTo(page, page.getByRole('dialog', { name: 'Search plants' }), search);
  // After a dialog opened from the menu of a row, the focus returns to the row.
  await press(page, row);
  await chooseFrom(page, page.getByRole('menu'), 'Delete');
  await escapeReturnsTo(page, page.getByRole('dialog', { name: 'Are you sure' }), row);
});

signedOut('changes the password', async ({ page }) => {
  await signInByKeys(page, 'stranger@example.com');
  await expect(heading(page, 'Plants')).toBeVisible();
  const account = page.getByRole('button', { name: /stranger@example\.com/ });
  await press(page, account);
  const panel = page.getByRole('dialog').filter({ hasText: 'Sign out' });
  await escapeReturnsTo(page, panel, account);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await press(page, panel.getByRole('button', { name: 'Change password' }));
  await expect(dialog.getByLabel('Old password', { exact: true })).toBeFocused();
  await escapeReturnsTo(page, dialog, account);
  await find(page, 'change password');
  await expect(dialog.getByLabel('Old password', { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await typeInto(page, dialog.getByLabel('New password', { exact: true }), 'a walk by the lake');
  await typeInto(page, dialog.getByLabel('Confirm new password', { exact: true }), 'a walk by the lake');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Modified successfully')).toBeVisible();
});
