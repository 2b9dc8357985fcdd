// Forced colors, as in the contrast themes of Windows: what is chosen differs in shape, because every color is the system's.
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { makePlant } from './plants.ts';
import { expect, signIn, test } from './portal.ts';

/** Fewer pixels than the thinnest mark of a chosen element has. */
const MIN_PIXELS = 12;

let sid = '';
test.beforeAll(async ({ portal }) => {
  sid = await makePlant(portal, 'installer@example.com', 'Plant in forced colors', {
    sn: [{ sn: '0F0C0601', model: 400, tilt: 30, azimuth: 180, orientation: 'portrait' }],
  });
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const option = (page: Page, name: string) => page.locator('.mantine-SegmentedControl-label', { hasText: name });
const linkIn = (page: Page, navigation: string, name: string | RegExp) =>
  page.getByRole('navigation', { name: navigation }).getByRole('link', { name });

/** Returns the element in black and white, without focus and pointer. */
async function shapeOf(target: Locator): Promise<Buffer> {
  const page = target.page();
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return await sharp(await target.screenshot({ animations: 'disabled' }))
    .greyscale()
    .threshold(150)
    .raw()
    .toBuffer();
}

/** Returns the number of pixels that differ between two shapes; all of one if their sizes differ. */
function differenceOf(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return one.length;
  return one.reduce((sum, value, index) => sum + (value === other[index] ? 0 : 1), 0);
}

/** Expects that the element looks different, without colors, after a step that chooses it or another one. */
async function expectShown(target: Locator, step: () => Promise<unknown>): Promise<void> {
  const before = await shapeOf(target);
  await step();
  await expect.poll(async () => differenceOf(before, await shapeOf(target))).toBeGreaterThanOrEqual(MIN_PIXELS);
}

async function open(page: Page, to: string, width = 1440): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await signIn(page, { to });
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [data-bone]')).toHaveCount(0);
}

test('shows the chosen menu entry, tab and period without colors', async ({ page }) => {
  await open(page, `/pvPlant/detail?sid=${sid}&view=energy`);
  const views = 'Views of the plant';
  await expectShown(option(page, 'Months'), () => option(page, 'Months').click());
  await expectShown(linkIn(page, views, 'Energy'), () => linkIn(page, views, 'Power').click());
  await expectShown(linkIn(page, views, 'Alerts'), () => linkIn(page, views, 'Alerts').click());
  const entry = linkIn(page, 'Main menu', /Alerts/);
  await expectShown(entry, () => entry.click());
});

test('shows pressed chips, views, checked columns and the focused menu entry without colors', async ({ page }) => {
  await open(page, '/pvPlant');
  const chip = button(page, /^Uncommissioned/);
  await expectShown(chip, () => chip.click());
  await button(page, 'Reset').click();
  await button(page, /Columns/).click();
  const column = page.getByRole('checkbox', { name: 'Owner', exact: true });
  await expectShown(column, () => column.click());
  await page.keyboard.press('Escape');
  const cards = button(page, 'Cards');
  await expectShown(cards, () => cards.click());
  await page.goto(`/pvPlant/detail?sid=${sid}`);
  await button(page, 'More actions').click();
  const second = page.getByRole('menuitem').nth(1);
  const unfocused = await shapeOf(second);
  await second.focus();
  const focused = await sharp(await second.screenshot())
    .greyscale()
    .threshold(150)
    .raw()
    .toBuffer();
  expect(differenceOf(unfocused, focused)).toBeGreaterThanOrEqual(MIN_PIXELS);
});

test('shows switches, the chosen day and the current entry of the bottom bar without colors', async ({ page }) => {
  await open(page, `/pvPlant/edit?sid=${sid}`);
  await button(page, 'Add devices').click();
  await button(page, 'Scan').click();
  const sound = page.locator('.mantine-Switch-root');
  await expectShown(sound, () => page.getByRole('switch', { name: 'Sound' }).press('Space'));
  await page.goto(`/pvPlant/detail?sid=${sid}&view=power`);
  await page.getByLabel('Day', { exact: true }).focus();
  const chosen = page.locator('.mantine-DateInput-day[data-selected]');
  await expect(chosen).toBeVisible();
  expect(await chosen.evaluate((day) => getComputedStyle(day).outlineStyle)).toBe('solid');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/pvPlant');
  const alerts = page.locator('nav:visible').getByRole('link', { name: /Alerts/ });
  await expectShown(alerts, () => alerts.click());
});

test('shows a dot beside each state, and the ramp of the roof', async ({ page }) => {
  await open(page, `/pvPlant/detail?sid=${sid}&view=layout`);
  const ramp = page.locator('[class*="bar"][style*="gradient"]');
  const [, green] = (await sharp(await ramp.screenshot()).stats()).channels;
  expect(green!.max - green!.min).toBeGreaterThan(100);
  await page.goto('/pvPlant');
  const dot = page.locator('main [class*="chipDot"]').first();
  await expect(dot).toBeVisible();
  expect((await sharp(await dot.screenshot()).stats()).channels[1]!.min).toBeLessThan(150);
});
