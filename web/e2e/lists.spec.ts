// The toolbar of a list at desktop and phone widths, in the longest language.
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

const KINDS = {
  gateway: 10_000,
  microinverter: 400,
  inverter: 10_002,
  hybrid: 10_003,
  battery: 10_004,
  meter: 10_005,
  sensor: 10_006,
};

test('search, counters and tools of a list fit one line on a desktop in the longest language, and the rest moves to a menu', async ({
  browser,
  portal,
}) => {
  const sn = Object.values(KINDS).map((model, n) => ({ sn: `BA00000${n}`, model }));
  await makePlant(portal, 'installer@example.com', 'Birkenweg mit einem sehr langen Namen, Haus 12, Südseite', { sn });
  const context = await browser.newContext({
    baseURL: portal.url,
    locale: 'de',
    viewport: { width: 1366, height: 768 },
  });
  const page = await context.newPage();
  await signIn(page, { to: '/devices/index?q=BA00000' });
  const kinds = page.getByRole('group', { name: 'Nach Art' });
  const more = page.getByRole('button', { name: /^Nach Art, \+\d weitere$/ });
  await expect(more).toBeVisible();
  for (const width of [1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 768 });
    const heights = page.locator('search').evaluate((search) => {
      const bar = search.parentElement!.getBoundingClientRect();
      return [Math.round(bar.height), document.documentElement.scrollWidth - window.innerWidth];
    });
    expect((await heights)[0], `${width}`).toBeLessThan(48);
    expect((await heights)[1], `${width}`).toBeLessThanOrEqual(0);
  }
  // At the last width all of them fit.
  await expect(more).toHaveCount(0);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expectAccessible(page);
  await more.click();
  await page.getByRole('menuitem', { name: /^Gateway/ }).click();
  await expect(page).toHaveURL(/kind=gateway/);
  // A selected kind is shown in the line, so that it can be deselected.
  await expect(kinds.getByRole('button', { name: /^Gateway/, pressed: true })).toBeVisible();
  await kinds.getByRole('button', { name: /^Gateway/ }).click();
  await expect(page).not.toHaveURL(/kind=/);

  // On a phone a long name wraps to two lines.
  await page.setViewportSize({ width: 390, height: 844 });
  const name = page.getByText('Birkenweg mit einem sehr langen Namen').first();
  await expect(name).toBeVisible();
  const lines = await name.evaluate((node) => {
    const { height } = node.getBoundingClientRect();
    return height / Number.parseFloat(getComputedStyle(node).lineHeight);
  });
  expect(Math.round(lines)).toBeLessThanOrEqual(2);
  await context.close();
});
