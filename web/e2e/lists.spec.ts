// What a user keeps of a list is on the server: it is there in another browser, and it is the user's own.
import { makePlant } from './plants.ts';
import { expect, signIn, test } from './world.ts';

test('columns and saved views of the plant list are there in another browser, and nobody else has them', async ({
  browser,
  page,
  world,
}) => {
  await makePlant(world, 'installer@example.com', 'Views Lake House');
  await makePlant(world, 'installer@example.com', 'Views Hill House');
  await signIn(page);
  await page.goto('/pvPlant?q=Views');
  await expect(page.getByRole('columnheader', { name: 'Installer' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Installer' }).click();
  await expect(page.getByRole('columnheader', { name: 'Installer' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goto('/pvPlant?q=Views+Lake');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByLabel('View name').fill('At the lake');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'At the lake', exact: true })).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: world.url });
  const other = await elsewhere.newPage();
  await signIn(other);
  await other.goto('/pvPlant?q=Views');
  await expect(other.getByRole('link', { name: 'Views Hill House' })).toBeVisible();
  await expect(other.getByRole('columnheader', { name: 'Installer' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Views', exact: true }).click();
  await other.getByRole('button', { name: 'At the lake', exact: true }).click();
  await expect(other.getByRole('link', { name: 'Views Lake House' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Views Hill House' })).toHaveCount(0);
  await elsewhere.close();

  const stranger = await browser.newContext({ baseURL: world.url });
  const theirs = await stranger.newPage();
  await signIn(theirs, 'owner@example.com');
  await theirs.goto('/pvPlant?q=Views');
  await theirs.getByRole('button', { name: 'Views', exact: true }).click();
  await expect(theirs.getByLabel('View name')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'At the lake' })).toHaveCount(0);
  await stranger.close();
});
