// The guide: opened from a page and from the search, and back to where the reader was.
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

test('the guide explains a page, is found by a word, and Back returns to the page', async ({ page, portal }) => {
  const sid = await makePlant(portal, 'installer@example.com', 'House with questions');
  const energy = `/pvPlant/detail?sid=${sid}&view=energy`;
  await signIn(page, { to: energy });

  const link = page.getByRole('link', { name: 'What is this?' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/guide#energy$/);
  const section = page.locator('#energy');
  await expect(section.getByRole('heading', { name: 'Energy and money' })).toBeInViewport();
  await expect(section).toBeFocused();
  const picture = section.getByRole('img');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1280);
  await expectAccessible(page);
  await page.goBack();
  await expect(page).toHaveURL(energy);
  await expect(link).toBeVisible();

  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox', { name: /^Search plants/ }).fill('azimuth');
  const found = page.getByRole('group', { name: 'Guide' }).getByRole('option', { name: 'Roof layout' });
  await expect(found).toBeVisible();
  await found.click();
  await expect(page).toHaveURL(/\/guide#roof$/);
  await expect(page.locator('#roof').getByRole('heading', { name: 'Roof layout' })).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(energy);

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('link', { name: 'Guide', exact: true }).click();
  await expect(page).toHaveURL(/\/guide$/);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('List of plants');
});
