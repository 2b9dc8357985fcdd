// Pictures of a plant: added in its form, shown beside its facts, removed; a script with the name of a picture is refused.
import { drawnPng } from '../../server/test/multipart.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

test('a picture of a plant is added, shown and removed, and a script with the name of a picture is refused', async ({
  page,
  portal,
}) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Plant with a picture');
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  const part = page.getByRole('region', { name: 'Pictures' });
  await expect(part.getByText('None yet')).toBeVisible();
  const file = part.locator('input[type="file"]');
  const script = Buffer.from('<script>alert(1)</script>');
  await file.setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer: script });
  await expect(part.getByRole('alert')).toContainText('PNG');
  await file.setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer: Buffer.from(await drawnPng(320, 240)) });
  const picture = part.getByRole('img', { name: 'Picture 1 of the plant' });
  await expect(picture).toBeVisible();
  await expect(part.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  const address = await picture.getAttribute('src');

  await page.goto(`/pvPlant/detail?sid=${sid}`);
  const shown = page.locator(`img[src="${address}"]`);
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);

  await page.goto(`/pvPlant/edit?sid=${sid}`);
  await part.getByRole('button', { name: 'Remove picture 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(part.getByText('None yet')).toBeVisible();
});
