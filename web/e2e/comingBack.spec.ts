// Position in a list of many plants after going back: the same rows at the same place, also when the rows or the content above them load later.
import { addManyPlants, makePlant, quietManyPlants, removeManyPlants } from './plants.ts';
import { expect, signIn, test } from './portal.ts';

test.beforeAll(async ({ portal }) => {
  await addManyPlants(portal, await makePlant(portal, 'installer@example.com', 'Layout plant'));
});
test.afterAll(({ portal }) => removeManyPlants(portal));

for (const [width, height, query] of [
  // In a list of more than sixty rows only the visible ones are rendered.
  [1366, 900, '?size=100'],
  [390, 844, ''],
] as const) {
  test(`Back leads to the same rows at the same place: ${width} ${query}`, async ({ page, portal }) => {
    await quietManyPlants(portal);
    await page.setViewportSize({ width, height });
    // Sorted by name: at sunrise the default order, problems first, changes by itself. Filtered to these plants: those of other journeys are added, report and move above them.
    await signIn(page, { to: `/pvPlant${query}${query === '' ? '?' : '&'}sort=siteName&q=Layout` });
    const links = page.locator('main').getByRole('link', { name: /^Layout plant/ });
    await expect(links.first()).toBeVisible();
    const isPhone = width < 900;
    if (isPhone) await page.mouse.wheel(0, 1500);
    else
      await page
        .locator('main section')
        .first()
        .evaluate((list) => list.scrollTo({ top: list.scrollHeight / 2 }));
    const visibleRows = () =>
      page.evaluate((viewportHeight) => {
        const all = [...document.querySelectorAll<HTMLElement>('main a:not([tabindex="-1"])')];
        return all
          .filter((link) => link.textContent?.startsWith('Layout plant'))
          .map((link) => ({ name: link.textContent, y: Math.round(link.getBoundingClientRect().top) }))
          .filter(({ y }) => y > 200 && y < viewportHeight - 100);
      }, height);
    if (isPhone) await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
    // Rows are rendered a moment after scrolling to them.
    await expect.poll(async () => (await visibleRows()).length).toBeGreaterThan(2);
    const before = await visibleRows();
    const opened = before[1]!.name!;
    await page.locator('main').getByRole('link', { name: opened, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(links.first()).toBeVisible();
    await expect.poll(visibleRows).toEqual(before);
    // Also when the rows have to be requested again.
    await page.locator('main').getByRole('link', { name: opened, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible();
    // The content above the rows may load later than they do.
    const countsResponse = page.waitForResponse('**/siteStatusCounts**');
    await page.route('**/siteStatusCounts**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await page.goBack();
    await expect.poll(visibleRows).toEqual(before);
    await countsResponse;
    await expect.poll(visibleRows).toEqual(before);
  });
}
