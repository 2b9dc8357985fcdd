// The roof of a plant with the mouse: modules and zones dragged, a photo chosen, a played-back day scrubbed.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  boxOf,
  boxOfAll,
  fitted,
  fromPlan,
  middleOf,
  type Point,
  type View,
  type Zone,
} from '../src/components/roof/plan.ts';
import { handleOf } from '../src/pages/roof/turning.ts';
import { insertHistory } from './histories.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, type Portal, signIn, test } from './portal.ts';
import { collectSpoken } from './spoken.ts';

const LATER = { timeout: 20_000 };
const INSTALLER = 'installer@example.com';
const FIRST = '1F90AF01';
const SECOND = '1F90AF02';

let sid = '';
let token = '';

test.beforeEach(async ({ portal }) => {
  token = await tokenOf(portal, INSTALLER);
  sid = await makePlant(portal, INSTALLER, 'House with a roof');
  const device = (sn: string, azimuth: number) => ({
    sn,
    model: 2250,
    tilt: 30,
    azimuth,
    orientation: 'portrait' as const,
  });
  const added = await post(portal, 'site/updateFast', { sid, sn: [device(FIRST, 180), device(SECOND, 90)] }, token);
  expect(added.code).toBe(200);
});
test.afterEach(async ({ portal }) => {
  await post(portal, 'site/delete', { sid }, token);
});

const layoutOf = async (portal: Portal): Promise<Response<'site/layoutInfo'>> =>
  (await post(portal, 'site/layoutInfo', { sid }, token)).data;
const plan = (page: Page) => page.locator('canvas[role="application"]');
async function save(page: Page): Promise<void> {
  const answered = page.waitForResponse('**/v2/site/updateLayoutInfo');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await (await answered).json()).toMatchObject({ code: 200 });
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled(LATER);
}
async function openEditor(page: Page): Promise<void> {
  await signIn(page, { to: `/pvPlant/layout?sid=${sid}` });
  await expect(plan(page)).toBeVisible(LATER);
}

test('moves a module and a zone with the mouse, turns the zone by its handle, and saves it', async ({
  page,
  portal,
}) => {
  const spoken = await collectSpoken(page);
  await openEditor(page);
  const { zones } = await layoutOf(portal);
  await page.getByRole('button', { name: /^East/ }).click();
  await expectAccessible(page);
  const zone = zones.find(({ azimuth }) => azimuth === 90)!;
  const rotation = page.getByLabel('Rotation on the plan');
  const half = { row: (zone.rows + 1) / 2, column: (zone.columns + 1) / 2 };
  const middle = await onPage(page, zones, middleOf(zone, half));
  const handle = await onPage(page, zones, (view) => handleOf(zone, view));
  await page.mouse.move(handle.x, handle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 80, middle.y + 80, { steps: 4 });
  await page.mouse.move(middle.x + 1, middle.y + 120, { steps: 4 });
  await page.mouse.up();
  await expect(rotation).toHaveValue('90');
  await expect.poll(spoken.list).toContain('Zone rotated to 90°.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rotation).toHaveValue('0');

  const before = Number(await page.getByLabel('From the left').inputValue());
  const cell = await onPage(page, zones, middleOf(zone, { row: 1, column: 1 }));
  const tray = page.getByRole('region', { name: 'Unplaced' });
  const target = (await tray.boundingBox())!;
  await page.mouse.move(cell.x, cell.y);
  await page.mouse.down();
  await page.mouse.move(cell.x + 30, cell.y + 30, { steps: 3 });
  await page.mouse.move(target.x + 40, target.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(tray.getByRole('listitem')).toHaveCount(1);
  const chip = (await tray.getByRole('listitem').getByRole('button').boundingBox())!;
  await page.mouse.move(chip.x + 10, chip.y + 8);
  await page.mouse.down();
  await page.mouse.move(cell.x + 40, cell.y + 60, { steps: 3 });
  await page.mouse.move(cell.x, cell.y, { steps: 4 });
  await page.mouse.up();
  await expect(tray).toContainText('All modules are placed.');
  // A zone is dragged by its name.
  const corner = await onPage(page, zones, zone);
  await page.mouse.move(corner.x + 8, corner.y - 8);
  await page.mouse.down();
  await page.mouse.move(corner.x + 70, corner.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Number(await page.getByLabel('From the left').inputValue())).not.toBe(before);
  await save(page);
  const saved = await layoutOf(portal);
  expect(saved.zones.flatMap(({ modules }) => modules)).toHaveLength(8);
  expect(saved.zones.find(({ azimuth }) => azimuth === 90)!.x).not.toBe(zone.x);
});

/** Returns the page coordinates of a point of the plan at the initial zoom. */
async function onPage(page: Page, zones: readonly Zone[], point: Point | ((view: View) => Point)): Promise<Point> {
  const { x, y, width, height } = (await plan(page).boundingBox())!;
  // The border around the canvas is not part of the plan.
  const view = fitted(boxOfAll(zones.map(boxOf))!, width - 2, height - 2);
  const at = fromPlan(view, typeof point === 'function' ? point(view) : point);
  return { x: x + 1 + at.x, y: y + 1 + at.y };
}

test('puts a photo below the plan, refuses a script with the name of a photo, and removes the photo', async ({
  page,
  portal,
}) => {
  await openEditor(page);
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#445566' } })
    .png()
    .toBuffer();
  const chooser = page.locator('input[type="file"]');
  await chooser.setInputFiles({
    name: 'roof.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<script>alert(1)</script>'),
  });
  await expect(page.getByText('This is not a PNG, JPEG or WebP picture.')).toBeVisible(LATER);
  await chooser.setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer });
  await page.getByLabel('Width').fill('16');
  await page.keyboard.press('Tab');
  await page.getByRole('slider', { name: 'Opacity' }).press('ArrowLeft');
  await save(page);
  const { photo, layoutScale } = await layoutOf(portal);
  expect(photo).toMatchObject({ width: 640, height: 480 });
  expect(layoutScale).toBeCloseTo(16 / 640);
  expect(photo!.opacity).toBeCloseTo(0.55);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await save(page);
  expect((await layoutOf(portal)).photo).toBeNull();
});

/** Power of the first module in watts by five-minute slot; the history of the first device covers 06:00 to 22:00, with twice that power for its second module. */
const wattsIn = (slot: number): number => slot - 50;
async function insertDay(portal: Portal, day: string): Promise<void> {
  const { data } = await post(portal, 'site/playback', { sid, day }, token);
  const slotOf = (n: number) => 72 + n;
  await insertHistory(portal, FIRST, {
    fromMs: Date.parse(data.xAxisIso[72]!),
    stepMs: 300_000,
    count: 193,
    values: {
      powerW: (n) => 3 * wattsIn(slotOf(n)),
      input1PowerW: (n) => wattsIn(slotOf(n)),
      input2PowerW: (n) => 2 * wattsIn(slotOf(n)),
      input1VoltageV: () => 40,
      input2VoltageV: () => 40,
    },
  });
}

test('scrubbing through a played-back day with the mouse updates plan, text, table and address', async ({
  page,
  portal,
}) => {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await insertDay(portal, day);
  await page.clock.install();
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=playback&day=${day}` });
  const moment = page.getByRole('slider', { name: 'Time of day' });
  await expect(moment).toHaveAttribute('aria-valuenow', '72', LATER);
  const roof = page.getByRole('application');
  await expect(roof).toHaveAttribute('aria-label', new RegExp(` ${3 * wattsIn(72)} W`));
  const atSix = await roof.screenshot();
  const { x, y, width, height } = (await moment.boundingBox())!;
  await page.mouse.move(x + width * 0.3, y + height / 2);
  await page.mouse.down();
  await expect(moment).toHaveAttribute('aria-valuenow', '86');
  await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 6 });
  await expect(moment).toHaveAttribute('aria-valuenow', '201');
  await page.mouse.up();
  await expect(moment).toHaveAttribute('aria-valuetext', `16:45, ${3 * wattsIn(201)} W`);
  await expect(roof).toHaveAttribute('aria-label', new RegExp(`16:45.* ${3 * wattsIn(201)} W`));
  expect((await roof.screenshot()).equals(atSix)).toBe(false);
  await page.clock.runFor(500);
  await expect(page).toHaveURL(/at=1005/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const row = (input: number) => page.getByRole('row', { name: new RegExp(`${FIRST}_${input}`) });
  await page.mouse.click(x + width * 0.5, y + height / 2);
  await expect(moment).toHaveAttribute('aria-valuenow', '144');
  await expect(row(1)).toContainText(`${wattsIn(144)} W`);
  await expect(row(2)).toContainText(`${2 * wattsIn(144)} W`);
});
