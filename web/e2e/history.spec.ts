// A device's readings as they were measured: a table by day and device, and the same as a file.
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { makePlant } from './plants.ts';
import { expect, signIn, test } from './world.ts';

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
  await signIn(page);
  await page.goto(`/pvPlant/detail?sid=${sid}`);
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
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'All readings of this day (CSV)' }).click();
  expect((await file).suggestedFilename()).toMatch(new RegExp(`^${SN}_.*\\.csv$`));

  // Another day of another device has none.
  await page.getByRole('combobox', { name: 'Device' }).click();
  await page.getByRole('option', { name: new RegExp(OTHER) }).click();
  await expect(page.getByText('No readings on this day')).toBeVisible();
});
