// Targets for fingers: what is pressed often takes a press anywhere within 44 by 44 pixels.
import type { Locator, Page } from '@playwright/test';
import { addManyPlants, makePlant, removeManyPlants } from './plants.ts';
import { expect, signIn, test } from './portal.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

let sid = '';
test.beforeAll(async ({ portal }) => {
  sid = await makePlant(portal, 'installer@example.com', 'Plant for fingers', { sn: [{ sn: '0F0C0801', model: 400 }] });
});

/** Returns the targets, of those in sight, that miss a press 21 pixels from their middle. */
const missed = (targets: Locator): Promise<string[]> =>
  targets.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const misses = [
        [-21, 0],
        [21, 0],
        [0, -21],
        [0, 21],
      ].filter(([dx, dy]) => {
        const hit = document.elementFromPoint(x + dx!, y + dy!);
        return hit !== null && !element.contains(hit);
      });
      return misses.length > 0
        ? [`${element.textContent || element.getAttribute('aria-label')}: ${misses.join(' ')}`]
        : [];
    }),
  );

async function expectNoneMissed(targets: Locator): Promise<void> {
  await expect(targets.first()).toBeVisible();
  // In a long list it may lie behind the bar at the bottom.
  await targets.first().evaluate((element) => element.scrollIntoView({ block: 'center' }));
  expect(await missed(targets)).toEqual([]);
}

const bar = (page: Page) => page.locator('nav:visible').last().locator('a, button');

test('a finger hits chips, row menus and the bar of a list', async ({ page }) => {
  await signIn(page);
  await expectNoneMissed(page.locator('main [class*="_chip_"]'));
  await expectNoneMissed(page.getByRole('button', { name: 'Actions for Plant for fingers' }));
  await expectNoneMissed(bar(page));
});

test('a finger hits the views, the menu and the days of a plant', async ({ page }) => {
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=power` });
  await expectNoneMissed(page.getByRole('button', { name: 'Previous', exact: true }));
  await expectNoneMissed(page.getByRole('button', { name: 'More actions' }));
  const views = page.getByRole('navigation', { name: 'Views of the plant' }).getByRole('link');
  await expectNoneMissed(views.filter({ hasText: 'Power' }));
  await expectNoneMissed(views.filter({ hasText: 'Energy' }));
  // A minimum width must not let them shrink below their text.
  const overflowing = await views.evaluateAll((links) =>
    links.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
  );
  expect(overflowing).toEqual([]);
});

test('a finger hits the choices of a period, the tools of a chart, the views of a list and its pager', async ({
  page,
  portal,
}) => {
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=energy` });
  await expectNoneMissed(page.locator('.mantine-SegmentedControl-label'));
  const tools = page.locator('main [class*="_toolButtons_"] button');
  await expectNoneMissed(tools);
  await addManyPlants(portal, sid);
  await page.goto('/pvPlant');
  await expectNoneMissed(page.getByRole('group', { name: 'View' }).getByRole('button'));
  const pager = page.getByRole('navigation', { name: 'Pages' }).getByRole('button');
  await expectNoneMissed(pager);
  await removeManyPlants(portal);
});
