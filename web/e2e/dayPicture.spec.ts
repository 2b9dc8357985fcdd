// The chart of a plant's day is drawn together with its figures, before the chart library is loaded; the library replaces it on approach of a pointer, and nothing moves.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { insertHistory, modelOf } from './histories.ts';
import { tabTo } from './keys.ts';
import { moved } from './measure.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

const INSTALLER = 'installer@example.com';
const SN = '0A0B0CD1';
const STEP_MS = 300_000;
let sid = '';

test.beforeAll(async ({ portal }) => {
  sid = await makePlant(portal, INSTALLER, 'Drawn at once', {
    sn: [{ sn: SN, model: await modelOf(portal, 'BDM-400') }],
  });
  // Two days up to now with a gap of an hour, so that the shown day has a curve at any hour.
  const count = 570;
  const fromMs = Math.floor(Date.now() / STEP_MS) * STEP_MS - count * STEP_MS;
  const values = { powerW: (n: number) => 150 + Math.round(100 * Math.sin(n / 20)), temperatureC: () => 25 };
  await insertHistory(portal, SN, { fromMs, stepMs: STEP_MS, count: 200, values });
  await insertHistory(portal, SN, { fromMs: fromMs + 212 * STEP_MS, stepMs: STEP_MS, count: count - 212, values });
});
// Another journey needs this to be the only plant of its owner.
test.afterAll(async ({ portal }) => {
  await post(portal, 'site/delete', { sid }, await tokenOf(portal, INSTALLER));
});

const chart = (page: Page) => page.locator('main [role="img"][data-drawn]').first();
const interactiveChart = (page: Page) => page.locator('main [role="img"][data-answers]').first();
const tip = (page: Page) =>
  chart(page)
    .locator('div')
    .getByText(/^\d\d:\d\d$/);

/** Opens the overview; returns the chart library's files, appended as the page requests them. */
async function open(page: Page): Promise<string[]> {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/\/e?charts-[^/]*\.js/.test(request.url())) requested.push(request.url());
  });
  await page.mouse.move(0, 0);
  await page.goto(`/pvPlant/detail?sid=${sid}`);
  await expect(chart(page).locator('svg')).toBeVisible();
  return requested;
}

/** Returns the share of pixels, 0 to 1, that clearly differ between two pictures. */
const differingShare = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
  page.evaluate(
    async (pictures) => {
      const [before, after] = await Promise.all(
        pictures.map(async (source) => {
          const picture = new Image();
          picture.src = source;
          await picture.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [picture.width, picture.height];
          const paint = canvas.getContext('2d')!;
          paint.drawImage(picture, 0, 0);
          return paint.getImageData(0, 0, canvas.width, canvas.height).data;
        }),
      );
      const other = before!.filter((value, n) => Math.abs(value - after![n]!) > 96).length;
      return before!.length === after!.length ? other / before!.length : 1;
    },
    [one, other].map((picture) => `data:image/png;base64,${picture.toString('base64')}`),
  );

for (const colorScheme of ['light', 'dark'] as const)
  test(`a pointer loads the interactive chart without any visible change, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page);
    const requested = await open(page);
    await page.evaluate(() => document.fonts.ready);
    const drawn = await chart(page).screenshot();
    const { x, y, width, height } = (await chart(page).boundingBox())!;
    expect(requested).toEqual([]);

    await page.mouse.move(x + width / 3, y + height / 2);
    await expect(interactiveChart(page).locator('canvas')).toBeVisible();
    expect(requested.length).toBeGreaterThan(0);
    // The tip appears at the position of the pointer before the library loaded.
    await expect(tip(page)).toBeVisible();
    await expect(chart(page).locator('svg')).toHaveCount(0);
    await page.mouse.move(0, 0);
    await expect(tip(page)).toBeHidden();
    expect(await differingShare(page, drawn, await chart(page).screenshot())).toBeLessThan(0.005);
    expect(await moved(page)).toEqual([]);
  });

test('a touch on the drawn chart shows the values at that point', async ({ browser, portal }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    baseURL: portal.url,
  });
  const page = await context.newPage();
  await signIn(page);
  await open(page);
  await chart(page).tap();
  await expect(tip(page)).toBeVisible();
  expect(await moved(page)).toEqual([]);
  await context.close();
});

test('the drawn chart is as accessible as the interactive one that replaces it', async ({ page }) => {
  await signIn(page);
  await open(page);
  await expect(chart(page)).toHaveAttribute('aria-label', /Drawn at once/);
  await expectAccessible(page);
  await expect(interactiveChart(page)).toHaveAttribute('aria-label', /Drawn at once/);
  await expectAccessible(page);
});

test('the first press of a key shows the table or downloads the picture of the drawn chart', async ({ page }) => {
  await signIn(page);
  await open(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download picture' }).first().click();
  const png = readFileSync((await (await saved).path())!);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Twice the resolution of the page.
  expect(png.readUInt32BE(16)).toBeGreaterThan(1000);

  await open(page);
  await tabTo(page, page.getByRole('button', { name: 'Show as table' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table').first()).toContainText(':00');
  await page.keyboard.press('Enter');
  await expect(interactiveChart(page).locator('canvas')).toBeVisible();
});

test('dragging over the drawn chart before the library is loaded zooms to that span', async ({ page }) => {
  await signIn(page);
  await open(page);
  const { x, y, width } = (await chart(page).boundingBox())!;
  await page.mouse.move(x + width * 0.2, y + 100);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + 110);
  await page.mouse.up();
  const all = page.getByRole('button', { name: 'Reset zoom' });
  await expect(all).toBeVisible();
  await all.click();
  await expect(all).toBeHidden();
});

test('the interactive chart loads without a pointer, too, once the page is idle', async ({ page }) => {
  await signIn(page);
  const requested = await open(page);
  await expect(interactiveChart(page).locator('canvas')).toBeVisible();
  expect(requested.length).toBeGreaterThan(0);
  expect(await moved(page)).toEqual([]);
});
