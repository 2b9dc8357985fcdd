// Owners: one plant opens by itself, a few are cards without what one works through thousands with, and nobody is told to do what is not theirs to do.
import type { Page } from '@playwright/test';
import { makePlant } from './plants.ts';
import { addPerson, expect, expectAccessible, signIn, test, type World } from './world.ts';

const INSTALLER = 'installer@example.com';

/** An owner of so many plants, which an installer has made and put no device into yet. */
async function ownerOf(world: World, email: string, names: readonly string[]): Promise<string[]> {
  await addPerson(world.sql, email, 'owner');
  const sids: string[] = [];
  for (const name of names) sids.push(await makePlant(world, INSTALLER, name, { userEmail: email }));
  return sids;
}
const main = (page: Page) => page.getByRole('main');

test('a single plant opens by itself, and what its devices are waited for with is said, not what to do', async ({
  page,
  world,
}) => {
  const email = 'one.plant@example.com';
  const [sid] = await ownerOf(world, email, ['Only house']);
  await signIn(page, { email });
  await page.waitForURL(`**/pvPlant/detail?sid=${sid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Only house' })).toBeVisible();
  for (const address of [
    `/pvPlant/detail?sid=${sid}`,
    `/pvPlant/detail?sid=${sid}&view=history`,
    `/pvPlant/edit?sid=${sid}`,
  ]) {
    await page.goto(address);
    await expect(
      main(page).getByText('They appear here once the company that looks after the plant has added them.'),
    ).toBeVisible();
    await expect(main(page).getByText(/\bAdd (its |new )?devices\b/)).toHaveCount(0);
  }
  // There is nothing to zoom.
  await page.goto(`/pvPlant/detail?sid=${sid}&view=power`);
  await expect(main(page).getByText('No data for this day')).toBeVisible();
  await expect(main(page).getByText('Drag over the chart to zoom.')).toHaveCount(0);
});

test('a few plants are cards; nothing to filter, to choose columns of or to make is beside them', async ({
  page,
  world,
}) => {
  const email = 'few.plants@example.com';
  await ownerOf(world, email, ['First house', 'Second house']);
  await signIn(page, { email });
  await expect(page.getByRole('heading', { level: 1, name: /^Plants/ })).toBeVisible();
  const cards = main(page).getByRole('list', { name: 'Plants' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(main(page).getByRole('table')).toHaveCount(0);
  await expect(main(page).getByRole('searchbox')).toHaveCount(0);
  await expect(main(page).getByRole('button')).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: /New plant/ })).toHaveCount(0);
  await expectAccessible(page);
  await main(page).getByRole('link', { name: 'Second house', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Second house' })).toBeVisible();
});
