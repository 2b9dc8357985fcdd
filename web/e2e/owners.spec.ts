// Owners: the plant list first, a plant that they set up themselves, and a page without data that offers nothing to zoom.
import type { Page } from '@playwright/test';
import { makePlant } from './plants.ts';
import { addPerson, expect, signIn, test } from './portal.ts';

const main = (page: Page) => page.getByRole('main');

test('begins with the plant list, and the only plant asks its owner to add devices', async ({ page, portal }) => {
  const email = 'one.plant@example.com';
  await addPerson(portal.sql, email, 'owner');
  const sid = await makePlant(portal, 'installer@example.com', 'Only house', { userEmail: email });
  await signIn(page, { email });
  await page.waitForURL('**/pvPlant');
  await main(page).getByRole('link', { name: 'Only house' }).click();
  await page.waitForURL(`**/pvPlant/detail?sid=${sid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Only house' })).toBeVisible();
  await expect(
    main(page)
      .getByText(/\bAdd (its |new )?devices\b/)
      .first(),
  ).toBeVisible();
  // Without data there is nothing to zoom.
  await page.goto(`/pvPlant/detail?sid=${sid}&view=power`);
  await expect(main(page).getByText('No data for this day')).toBeVisible();
  await expect(main(page).getByText('Drag over the chart to zoom.')).toHaveCount(0);
});
