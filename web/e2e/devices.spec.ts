// All devices of all plants: counted by kind, filtered, restored from the address, and a row leads to the device's curve.
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

test('the list of devices of all plants filters by kind and plant, and a row opens the curve of its device', async ({
  page,
  portal,
}) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Plant of three kinds');
  const token = await tokenOf(portal, 'installer@example.com');
  const sn = [
    { sn: '2DE71CE1', model: 400 },
    { sn: 'GWKINDS1', model: 10000 },
  ];
  expect((await post(portal, 'site/updateFast', { sid, sn }, token)).code).toBe(200);
  await signIn(page);
  await page.getByRole('button', { name: 'Devices', exact: true }).click();
  await page.getByRole('link', { name: 'Device List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder('Serial number, name, plant, e-mail'))
    .first()
    .fill('three kinds');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row('GWKINDS1')).toContainText('Gateway');
  await expect(row('2DE71CE1')).toContainText('Plant of three kinds');
  // The first page may show the rows before the search is applied.
  await expect(page).toHaveURL(/q=three/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Microinverter 1' }).click();
  await expect(row('GWKINDS1')).toHaveCount(0);
  await expect(page).toHaveURL(/kind=microinverter/);
  // The other kinds keep their counts.
  await expect(page.getByRole('button', { name: 'Gateway 1' })).toBeVisible();
  await page.reload();
  await expect(row('GWKINDS1')).toHaveCount(0);
  // Filters are part of the address, and one button clears all of them.
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await panel.getByLabel('Model').and(page.locator('input')).click();
  // Only models within the search and kind: the gateway's model is not offered.
  await expect(page.getByRole('option')).toHaveText(['BDM-400']);
  await page.getByRole('option', { name: 'BDM-400' }).click();
  await panel.getByLabel('Serial number begins with').fill('2de7');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/model=BDM-400/);
  await expect(page).toHaveURL(/sn=2de7/);
  await page.reload();
  await expect(row('2DE71CE1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters' })).toContainText('2');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).not.toHaveURL(/model=|sn=|kind=|q=/);
  await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
  await page.goto('/devices/index?q=three%20kinds&kind=microinverter');
  await expect(row('2DE71CE1')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^devices.*\.csv$/);
  await row('2DE71CE1').getByRole('link').click();
  await page.waitForURL(/devices\/module\/detail\?.*sn=2DE71CE1/);
  await expect(page.locator('main [data-drawn]').first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/devices/index?q=three%20kinds');
  await expect(page.getByRole('listitem').filter({ hasText: 'GWKINDS1' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
