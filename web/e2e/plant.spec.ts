// A microinverter's way to a figure on a page: plant made, device registered, frame posted, page changed by itself.
import type { Locator, Page } from '@playwright/test';
import { capturedFrames, postFrame } from './devices.ts';
import { choose, field, fillFirstStep, makePlant } from './plants.ts';
import { expect, signIn, test } from './world.ts';

const SN = '12345678';
/** What the portal promises between a frame and the open page. */
const LIVE = { timeout: 2000 };

const figure = (page: Page, label: string): Locator => page.getByRole('group', { name: label, exact: true });

/** Opens by `go`, and waits until the page listens for the plant's reports. */
async function opensLive(page: Page, go: () => Promise<unknown>): Promise<void> {
  const listening = page.waitForResponse((answer) => answer.url().includes('/live?sid=') && answer.ok());
  await go();
  await listening;
}

test('a plant is made, its device reports, the open page follows; then it is renamed and deleted', async ({
  page,
  world,
}) => {
  const [first, second] = capturedFrames(SN);
  await signIn(page);
  await page.getByRole('link', { name: 'New plant' }).first().click();
  await fillFirstStep(page, 'Barn at the lake');

  await page.getByLabel('Serial numbers').fill(SN);
  await page.getByRole('button', { name: 'Add to the list' }).click();
  await choose(page, `Product of ${SN}`, 'BDM-400');
  await expect(page.getByText('Can be added')).toBeVisible();
  await page.getByRole('button', { name: 'Create the plant with 1 device' }).click();
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeVisible();
  await expect(page.getByText('0 of 1 devices have reported')).toBeVisible();

  await opensLive(page, () => page.getByRole('link', { name: 'Go to Barn at the lake' }).click());
  await expect(page.getByRole('heading', { level: 1, name: 'Barn at the lake' })).toBeVisible();
  await expect(page.getByText('0 of 1 devices reporting')).toBeVisible();
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''));

  expect(await postFrame(world.url, first!)).toBe(200);
  await expect(figure(page, 'Now')).toContainText('224 W', LIVE);
  await expect(page.getByText('1 of 1 devices reporting')).toBeVisible();
  expect(await postFrame(world.url, second!)).toBe(200);
  await expect(figure(page, 'Now')).toContainText('207 W', LIVE);
  await expect(page.locator('body[data-loaded-once]')).toBeAttached();

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'PV Plant' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Barn at the lake' });
  // The list's figures are kW throughout, so that they can be compared down the column.
  await expect(row).toContainText('0.21');
  await expect(row).toContainText('1/1');

  await row.getByRole('button', { name: 'Actions for Barn at the lake' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await field(page, 'Plant name').fill('Boathouse');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Modified successfully')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'PV Plant' }).click();
  await page.getByRole('link', { name: 'Boathouse', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Boathouse' })).toBeVisible();

  const address = page.url();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const sure = page.getByRole('dialog', { name: 'Are you sure' });
  await expect(sure).toContainText('Boathouse');
  await expect(sure).toContainText('The data cannot be recovered.');
  await sure.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL('**/pvPlant');
  await expect(page.getByRole('link', { name: 'Boathouse', exact: true })).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Plant not found' })).toBeVisible();
});

test('frames of an unknown device are kept, listed, and become history once it is added to a plant', async ({
  page,
  world,
}) => {
  const sid = await makePlant(world, 'admin@example.com', 'History plant');
  const [frame] = capturedFrames('DEADBEEF');
  expect(await postFrame(world.url, frame!)).toBe(200);
  // As if sent yesterday at noon: how much a day's counter may tell depends on the time since dawn.
  await world.sql`
    update raw_reports set received_at = (date_trunc('day', now() at time zone 'Europe/Berlin') - interval '12 hours')
      at time zone 'Europe/Berlin'
    where sn = 'DEADBEEF'`;

  await signIn(page, { email: 'admin@example.com', to: '/noRegGatewayList' });
  const row = page.getByRole('row').filter({ hasText: 'DEADBEEF' });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Add to a plant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add DEADBEEF to a plant' });
  await dialog.getByLabel('Plant').and(page.locator('input')).fill('History');
  await page.getByRole('option', { name: /History plant/ }).click();
  const product = dialog.getByLabel('Product').and(page.locator('input'));
  await product.click();
  await page.getByRole('option', { name: 'BDM-800', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add to a plant' }).click();
  await expect(page.getByText('DEADBEEF now belongs to History plant.')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole('link', { name: 'Go to History plant' }).click();
  await page.waitForURL(`**/pvPlant/detail?sid=${sid}`);
  await expect(figure(page, 'Lifetime')).toContainText('1.10 kWh');
});
