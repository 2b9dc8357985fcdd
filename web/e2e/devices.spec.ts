// All devices of all plants: saved as a file, and read on a phone.
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

test('the devices of all plants are filtered across a reload, saved as a file, and fit a phone', async ({
  page,
  world,
}) => {
  const sid = await makePlant(world, 'installer@example.com', 'Plant of three kinds');
  const token = await tokenOf(world, 'installer@example.com');
  const sn = [
    { sn: '2DE71CE1', model: 400 },
    { sn: 'GWKINDS1', model: 10000 },
  ];
  expect((await post(world, 'site/updateFast', { sid, sn }, token)).code).toBe(200);
  await signIn(page, { to: '/devices/index?q=three%20kinds' });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row('GWKINDS1')).toContainText('Gateway');
  await page.getByRole('button', { name: 'Microinverter 1' }).click();
  await expect(row('GWKINDS1')).toHaveCount(0);
  await page.reload();
  await expect(row('2DE71CE1')).toBeVisible();
  await expect(row('GWKINDS1')).toHaveCount(0);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^devices.*\.csv$/);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/devices/index?q=three%20kinds');
  await expect(page.getByRole('listitem').filter({ hasText: 'GWKINDS1' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
