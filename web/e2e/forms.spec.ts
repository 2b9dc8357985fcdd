// Forms as an installer fills them in: choices by typing, coordinates in one go, days, errors that go, and nothing lost unasked.
import type { Page } from '@playwright/test';
import { choose, field, makePlant } from './plants.ts';
import { expect, signInByForm as signIn, test, type World } from './world.ts';

const asked = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const toAccount = (page: Page) => page.getByRole('link', { name: 'PV Plant', exact: true }).first();

async function editing(page: Page, world: World, siteName: string): Promise<string> {
  const sid = await makePlant(world, 'installer@example.com', siteName, { sn: [{ sn: `0F0A${sn++}`, model: 400 }] });
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  await expect(field(page, 'Plant name')).toHaveValue(siteName);
  return sid;
}
let sn = 1000;

test('no field is the browser’s own', async ({ page, world }) => {
  const sid = await editing(page, world, 'One design');
  const own = page.locator('select, input[type="date"], input[type="number"]');
  await expect(own).toHaveCount(0);
  await page.goto(`/pvPlant/detail?sid=${sid}&view=power`);
  await expect(page.locator('main [data-drawn]').first()).toBeVisible();
  await expect(own).toHaveCount(0);
  await page.goto('/pvPlant');
  await expect(page.getByRole('link', { name: 'One design', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByLabel('Created from')).toBeVisible();
  await expect(own).toHaveCount(0);
});

test('long lists are searched by typing: what begins so comes first', async ({ page, world }) => {
  await editing(page, world, 'Long lists');
  for (const [label, typed, chosen] of [
    ['Country', 'aus', 'Australia'],
    ['State or region', 'vict', 'Victoria'],
    ['Country', 'Germ', 'Germany'],
    ['Time zone', 'lisb', /Lisbon/],
    ['Currency', 'swiss', /CHF/],
  ] as const) {
    await field(page, label).click();
    // As by Tab: what is there already is selected, and typing takes its place.
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field(page, label)).toHaveValue(chosen);
  }
});

test('"Germ" and Enter is Germany, although the list comes later', async ({ page }) => {
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

test('what is missing is told until it is there, and no longer', async ({ page }) => {
  await signIn(page, { to: '/pvPlant/edit' });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  // The first that is missing is gone to: what is pressed before that is pressed on a page that moves.
  await expect(field(page, 'Plant name')).toBeFocused();
  const missing = page.getByText('This Field is required.');
  await expect(missing.first()).toBeVisible();
  const before = await missing.count();
  // The country is there, and with it time zone and currency.
  await choose(page, 'Country', 'Germany');
  await expect(field(page, 'Currency')).toHaveValue(/EUR/);
  await expect(missing).toHaveCount(before - 3);
  await field(page, 'Plant name').fill('Now it has one');
  await expect(missing).toHaveCount(before - 4);
});

test('two numbers in one field are two fields, typed or pasted, in several ways', async ({ page, world }) => {
  const sid = await editing(page, world, 'Two numbers');
  const [latitude, longitude] = [field(page, 'Latitude'), field(page, 'Longitude')];
  await latitude.fill('48.2, 16.37');
  await page.keyboard.press('Tab');
  await expect(latitude).toHaveValue('48.2');
  await expect(longitude).toHaveValue('16.37');
  await longitude.fill(`47°39'36"N 9°10'12"E`);
  await page.keyboard.press('Tab');
  await expect(latitude).toHaveValue('47.66');
  await expect(longitude).toHaveValue('9.17');
  await latitude.focus();
  await latitude.selectText();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '47,5; 9,25');
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(latitude).toHaveValue('47.5');
  await expect(longitude).toHaveValue('9.25');
  // Enter sends what was typed, not what was there before it.
  await latitude.fill('47.75 9.5');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Modified successfully')).toBeVisible();
  const [site] = await world.sql`select latitude::float8, longitude::float8 from sites where sid = ${sid}`;
  expect(site).toEqual({ latitude: 47.75, longitude: 9.5 });
  await latitude.fill('north of the lake');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Input format incorrect.')).toBeVisible();
});

test('a day is typed in one’s own order or chosen from the calendar', async ({ page, world }) => {
  const sid = await editing(page, world, 'Days');
  const day = field(page, 'In service since');
  await day.click();
  await page.keyboard.type('3/15/2024');
  await page.keyboard.press('Tab');
  await expect(day).toHaveValue('03/15/2024');
  await day.click();
  await page.getByRole('button', { name: 'Mar 20, 2024', exact: true }).click();
  await expect(day).toHaveValue('03/20/2024');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Modified successfully')).toBeVisible();
  const [site] = await world.sql`select commissioned_on::text from sites where sid = ${sid}`;
  expect(site).toEqual({ commissionedOn: '2024-03-20' });
});

test('an address is found in what the server knows, and fills in the place', async ({ page, world }) => {
  await editing(page, world, 'Addresses');
  await page.getByLabel('Find an address').fill('new york');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No map service is set up here')).toBeVisible();
  await page.getByRole('button', { name: /New York, United States/ }).click();
  await expect(field(page, 'Country')).toHaveValue('United States');
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('New York');
  await expect(field(page, 'Latitude')).toHaveValue('40.7');
  await expect(field(page, 'Time zone')).toHaveValue(/New York/);
});

test('leaving with something unsaved asks; with nothing that differs, or after saving, it does not', async ({
  page,
  world,
}) => {
  const sid = await editing(page, world, 'Unsaved');
  const name = field(page, 'Plant name');
  await name.fill('Unsaved and changed');
  await toAccount(page).click();
  await expect(asked(page)).toBeVisible();
  await asked(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Unsaved and changed');
  // The form of another plant has the same path.
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('new plant');
  await page.keyboard.press('Enter');
  await expect(asked(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await name.fill('Unsaved');
  await toAccount(page).click();
  await page.waitForURL('**/pvPlant');

  await page.goto(`/pvPlant/edit?sid=${sid}`);
  await name.fill('Saved');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Modified successfully')).toBeVisible();
  await toAccount(page).click();
  await page.waitForURL('**/pvPlant');

  await page.goto(`/pvPlant/edit?sid=${sid}`);
  await name.fill('Closed');
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await closing;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
});

test('an unfinished new plant asks, too, and is kept', async ({ page }) => {
  await signIn(page, { to: '/pvPlant/edit' });
  await field(page, 'Plant name').fill('Half a plant');
  await toAccount(page).click();
  await expect(asked(page)).toContainText('This browser keeps it');
  await asked(page).getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/pvPlant');
  await page.goto('/pvPlant/edit');
  await expect(page.getByText(/You are continuing the plant you started · /)).toBeVisible();
  await expect(field(page, 'Plant name')).toHaveValue('Half a plant');
});

test('the devices stand beside the form where there is room, and below it on a phone', async ({ page, world }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await editing(page, world, 'Side by side');
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
});
