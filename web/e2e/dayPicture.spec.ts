// The day of a plant is drawn with its figures, before anything that charts are made with is there; whoever comes near it gets all that a chart can do, and nothing moves.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { bringHistory, modelOf } from './histories.ts';
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
  // Two days up to now, so that the day that is shown has a curve whatever the hour, with a gap of an hour.
  const count = 570;
  const fromMs = Math.floor(Date.now() / STEP_MS) * STEP_MS - count * STEP_MS;
  const values = { powerW: (n: number) => 150 + Math.round(100 * Math.sin(n / 20)), temperatureC: () => 25 };
  await bringHistory(portal, SN, { fromMs, stepMs: STEP_MS, count: 200, values });
  await bringHistory(portal, SN, { fromMs: fromMs + 212 * STEP_MS, stepMs: STEP_MS, count: count - 212, values });
});
// Another journey looks at the only plant of its owner.
test.afterAll(async ({ portal }) => {
  await post(portal, 'site/delete', { sid }, await tokenOf(portal, INSTALLER));
});

const chart = (page: Page) => page.locator('main [role="img"][data-drawn]').first();
const answering = (page: Page) => page.locator('main [role="img"][data-answers]').first();
const tip = (page: Page) =>
  chart(page)
    .locator('div')
    .getByText(/^\d\d:\d\d$/);

/** Opens the overview; answers the files of the chart library that are asked for from then on. */
async function open(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/e?charts-[^/]*\.js/.test(request.url())) asked.push(request.url());
  });
  await page.mouse.move(0, 0);
  await page.goto(`/pvPlant/detail?sid=${sid}`);
  await expect(chart(page).locator('svg')).toBeVisible();
  return asked;
}

/** Which share of the pixels of two pictures is clearly another one. */
const differing = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
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
  test(`a pointer brings what the picture cannot do, and nothing moves or changes, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page);
    const asked = await open(page);
    await page.evaluate(() => document.fonts.ready);
    const drawn = await chart(page).screenshot();
    const { x, y, width, height } = (await chart(page).boundingBox())!;
    expect(asked).toEqual([]);

    await page.mouse.move(x + width / 3, y + height / 2);
    await expect(answering(page).locator('canvas')).toBeVisible();
    expect(asked.length).toBeGreaterThan(0);
    // Where the pointer was before the library came.
    await expect(tip(page)).toBeVisible();
    await expect(chart(page).locator('svg')).toHaveCount(0);
    await page.mouse.move(0, 0);
    await expect(tip(page)).toBeHidden();
    expect(await differing(page, drawn, await chart(page).screenshot())).toBeLessThan(0.005);
    expect(await moved(page)).toEqual([]);
  });

test('a finger gets what it pointed at', async ({ browser, portal }) => {
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

test('it is as accessible as what takes its place', async ({ page }) => {
  await signIn(page);
  await open(page);
  await expect(chart(page)).toHaveAttribute('aria-label', /Drawn at once/);
  await expectAccessible(page);
  await expect(answering(page)).toHaveAttribute('aria-label', /Drawn at once/);
  await expectAccessible(page);
});

test('by keys: its table; and its picture as a file at the first press', async ({ page }) => {
  await signIn(page);
  await open(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download picture' }).first().click();
  const png = readFileSync((await (await saved).path())!);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Twice as sharp as on the page.
  expect(png.readUInt32BE(16)).toBeGreaterThan(1000);

  await open(page);
  await tabTo(page, page.getByRole('button', { name: 'Show as table' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table').first()).toContainText(':00');
  await page.keyboard.press('Enter');
  await expect(answering(page).locator('canvas')).toBeVisible();
});

test('what is dragged over before the library is there is zoomed to', async ({ page }) => {
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

test('who points at nothing gets it, too, once the page has rested', async ({ page }) => {
  await signIn(page);
  const asked = await open(page);
  await expect(answering(page).locator('canvas')).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
  expect(await moved(page)).toEqual([]);
});
