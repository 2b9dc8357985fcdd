// The roof of a plant: arranged for whoever opens it, edited by mouse, by keys and by menus, saved beside another editor, and a day played on it.
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
import { handleOf } from '../src/pages/site/layout/turning.ts';
import { bringHistory } from './histories.ts';
import { ANNOUNCED, connectDevice, publish } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test, type World } from './world.ts';

const LATER = { timeout: 20_000 };
const INSTALLER = 'installer@example.com';
const FIRST = '1F90AF01';
const SECOND = '1F90AF02';

let sid = '';
let token = '';

test.beforeEach(async ({ world }) => {
  token = await tokenOf(world, INSTALLER);
  sid = await makePlant(world, INSTALLER, 'House with a roof');
  const device = (sn: string, azimuth: number) => ({
    sn,
    model: 2250,
    tilt: 30,
    azimuth,
    orientation: 'portrait' as const,
  });
  const added = await post(world, 'site/updateFast', { sid, sn: [device(FIRST, 180), device(SECOND, 90)] }, token);
  expect(added.code).toBe(200);
});
test.afterEach(async ({ world }) => {
  await post(world, 'site/delete', { sid }, token);
});

const layoutOf = async (world: World): Promise<Response<'site/layoutInfo'>> =>
  (await post(world, 'site/layoutInfo', { sid }, token)).data;
const placesOf = ({ zones }: Response<'site/layoutInfo'>): string[] =>
  zones.flatMap((zone) =>
    zone.modules.map(({ sn, input, row, column }) => `${sn}_${input} ${zone.name || zone.azimuth}:${row},${column}`),
  );
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
const status = (page: Page) => page.getByRole('status').filter({ hasText: /row/ });

test('from the list to a layout that is arranged, named, filled by columns and saved; its zones turn the modules', async ({
  page,
  world,
}) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Actions for House with a roof' }).click();
  await page.getByRole('menuitem', { name: 'Layout' }).click();
  await expect(page.getByText('Arranged for you by tilt and direction')).toBeVisible(LATER);
  await page.getByRole('button', { name: /^East/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Barn');
  await page.getByLabel('Azimuth').fill('100');
  await page.getByLabel('Rows').fill('2');
  await page.getByLabel('Columns').fill('2');
  await page.keyboard.press('Tab');
  // What has no place in it any more is in the tray.
  await expect(page.getByText('All modules have a place.')).toBeHidden();
  const fill = page.getByRole('button', { name: 'Fill by columns' });
  await expect(fill).toBeEnabled();
  await fill.click();
  await expect(page.getByText('All modules have a place.')).toBeVisible();
  await save(page);
  const layout = await layoutOf(world);
  expect(layout).toMatchObject({ version: 1, isProposal: false, changedBy: INSTALLER });
  expect(layout.zones.map(({ name, azimuth, rows, columns }) => [name, azimuth, rows, columns])).toContainEqual([
    'Barn',
    100,
    2,
    2,
  ]);
  const { data } = await post(world, 'device/modules', { sn: SECOND }, token);
  expect(data.list.map(({ azimuth }) => azimuth)).toEqual([100, 100, 100, 100]);
  // The view of everybody says it without a proposal.
  await page.getByRole('link', { name: 'House with a roof' }).click();
  await expect(page.getByText('0 of 8 modules report their power.')).toBeVisible(LATER);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`${SECOND}_1 Barn`) })).toBeVisible();
});

test('by keys alone: a module goes to another place, out and back, undone and done again', async ({ page, world }) => {
  const [first] = (await layoutOf(world)).zones;
  await openEditor(page);
  await plan(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(status(page)).toContainText('row 1, column 1');
  const [one, two] = first!.modules;
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await save(page);
  const swapped = placesOf(await layoutOf(world));
  expect(swapped).toContain(`${one!.sn}_${one!.input} ${first!.azimuth}:1,2`);
  expect(swapped).toContain(`${two!.sn}_${two!.input} ${first!.azimuth}:1,1`);
  await plan(page).focus();
  await page.keyboard.press('Delete');
  const tray = page.getByRole('region', { name: 'Without a place' });
  await expect(tray.getByRole('button', { name: `${one!.sn}_${one!.input}` })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(tray).toContainText('All modules have a place.');
  await page.keyboard.press('Control+Shift+z');
  await expect(tray.getByRole('button', { name: `${one!.sn}_${one!.input}` })).toBeVisible();
  // By its number onto the place that one stands on.
  await page.getByLabel('Serial number').fill(`${one!.sn}_${one!.input}`);
  await page.keyboard.press('Enter');
  await expect(tray).toContainText('All modules have a place.');
  await page.getByLabel('Serial number').fill('NOBODY-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No module of this plant has the number NOBODY-1.')).toBeVisible();
  await save(page);
  expect(placesOf(await layoutOf(world))).toEqual(swapped);
});

test('by mouse: out to the tray and back, a zone to another place; by menus: a row of its own, and one zone again', async ({
  page,
  world,
}) => {
  await openEditor(page);
  const { zones } = await layoutOf(world);
  await page.getByRole('button', { name: /^East/ }).click();
  const before = Number(await page.getByLabel('From the left').inputValue());
  const [zone] = zones;
  const cell = await onPage(page, zones, middleOf(zone!, { row: 1, column: 1 }));
  const tray = page.getByRole('region', { name: 'Without a place' });
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
  await expect(tray).toContainText('All modules have a place.');
  // By its name a zone is dragged.
  const corner = await onPage(page, zones, zone!);
  await page.mouse.move(corner.x + 8, corner.y - 8);
  await page.mouse.down();
  await page.mouse.move(corner.x + 70, corner.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Number(await page.getByLabel('From the left').inputValue())).not.toBe(before);
  await page.getByRole('button', { name: /Actions for zone East/ }).click();
  await page.getByRole('menuitem', { name: 'Separate a row' }).click();
  await page.getByRole('button', { name: 'Separate', exact: true }).click();
  const list = page.getByRole('region', { name: 'Zones' }).getByRole('listitem');
  await expect(list).toHaveCount(3);
  await list.filter({ hasText: 'East' }).first().getByRole('button').click();
  await page.getByRole('button', { name: /Actions for zone East/ }).click();
  await page.getByRole('menuitem', { name: 'Combine with another zone' }).click();
  await page.getByRole('button', { name: 'Combine', exact: true }).click();
  await expect(list).toHaveCount(2);
  await save(page);
  expect(placesOf(await layoutOf(world))).toHaveLength(8);
});

/** Where a point of the plan is on the page, as long as nobody has zoomed. */
async function onPage(page: Page, zones: readonly Zone[], point: Point | ((view: View) => Point)): Promise<Point> {
  const { x, y, width, height } = (await plan(page).boundingBox())!;
  // The frame around the canvas is not drawn on.
  const view = fitted(boxOfAll(zones.map(boxOf))!, width - 2, height - 2);
  const at = fromPlan(view, typeof point === 'function' ? point(view) : point);
  return { x: x + 1 + at.x, y: y + 1 + at.y };
}

test('a zone is turned: by its handle, by keys, by its field; undone like all else, and saved', async ({
  page,
  world,
}) => {
  await openEditor(page);
  const { zones } = await layoutOf(world);
  const zone = zones.find(({ azimuth }) => azimuth === 90)!;
  await page.getByRole('button', { name: /^East/ }).click();
  const rotation = page.getByLabel('Rotation on the plan');
  const middle = await onPage(
    page,
    zones,
    middleOf(zone, { row: (zone.rows + 1) / 2, column: (zone.columns + 1) / 2 }),
  );
  const handle = await onPage(page, zones, (view) => handleOf(zone, view));
  await page.mouse.move(handle.x, handle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 80, middle.y + 80, { steps: 4 });
  await page.mouse.move(middle.x + 1, middle.y + 120, { steps: 4 });
  await page.mouse.up();
  await expect(rotation).toHaveValue('90');
  await expect(page.getByText('Zone turned to 90°.')).toBeAttached();
  await plan(page).press('r');
  await expect(rotation).toHaveValue('95');
  await plan(page).press('Shift+R');
  await plan(page).press('Shift+R');
  await expect(rotation).toHaveValue('85');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rotation).toHaveValue('90');
  await rotation.fill('-30.5');
  await rotation.press('Enter');
  await save(page);
  const saved = (await layoutOf(world)).zones.find(({ azimuth }) => azimuth === 90)!;
  expect(saved.rotation).toBe(-30.5);
  // About its middle.
  const half = { row: (zone.rows + 1) / 2, column: (zone.columns + 1) / 2 };
  const [before, after] = [middleOf(zone, half), middleOf(saved, half)];
  expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(0.05);
});

test('what is not saved survives a reload, is told and can be discarded; a newer version is shown first, and never overwritten unasked', async ({
  page,
  world,
}) => {
  const zoneList = page.getByRole('region', { name: 'Zones' });
  const rename = async (name: string) => {
    await page.getByRole('region', { name: 'Zones' }).getByRole('button').first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Tab');
    await expect(zoneList).toContainText(name);
  };
  const back = page.getByText('which were not saved, are here again');
  await openEditor(page);
  await rename('Mine');
  await page.reload();
  await expect(back).toBeVisible(LATER);
  await expect(zoneList).toContainText('Mine');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard my changes' }).click();
  await expect(zoneList).not.toContainText('Mine');
  await page.reload();
  await expect(zoneList).toContainText('East', LATER);
  await expect(back).toBeHidden();

  await rename('Mine again');
  const other = await tokenOf(world, 'admin@example.com');
  const theirs = (await layoutOf(world)).zones.map((zone) => ({ ...zone, name: `Theirs ${zone.id}` }));
  expect(await post(world, 'site/updateLayoutInfo', { sid, version: 0, zones: theirs }, other)).toMatchObject({
    code: 200,
  });
  await page.reload();
  await expect(page.getByText('since then another version was')).toBeVisible(LATER);
  await expect(zoneList).toContainText('Theirs 1');
  await page.getByRole('button', { name: 'Go on with my changes' }).click();
  await expect(zoneList).toContainText('Mine again');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('admin@example.com changed this layout')).toBeVisible(LATER);
  expect((await layoutOf(world)).zones.map(({ name }) => name)).toContain('Theirs 1');
  // The button is off while it is being saved, too.
  const saved = page.waitForResponse('**/v2/site/updateLayoutInfo');
  await page.getByRole('button', { name: 'Save mine instead' }).click();
  expect(await (await saved).json()).toMatchObject({ code: 200 });
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled(LATER);
  expect((await layoutOf(world)).zones.map(({ name }) => name)).toContain('Mine again');
  await page.reload();
  await expect(zoneList).toContainText('Mine again', LATER);
  await expect(back).toBeHidden();
});

test('an emptied layout stays empty, says so, and is arranged again when one asks', async ({ page, world }) => {
  await openEditor(page);
  for (const name of [/^East/, /^South/]) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: /Actions for zone/ }).click();
    await page.getByRole('menuitem', { name: 'Delete zone' }).click();
  }
  await save(page);
  expect((await layoutOf(world)).zones).toEqual([]);
  await page.getByRole('link', { name: 'House with a roof' }).click();
  await expect(page.getByText('No module has a place yet')).toBeVisible(LATER);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit layout' }).click();
  await page.getByRole('button', { name: 'Arrange by tilt and direction' }).click();
  await expect(page.getByText('All modules have a place.')).toBeVisible();
  await save(page);
  expect(placesOf(await layoutOf(world))).toHaveLength(8);
});

test('two editors: the second is told who was first, sees both, and saves or takes over; nothing is lost', async ({
  page,
  world,
}) => {
  const other = await tokenOf(world, 'admin@example.com');
  await openEditor(page);
  await page.getByRole('button', { name: /^East/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await page.keyboard.press('Tab');
  const { zones } = await layoutOf(world);
  const theirs = zones.map((zone) => ({ ...zone, name: `Theirs ${zone.id}` }));
  expect(await post(world, 'site/updateLayoutInfo', { sid, version: 0, zones: theirs }, other)).toMatchObject({
    code: 200,
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('admin@example.com changed this layout')).toBeVisible(LATER);
  await expect(page.getByRole('region', { name: 'Zones' })).toContainText('Mine');
  await page.getByRole('button', { name: 'Show theirs' }).click();
  await page.getByRole('button', { name: 'Show mine' }).click();
  await page.getByRole('button', { name: 'Use theirs' }).click();
  await expect(page.getByRole('region', { name: 'Zones' })).toContainText('Theirs 1');
  // One's own is one step back.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Zones' })).toContainText('Mine');
  await save(page);
  expect((await layoutOf(world)).zones.map(({ name }) => name)).toContain('Mine');
});

test('a photo below: sent, made as wide as it is, shining through, and taken away; a script is told to be none', async ({
  page,
  world,
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
  const { photo, layoutScale } = await layoutOf(world);
  expect(photo).toMatchObject({ width: 640, height: 480 });
  expect(layoutScale).toBeCloseTo(16 / 640);
  expect(photo!.opacity).toBeCloseTo(0.55);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await save(page);
  expect((await layoutOf(world)).photo).toBeNull();
});

/** A day of the first device from six to ten in the evening: by slot of five minutes, so many watts of its first module, and twice that of its second. */
const wattsIn = (slot: number): number => slot - 50;
async function tellDay(world: World, day: string): Promise<void> {
  const { data } = await post(world, 'site/playback', { sid, day }, token);
  const slotOf = (n: number) => 72 + n;
  await bringHistory(world, FIRST, {
    ...{ fromMs: Date.parse(data.xAxisIso[72]!), stepMs: 300_000, count: 193 },
    values: {
      powerW: (n) => 3 * wattsIn(slotOf(n)),
      input1PowerW: (n) => wattsIn(slotOf(n)),
      input2PowerW: (n) => 2 * wattsIn(slotOf(n)),
      input1VoltageV: () => 40,
      input2VoltageV: () => 40,
    },
  });
}

test('a day is played: by button, keys and pointer, at a pace, to a moment that the address keeps; what is shown is of that moment; everything is also a table', async ({
  page,
  world,
}) => {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await tellDay(world, day);
  await page.clock.install();
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=playback&day=${day}&at=720` });
  const moment = page.getByRole('slider', { name: 'Moment of the day' });
  await expect(moment).toHaveAttribute('aria-valuenow', '144', LATER);
  await expect(page.getByText('No module reported anything on this day.')).toBeHidden();
  await expect(moment).toHaveAttribute('aria-valuetext', `12:00, ${3 * wattsIn(144)} W`);
  await moment.press('ArrowRight');
  await expect(moment).toHaveAttribute('aria-valuetext', `12:05, ${3 * wattsIn(145)} W`);
  await page.clock.runFor(500);
  await expect(page).toHaveURL(/at=725/);
  await page.getByRole('combobox', { name: 'Speed' }).click();
  await page.getByRole('option', { name: '60x' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.clock.runFor(1000);
  await page.getByRole('button', { name: 'Pause' }).click();
  // A second at sixty slots a second.
  await expect.poll(async () => Number(await moment.getAttribute('aria-valuenow'))).toBeGreaterThan(190);
  const paused = Number(await moment.getAttribute('aria-valuenow'));
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(new RegExp(`[?&]at=${paused * 5}(&|$)`));
  await page.getByRole('button', { name: 'Back to the beginning' }).click();
  await expect(moment).toHaveAttribute('aria-valuenow', '72');
  // Dragged over the curve: the plan and its words are of where the pointer is.
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
  await page.getByRole('button', { name: 'Hide values' }).click();
  await expect(page.getByRole('button', { name: 'Show values' })).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  const row = (input: number) => page.getByRole('row', { name: new RegExp(`${FIRST}_${input}`) });
  await expect(row(1)).toContainText(`${wattsIn(201)} W`);
  await expect(row(2)).toContainText(`${2 * wattsIn(201)} W`);
  await page.mouse.click(x + width * 0.5, y + height / 2);
  await expect(moment).toHaveAttribute('aria-valuenow', '144');
  await expect(row(1)).toContainText(`${wattsIn(144)} W`);
  await expect(row(2)).toContainText(`${2 * wattsIn(144)} W`);
});

test('the link to a moment is copied; where a browser has no clipboard it stands in the address', async ({
  page,
  context,
  world,
}) => {
  const { data: today } = await post(world, 'site/playback', { sid }, token);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  const open = async () => {
    await page.goto(`/pvPlant/detail?sid=${sid}&view=playback`);
    await page.getByRole('slider', { name: 'Moment of the day' }).press('ArrowRight');
    await page.getByRole('button', { name: 'Copy link to this moment' }).click();
  };
  await open();
  await expect(page.getByText('The link is in the clipboard.')).toBeVisible();
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect([copied.searchParams.get('day'), copied.searchParams.get('at')]).toEqual([today.day, '5']);
  await expect(page).not.toHaveURL(/[?&]day=/);
  // As on a page that came without TLS.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open();
  await expect(page.getByText('the link is in the address bar')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`day=${today.day}&at=5`));
});

test('a played day shows alerts when they were open, and none of today', async ({ page, world }) => {
  const { data } = await post(world, 'site/updateFast', { sid, sn: [{ sn: 'GWROOF1', model: 10_000 }] }, token);
  const gateway = await connectDevice(world, 'GWROOF1', data.credentials[0]!.password);
  const { data: today } = await post(world, 'site/playback', { sid }, token);
  const day = new Date(Date.parse(today.day) - 86_400_000).toISOString().slice(0, 10);
  const { data: before } = await post(world, 'site/playback', { sid, day }, token);
  const noon = Date.parse(before.xAxisIso[144]!);
  const row = (minutes: number, status: string) => ({
    ...{ sn: FIRST, at: noon + minutes * 60_000, status },
    q: { powerW: 300, input1PowerW: 100, input1VoltageV: 40 },
  });
  await publish(gateway, 'announce', { ...ANNOUNCED, devices: [{ sn: FIRST, kind: 'microinverter' }] });
  await publish(gateway, 'report', { devices: [row(-10, '0000'), row(1, '0800'), row(6, '0800'), row(16, '0000')] });
  await gateway.endAsync();
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=playback&day=${day}&at=725` });
  const moment = page.getByRole('slider', { name: 'Moment of the day' });
  await expect(moment).toHaveAttribute('aria-valuenow', '145', LATER);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const module = page.getByRole('row', { name: new RegExp(`${FIRST}_1`) });
  const { title } = (await post(world, 'site/playback', { sid, day }, token)).data.alerts[0]!;
  await expect(module).toContainText(title);
  await moment.press('ArrowLeft');
  await moment.press('ArrowLeft');
  await expect(moment).toHaveAttribute('aria-valuetext', /11:55/);
  await expect(module).not.toContainText(title);
  await page.getByRole('button', { name: 'Show as plan' }).click();
  await expect(plan(page)).toBeVisible();
  await page.goto(`/pvPlant/detail?sid=${sid}&view=playback`);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(module).toBeVisible(LATER);
  await expect(module).not.toContainText(title);
});

test('a guest looks at the layout and is led away from its editor; all three pages can be used by everybody', async ({
  page,
  world,
}) => {
  expect(await post(world, 'site/updateFast', { sid, shareWith: ['guest@example.com'] }, token)).toMatchObject({
    code: 200,
  });
  await signIn(page, { email: 'guest@example.com', to: `/pvPlant/layout?sid=${sid}` });
  await expect(page).toHaveURL(/view=layout/, LATER);
  await expect(page.getByText('0 of 8 modules report their power.')).toBeVisible(LATER);
  await expect(page.getByRole('link', { name: 'Edit layout' })).toBeHidden();
  await expectAccessible(page);
  await page.goto(`/pvPlant/detail?sid=${sid}&view=playback`);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible(LATER);
  await expectAccessible(page);
});

test('the editor can be used by everybody', async ({ page }) => {
  await openEditor(page);
  await page.getByRole('button', { name: /^East/ }).click();
  await expectAccessible(page);
});
