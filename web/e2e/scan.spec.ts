// Bar codes and QR codes, read by the bundled reader from real camera frames and photos: into the list of devices, and onto places of a roof.
import type { Page } from '@playwright/test';
import { type Film, type Label, pictureOf, withCamera } from './codes.ts';
import { fillFirstStep, makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';
import { collectSpoken } from './spoken.ts';

const INSTALLER = 'installer@example.com';
const LATER = { timeout: 60_000 };

const ADDRESS: Label = { format: 'QRCode', text: 'https://example.com/register?model=BDM-400&sn=31583078' };
const BARE: Label = { format: 'Code128', text: '32B1E9A5' };
const FIELDS: Label = { format: 'DataMatrix', text: 'PN: 700-001 SN: 7A12C003' };
const PRODUCT: Label = { format: 'EAN13', text: '4012345123456' };

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan serial numbers' });
const scanned = (page: Page, number: string) => dialog(page).getByRole('listitem').filter({ hasText: number });
const listed = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');

async function openSecondStep(page: Page, name: string): Promise<void> {
  await signIn(page, { to: '/pvPlant/edit' });
  await fillFirstStep(page, name);
}

test('adds each number once that the camera or a photo shows', async ({ portal, launchOptions }) => {
  const film: Film = [{ labels: [ADDRESS, BARE, FIELDS, PRODUCT], frames: 30 }];
  await withCamera(film, launchOptions, portal.url, async (page) => {
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await openSecondStep(page, 'Scanned house');
    const loaded = page.waitForResponse(/\/assets\/zxing_reader-[\w-]+\.wasm$/);
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    const reader = await loaded;
    // The reader is served by the portal, as compressed WebAssembly with the right content type.
    expect(new URL(reader.url()).origin).toBe(portal.url);
    expect(await reader.allHeaders()).toMatchObject({ 'content-type': 'application/wasm', 'content-encoding': 'br' });
    for (const number of ['31583078', '32B1E9A5', '7A12C003'])
      await expect(scanned(page, number)).toContainText('Added', LATER);
    await expect(scanned(page, '4012345123456')).toContainText('Not a serial number');
    await expect(dialog(page).getByRole('listitem')).toHaveCount(4);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(listed(page)).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Scan', exact: true })).toBeFocused();
    // Opened a second time, it shows that the numbers are in the list; a photo of a sheet of labels is read while the camera runs.
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await expect(scanned(page, '7A12C003')).toContainText('Already in the list', LATER);
    const sheet = Array.from(
      { length: 6 },
      (_, n): Label => ({ format: n % 2 ? 'Code39' : 'QRCode', text: `1F90AE0${n}` }),
    );
    const chosen = page.waitForEvent('filechooser');
    await dialog(page).getByRole('button', { name: 'From a photo' }).click();
    await (await chosen).setFiles({ name: 'labels', mimeType: 'image/png', buffer: await pictureOf(sheet, 3) });
    for (const { text } of sheet) await expect(scanned(page, text)).toContainText('Added', LATER);
    // A number that was read by mistake leaves both lists; the camera does not show it.
    await dialog(page).getByRole('button', { name: 'Remove 1F90AE05' }).click();
    await expect(scanned(page, '1F90AE05')).toBeHidden();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(listed(page)).toHaveCount(8);
    expect(faults).toEqual([]);
  });
});

/** Records the frequencies of the tones that the page plays from now on, in hertz. */
async function recordSounds(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const sounds: number[] = [];
    Object.assign(window, { sounds });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function startRecorded(whenS) {
      if (this.context.state === 'running') sounds.push(this.frequency.value);
      start.call(this, whenS);
    };
  });
  return () => page.evaluate(() => (window as unknown as { sounds: number[] }).sounds);
}

test('scans several numbers in a row, each with a tone, spoken once and checked', async ({ portal, launchOptions }) => {
  const own = '1F90AD03';
  await makePlant(portal, INSTALLER, 'Plant with the scanned number', { sn: [{ sn: own, model: 800 }] });
  const numbers = ['1F90AD01', '1F90AD02', own];
  const film: Film = numbers.flatMap((text) => [
    { labels: [{ format: 'QRCode' as const, text }], frames: 60 },
    { labels: [], frames: 15 },
  ]);
  await withCamera(film, launchOptions, portal.url, async (page) => {
    const sounds = await recordSounds(page);
    const spoken = await collectSpoken(page);
    const spokenCount = async (text: string) => (await spoken.list()).filter((each) => each === text).length;
    await openSecondStep(page, 'House scanned in a row');
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await expect(dialog(page)).toContainText('3 serial numbers', LATER);
    await expect(scanned(page, own)).toContainText('Already in one of your plants', LATER);
    // The film repeats: a label that returns is in the list already.
    for (const sn of numbers)
      await expect.poll(() => spokenCount(`${sn}: Already in the list`), LATER).toBeGreaterThan(0);
    for (const sn of numbers) expect(await spokenCount(`${sn}: Added`)).toBe(1);
    expect(await spokenCount(`${own}: Already in one of your plants`)).toBe(1);
    await expect(dialog(page)).toContainText('3 serial numbers');
    const heard = await sounds();
    expect(heard.filter((hertz) => hertz === 880)).toHaveLength(3);
    expect(heard.filter((hertz) => hertz === 330).length).toBeGreaterThanOrEqual(2 * (numbers.length + 1));
    await expect(dialog(page).getByRole('switch', { name: 'Sound' })).toBeChecked();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(listed(page)).toHaveCount(3);
  });
});

test('scans numbers onto the places of a roof one after the other', async ({ portal, launchOptions }) => {
  const [first, other] = ['1F90AF01', '1F90AF09'];
  const token = await tokenOf(portal, INSTALLER);
  const sid = await makePlant(portal, INSTALLER, 'Roof to scan');
  const elsewhere = await makePlant(portal, INSTALLER, 'Roof of others');
  const device = (sn: string) => ({ sn, model: 800, tilt: 30, azimuth: 180, orientation: 'portrait' as const });
  for (const [plant, sn] of [
    [sid, first],
    [elsewhere, other],
  ] as const)
    expect((await post(portal, 'site/updateFast', { sid: plant, sn: [device(sn)] }, token)).code).toBe(200);
  const { data: proposed } = await post(portal, 'site/layoutInfo', { sid }, token);
  const [zone] = proposed.zones;
  const count = zone!.modules.length;
  // No module is placed yet.
  const empty = { ...zone!, name: 'Barn', rows: 2, columns: count, modules: [] };
  const { version } = proposed;
  expect((await post(portal, 'site/updateLayoutInfo', { sid, version, zones: [empty] }, token)).code).toBe(200);

  const label = (text: string): Label => ({ format: 'QRCode', text: `SN:${text}` });
  const film: Film = [
    { labels: [label(first)], frames: 30 },
    { labels: [], frames: 15 },
    { labels: [label(other)], frames: 30 },
    { labels: [label(first), label(other)], frames: 15 },
    { labels: [], frames: 30 },
  ];
  await withCamera(film, launchOptions, portal.url, async (page) => {
    const spoken = await collectSpoken(page);
    await signIn(page, { to: `/pvPlant/layout?sid=${sid}` });
    const plan = page.locator('canvas[role="application"]');
    await expect(plan).toBeVisible(LATER);
    await plan.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(spoken.list, LATER).toContainEqual(expect.stringContaining('row 1, column 1'));
    await page.getByRole('button', { name: 'Place by scanning' }).press('Enter');
    await expect(dialog(page)).toContainText('Next: Barn, row 1, column 1.', LATER);
    await expect(scanned(page, other)).toContainText('Not a module of this plant', LATER);
    // Each time the label appears, the next module of its device is placed, until all of them are.
    await expect(scanned(page, first)).toContainText('Already placed: Barn, row 1, column 1', { timeout: 120_000 });
    await expect(dialog(page)).toContainText(`Next: Barn, row 2, column 1.`);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    const answered = page.waitForResponse('**/v2/site/updateLayoutInfo');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await (await answered).json()).toMatchObject({ code: 200 });
  });
  const { data: saved } = await post(portal, 'site/layoutInfo', { sid }, token);
  expect(saved.zones[0]!.modules.map(({ sn, input, row, column }) => [sn, input, row, column])).toEqual(
    Array.from({ length: count }, (_, n) => [first, n + 1, 1, n + 1]),
  );
});
