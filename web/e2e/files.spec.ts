// Files in both directions: upload of a profile picture, download of a device's readings.
import { readFileSync } from 'node:fs';
import { CSV_BOM } from '@heliograph/contract/csv.ts';
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { exportReadings } from './exports.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

test('a profile picture is chosen, shown wherever the account is, and removed', async ({ page }) => {
  await signIn(page, { to: '/ucenter/account' });
  const main = page.locator('main');
  await expect(main.getByRole('button', { name: 'Choose picture' })).toBeVisible();
  await expect(page.locator('img[src*="/files/"]')).toHaveCount(0);

  // The photo is larger than shown and than accepted: the browser scales it down.
  const photo = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 5000;
    canvas.height = 3000;
    const paint = canvas.getContext('2d')!;
    paint.fillStyle = '#0b62b8';
    paint.fillRect(0, 0, 5000, 3000);
    const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), 'image/jpeg'));
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  });
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) });
  // Shown on the page and in the menu.
  const shown = page.locator('img[src*="/files/"]');
  await expect(shown).toHaveCount(2);
  const sizes = () =>
    shown.evaluateAll((images) =>
      images.map((image) => [(image as HTMLImageElement).naturalWidth, (image as HTMLImageElement).naturalHeight]),
    );
  // The images exist before their bytes are loaded.
  await expect.poll(sizes).toEqual([
    [384, 384],
    [384, 384],
  ]);
  await page.reload();
  await expect(shown).toHaveCount(2);

  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(main.getByRole('alert')).toContainText('cannot be read as a picture');
  await expect(shown).toHaveCount(2);

  await main.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(shown).toHaveCount(0);
});

test('downloads the readings of a shown day and of selected quantities, which the account lists and exports again', async ({
  page,
  portal,
}) => {
  const sn = '12340079';
  const [frame] = capturedFrames('12345678');
  const sid = await makePlant(portal, 'installer@example.com', 'Many days', { sn: [{ sn, model: 400 }] });
  expect(await postFrame(portal.url, sentBy(sn, frame!))).toBe(200);
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=power&device=${sn}` });
  const shown = await exportReadings(page);
  expect(shown.suggestedFilename()).toMatch(new RegExp(`^${sn}_\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const [head, ...rows] = readFileSync((await shown.path())!, 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head!.startsWith(`${CSV_BOM}Time,Local time (Europe/Berlin),Status,Power (W)`)).toBe(true);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/,223\.\d+,/);

  await page.getByRole('button', { name: 'Export readings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export readings' });
  await expectAccessible(page);
  await dialog.getByText('XLSX', { exact: true }).click();
  await dialog.getByLabel('All quantities').uncheck();
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  await dialog.getByLabel('Power (W)').check();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/);

  // Simulates a failed export.
  await portal.sql`delete from user_files where about_sn = ${sn} and format = 'csv'`;
  await portal.sql`
    update user_files set state = 'failed', failure = 'tooLarge', ready_at = null, bytes = 0 where about_sn = ${sn}`;
  const link = page.getByRole('link', { name: 'Exported files' });
  await expect(async () => {
    if (!(await link.isVisible())) await page.getByRole('button', { name: /^Your account/ }).click();
    await link.click({ timeout: 5000 });
    await expect(page).toHaveURL(/\/ucenter\/account/, { timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  const card = page.getByRole('region', { name: 'Exported files' });
  await expect(card.getByText('The file became too large')).toBeVisible();
  await expect(card.getByText('Many days')).toBeVisible();
  await expect(card.getByText('1 quantity')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: /^Try again: XLSX/ }).click();
  const fetching = page.waitForEvent('download');
  await card.getByRole('button', { name: /^Download XLSX/ }).click();
  const file = await fetching;
  expect(
    readFileSync((await file.path())!)
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await card.getByRole('button', { name: /^Remove XLSX/ }).click();
  // Files of other journeys stay.
  await expect(card.getByText('Many days')).toHaveCount(0);
});

test('exports all devices of a plant as one file, which the plant and the account list', async ({ page, portal }) => {
  const devices = ['12340080', '12340081'];
  const [frame] = capturedFrames('12345678');
  const sid = await makePlant(portal, 'installer@example.com', 'Whole plant of two', {
    sn: devices.map((sn) => ({ sn, model: 400 })),
  });
  for (const sn of devices) expect(await postFrame(portal.url, sentBy(sn, frame!))).toBe(200);
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=history` });
  await page.getByRole('button', { name: 'Export readings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export readings' });
  await expect(dialog.getByRole('radio', { name: 'Whole plant' })).toBeChecked();
  await dialog.getByLabel('All quantities').uncheck();
  await dialog.getByLabel('Power (W)', { exact: true }).check();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^Whole_plant_of_two_\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...rows] = readFileSync((await file.path())!, 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head).toBe(`${CSV_BOM}Time,Local time (Europe/Berlin),Serial number,Status,Power (W)`);
  expect(rows.map((row) => row.split(',').slice(2))).toEqual(
    devices.map((sn) => [sn, 'OK', expect.stringMatching(/^223/)]),
  );

  const own = page.getByRole('region', { name: 'Exported files' });
  await expect(own.getByText('Whole plant, 2 devices')).toBeVisible();
  await page.goto('/ucenter/account');
  const listed = page
    .getByRole('region', { name: 'Exported files' })
    .getByRole('listitem')
    .filter({ hasText: 'Whole plant of two' });
  await expect(listed.getByText('Whole plant, 2 devices')).toBeVisible();
  const fetching = page.waitForEvent('download');
  await listed.getByRole('button', { name: /^Download CSV, Whole plant, 2 devices/ }).click();
  expect((await fetching).suggestedFilename()).toBe(file.suggestedFilename());
  await listed.getByRole('button', { name: /^Remove CSV/ }).click();
  await expect(listed).toHaveCount(0);
});
