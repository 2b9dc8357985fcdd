// Owners: the only plant opens by itself, and its pages ask the owner for nothing that is the installer's task.
import type { Page } from '@playwright/test';
import { makePlant } from './plants.ts';
import { addPerson, expect, signIn, test } from './portal.ts';

const main = (page: Page) => page.getByRole('main');

test('opens the only plant of an owner, and names who adds its devices instead of asking the owner to', async ({
  page,
  portal,
}) => {
  const email = 'one.plant@example.com';
  await addPerson(portal.sql, email, 'owner');
  const sid = await makePlant(portal, 'installer@example.com', 'Only house', { userEmail: email });
  await signIn(page, { email });
  await page.waitForURL(`**/pvPlant/detail?sid=${sid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Only house' })).toBeVisible();
  await expect(
    main(page).getByText('They appear here once the company that looks after the plant has added them.'),
  ).toBeVisible();
  await expect(main(page).getByText(/\bAdd (its |new )?devices\b/)).toHaveCount(0);
  // Without data there is nothing to zoom.
  await page.goto(`/pvPlant/detail?sid=${sid}&view=power`);
  await expect(main(page).getByText('No data for this day')).toBeVisible();
  await expect(main(page).getByText('Drag over the chart to zoom.')).toHaveCount(0);
});
