// A device's readings as they were measured: a table by day and device, and the same as a file.
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { exportReadings } from './exports.ts';
import { bringHistory } from './histories.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

const SN = '0A0B0C4A';
const OTHER = '0A0B0C4B';

test('readings of a device and day: the newest first, with status and units, and as a file', async ({
  page,
  world,
}) => {
  const [product] = await world.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(world, 'installer@example.com', 'Read me', {
    sn: [SN, OTHER].map((sn) => ({ sn, model: product!.model })),
  });
  for (const frame of capturedFrames('12345678').slice(0, 3))
    expect(await postFrame(world.url, sentBy(SN, frame))).toBe(200);
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page).toHaveURL(/view=history/);
  await page.getByRole('combobox', { name: 'Device' }).click();
  await page.getByRole('option', { name: new RegExp(SN) }).click();
  const table = page.getByRole('region', { name: 'Readings' });
  await expect(table.getByRole('columnheader', { name: /^Power/ })).toBeVisible();
  const [stored] = await world.sql<
    { count: number }[]
  >`select count(*)::int as count from hot_samples where sn = ${SN}`;
  expect(stored!.count).toBeGreaterThan(0);
  await expect(table.locator('tbody tr')).toHaveCount(stored!.count);
  const times = await table.locator('tbody tr td:first-child').allTextContents();
  expect(times.every((time) => /^\d\d:\d\d:\d\d$/.test(time))).toBe(true);
  expect(times).toEqual(times.toSorted().toReversed());
  const file = exportReadings(page);
  expect((await file).suggestedFilename()).toMatch(new RegExp(`^${SN}_.*\\.csv$`));

  // Another day of another device has none.
  await page.getByRole('combobox', { name: 'Device' }).click();
  await page.getByRole('option', { name: new RegExp(OTHER) }).click();
  await expect(page.getByText('No readings on this day')).toBeVisible();
});

test('a year of readings is one table that scrolls, with the columns that one chose', async ({ page, world }) => {
  const sn = '0A0B0C4E';
  const [product] = await world.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(world, 'installer@example.com', 'A year', {
    sn: [{ sn, model: product!.model }],
    commissionDate: '2020-01-01',
  });
  // Each quarter of an hour of last year: the tenth of its power is its number.
  const year = new Date().getUTCFullYear() - 1;
  const [fromMs, toMs] = [Date.UTC(year, 0, 1, 12), Date.UTC(year, 11, 31, 12)];
  const count = (toMs - fromMs) / 900_000;
  await bringHistory(world, sn, {
    ...{ fromMs, stepMs: 900_000, count },
    statusOf: (n) => (n === 0 ? 0x40 : 0),
    values: { powerW: (n) => (n % 4000) / 10, temperatureC: (n) => 20 + (n % 7) },
  });

  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=history&device=${sn}&span=year&day=${year}-06-15` });
  const table = page.getByRole('region', { name: 'Readings' });
  const rows = table.locator('tbody tr:not([aria-hidden])');
  await expect(page.getByText(`${count.toLocaleString('en')} readings`)).toBeVisible();
  await expect(rows.first()).toContainText(`Dec 31, ${year}`);
  // Far fewer rows are drawn than there are.
  expect(await rows.count()).toBeLessThan(120);
  const scrollTo = (share: number) =>
    table.evaluate((node, to) => node.scrollTo({ top: node.scrollHeight * to }), share);
  await scrollTo(0.5);
  await expect(rows.first()).toContainText(new RegExp(`(Jun|Jul) \\d+, ${year}`));
  await scrollTo(1);
  const oldest = rows.last();
  await expect(oldest).toContainText(`Jan 1, ${year}`);
  // The status in words, and the device's own code beside it.
  await expect(oldest).toContainText('AC voltage RMS over');
  await expect(oldest).toContainText('0040');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  // They follow the table that is redrawn, a moment after the press.
  await panel.getByRole('checkbox', { name: 'Temperature' }).click();
  await expect(panel.getByRole('checkbox', { name: 'Temperature' })).not.toBeChecked();
  await panel.getByRole('checkbox', { name: 'Mode' }).click();
  await expect(panel.getByRole('checkbox', { name: 'Mode' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader', { name: /^Temperature/ })).toHaveCount(0);
  await expect(table.getByRole('columnheader', { name: 'Mode' })).toBeVisible();
  await expect(oldest).toContainText('generating');
  // Kept by the server: another browser shows the same.
  await page.evaluate(() => localStorage.removeItem('listViews'));
  await page.reload();
  await expect(table.getByRole('columnheader', { name: 'Mode' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: /^Temperature/ })).toHaveCount(0);
  // A range of one's own, in the address, too.
  await page.goto(
    `/pvPlant/detail?sid=${sid}&view=history&device=${sn}&span=range&from=${year}-03-01&to=${year}-03-02`,
  );
  await expect(page.getByText('192 readings')).toBeVisible();
});

test('days are taken out of the history with a reason, and brought back', async ({ page, world }) => {
  const sn = '0A0B0C4D';
  const [product] = await world.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(world, 'installer@example.com', 'Tried in the workshop', {
    sn: [{ sn, model: product!.model }],
  });
  for (const frame of capturedFrames('12345678').slice(0, 3))
    expect(await postFrame(world.url, sentBy(sn, frame))).toBe(200);
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=history` });
  await expect(page.getByRole('region', { name: 'Readings' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete history' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete history of ${sn}` });
  await dialog.getByRole('button', { name: 'Delete history' }).click();
  await expect(dialog.getByText('Please say why.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('It ran on a bench');
  await dialog.getByRole('button', { name: 'Delete history' }).click();
  await expect(page.getByText('No readings on this day')).toBeVisible({ timeout: 20_000 });
  const removed = page.getByRole('region', { name: 'Removed from the history' });
  await expect(removed.getByText('It ran on a bench')).toBeVisible();
  await expect(removed.getByText('can be brought back until')).toBeVisible();
  await expectAccessible(page);
  await removed.getByRole('button', { name: /^Bring back/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click();
  await expect(removed.getByText('brought back', { exact: false })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Readings' })).toBeVisible({ timeout: 20_000 });
});
