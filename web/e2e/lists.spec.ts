// What a user keeps of a list is on the server: it is there in another browser, and it is the user's own.
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

const KINDS = {
  gateway: 10_000,
  microinverter: 400,
  inverter: 10_002,
  hybrid: 10_003,
  battery: 10_004,
  meter: 10_005,
  sensor: 10_006,
};

test('search, counters and tools of a list are one line on a desk in the longest language, and what does not fit is in a menu', async ({
  browser,
  world,
}) => {
  const sn = Object.values(KINDS).map((model, n) => ({ sn: `BA00000${n}`, model }));
  await makePlant(world, 'installer@example.com', 'Birkenweg mit einem sehr langen Namen, Haus 12, Südseite', { sn });
  const context = await browser.newContext({
    baseURL: world.url,
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
  // All of them have room there.
  await expect(more).toHaveCount(0);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expectAccessible(page);
  await more.click();
  await page.getByRole('menuitem', { name: /^Gateway/ }).click();
  await expect(page).toHaveURL(/kind=gateway/);
  // What is chosen stands in the line, so that it can be taken back.
  await expect(kinds.getByRole('button', { name: /^Gateway/, pressed: true })).toBeVisible();
  await kinds.getByRole('button', { name: /^Gateway/ }).click();
  await expect(page).not.toHaveURL(/kind=/);

  // On a phone a long name takes two lines.
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

test('columns and saved views of the plant list are there in another browser, and nobody else has them', async ({
  browser,
  page,
  world,
}) => {
  await makePlant(world, 'installer@example.com', 'Views Lake House');
  await makePlant(world, 'installer@example.com', 'Views Hill House');
  await signIn(page, { to: '/pvPlant?q=Views' });
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
  await signIn(other, { to: '/pvPlant?q=Views' });
  await expect(other.getByRole('link', { name: 'Views Hill House' })).toBeVisible();
  await expect(other.getByRole('columnheader', { name: 'Installer' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Views', exact: true }).click();
  await other.getByRole('button', { name: 'At the lake', exact: true }).click();
  await expect(other.getByRole('link', { name: 'Views Lake House' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Views Hill House' })).toHaveCount(0);
  await elsewhere.close();

  const stranger = await browser.newContext({ baseURL: world.url });
  const theirs = await stranger.newPage();
  await signIn(theirs, { email: 'owner@example.com', to: '/pvPlant?q=Views' });
  await theirs.getByRole('button', { name: 'Views', exact: true }).click();
  await expect(theirs.getByLabel('View name')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'At the lake' })).toHaveCount(0);
  await stranger.close();
});

/** Every page of a list, with the file that draws it. */
const LIST_PAGES = [
  ['/pvPlant', 'site/list/AllSites.tsx'],
  ['/devices/index', 'device/DevicesPage.tsx'],
  ['/devices/panels', 'device/PanelsPage.tsx'],
  ['/snList', 'device/SnListPage.tsx'],
  ['/noRegGatewayList', 'device/UnregisteredPage.tsx'],
  ['/users', 'people/UsersPage.tsx'],
  ['/companies', 'people/CompaniesPage.tsx'],
  ['/system/audit', 'system/AuditPage.tsx'],
  ['/generateBDMPassword', 'tools/BdmPasswordPage.tsx'],
  ['/documentation', 'tools/DocumentationPage.tsx'],
  ['/hardwareConfig/otaFile', 'tools/OtaFilePage.tsx'],
  ['/products', 'tools/ProductsPage.tsx'],
  ['/alerts', 'alerts/AlertsPage.tsx'],
] as const;

test('every list keeps views of its own, and no list page is missing here', async ({ page, world }) => {
  test.setTimeout(180_000);
  // Other journeys of this worker keep views, too.
  await world.sql`delete from list_views where user_id = (select id from users where email = 'admin@example.com')`;
  const pages = resolve(import.meta.dirname, '../src/pages');
  const drawn = (await readdir(pages, { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const lists = [];
  for (const file of drawn)
    if (/<(ListPage|ViewsButton)\b/.test(await readFile(join(pages, file), 'utf8'))) lists.push(file);
  expect(lists.toSorted()).toEqual(LIST_PAGES.map(([, file]) => file).toSorted());
  await signIn(page, { email: 'admin@example.com' });
  const views = page.getByRole('main').getByRole('button', { name: 'Views', exact: true });
  const kept = page.getByRole('dialog', { name: 'Views' }).getByRole('listitem');
  for (const [n, [address]] of LIST_PAGES.entries()) {
    // Filtered, as a list without a row has nothing to look at in other ways.
    await page.goto(`${address}?q=kept${n}`);
    await views.click();
    await expect(page.getByLabel('View name'), address).toBeVisible();
    await expect(kept, address).toHaveCount(0);
    await page.getByLabel('View name').fill(`View ${n}`);
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(kept, address).toHaveText([`View ${n}`]);
  }
  for (const [n, [address]] of LIST_PAGES.entries()) {
    await page.goto(`${address}?q=other`);
    await views.click();
    await expect(kept, address).toHaveText([`View ${n}`]);
    await kept.getByRole('button', { name: `View ${n}`, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`q=kept${n}\\b`));
    await views.click();
    await kept.getByRole('button', { name: `Delete the view View ${n}` }).click();
    await expect(kept).toHaveCount(0);
  }
});
