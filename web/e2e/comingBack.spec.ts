// Where one comes back to in a list of many plants: the same rows at the same place, also when they, and what stands above them, come later.
import { addManyPlants, makePlant, quietManyPlants, removeManyPlants } from './plants.ts';
import { expect, signIn, test } from './portal.ts';

test.beforeAll(async ({ portal }) => {
  await addManyPlants(portal, await makePlant(portal, 'installer@example.com', 'Layout plant'));
});
test.afterAll(({ portal }) => removeManyPlants(portal));

for (const [width, height, query] of [
  // Of more than sixty rows those in sight are drawn.
  [1366, 900, '?size=100'],
  [390, 844, ''],
] as const) {
  test(`Back leads to the same rows at the same place: ${width} ${query}`, async ({ page, portal }) => {
    await quietManyPlants(portal);
    await page.setViewportSize({ width, height });
    // By name: at sunrise the usual order, problems first, changes by itself. Only these: plants of other journeys come, report and go above them.
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
    const seen = () =>
      page.evaluate((high) => {
        const all = [...document.querySelectorAll<HTMLElement>('main a:not([tabindex="-1"])')];
        return all
          .filter((link) => link.textContent?.startsWith('Layout plant'))
          .map((link) => ({ name: link.textContent, y: Math.round(link.getBoundingClientRect().top) }))
          .filter(({ y }) => y > 200 && y < high - 100);
      }, height);
    if (isPhone) await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
    // Rows are drawn a moment after the list was scrolled to them.
    await expect.poll(async () => (await seen()).length).toBeGreaterThan(2);
    const before = await seen();
    const opened = before[1]!.name!;
    await page.locator('main').getByRole('link', { name: opened, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(links.first()).toBeVisible();
    await expect.poll(seen).toEqual(before);
    // Also when the rows have to be asked for again.
    await page.locator('main').getByRole('link', { name: opened, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible();
    // What stands above them may come later than the rows.
    const counted = page.waitForResponse('**/siteStatusCounts**');
    await page.route('**/siteStatusCounts**', async (route) => {
      await new Promise((later) => setTimeout(later, 600));
      await route.continue();
    });
    await page.goBack();
    await expect.poll(seen).toEqual(before);
    await counted;
    await expect.poll(seen).toEqual(before);
  });
}
