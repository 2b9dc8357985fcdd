// From a microinverter to a figure on a page: plant created, device registered, frame posted, page updated by itself.
import type { Locator, Page } from '@playwright/test';
import { capturedFrames, postFrame } from './devices.ts';
import { choose, fillFirstStep } from './plants.ts';
import { expect, signIn, test } from './portal.ts';

const SN = '12345678';
/** Maximum delay between a frame and the open page. */
const LIVE = { timeout: 2000 };

const figure = (page: Page, label: string): Locator => page.getByRole('group', { name: label, exact: true });

/** Navigates by `go` and waits until the page's live stream is open. */
async function openLive(page: Page, go: () => Promise<unknown>): Promise<void> {
  const listening = page.waitForResponse((answer) => answer.url().includes('/live?sid=') && answer.ok());
  await go();
  await listening;
}

test('a plant is created, its device reports, and the open page and the list follow', async ({ page, portal }) => {
  const [first, second] = capturedFrames(SN);
  await signIn(page);
  await page.getByRole('link', { name: 'New plant' }).first().click();
  await fillFirstStep(page, 'Barn at the lake');

  await page.getByLabel('Serial numbers').fill(SN);
  await page.getByRole('button', { name: 'Add to list' }).click();
  await choose(page, `Product of ${SN}`, 'BDM-400');
  await expect(page.getByText('Can be added')).toBeVisible();
  await page.getByRole('button', { name: 'Create the plant with 1 device' }).click();
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeVisible();
  await expect(page.getByText('0 of 1 devices have reported')).toBeVisible();

  await openLive(page, () => page.getByRole('link', { name: 'Go to Barn at the lake' }).click());
  await expect(page.getByRole('heading', { level: 1, name: 'Barn at the lake' })).toBeVisible();
  await expect(page.getByText('0 of 1 devices reporting')).toBeVisible();
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''));

  expect(await postFrame(portal.url, first!)).toBe(200);
  await expect(figure(page, 'Now')).toContainText('224 W', LIVE);
  await expect(page.getByText('1 of 1 devices reporting')).toBeVisible();
  expect(await postFrame(portal.url, second!)).toBe(200);
  await expect(figure(page, 'Now')).toContainText('207 W', LIVE);
  await expect(page.locator('body[data-loaded-once]')).toBeAttached();

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'PV Plant' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Barn at the lake' });
  // All power figures of the list are in kW, so that they can be compared down the column.
  await expect(row).toContainText('0.21');
  await expect(row).toContainText('1/1');
});
