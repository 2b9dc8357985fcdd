// Loss and return of the network: shown data reveals its age, missing parts are named and load by themselves, deleted plants stay deleted.
import type { Page } from '@playwright/test';
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { makePlant } from './plants.ts';
import { expect, type Portal, signInByForm as signIn, test } from './portal.ts';

const SN = '0A0B0C1D';

/** Creates a plant of the installer in daylight whose device has just reported. */
async function livePlant(portal: Portal, name: string, sn = SN): Promise<string> {
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(portal, 'installer@example.com', name, { sn: [{ sn, model: product!.model }] });
  // At a longitude where it is noon now: at night nothing is green anyway.
  const noonAt = (12 - new Date().getUTCHours()) * 15;
  await portal.sql`
    update sites set commissioned_on = current_date - 10, latitude = 0, longitude = ${noonAt} where sid = ${sid}`;
  for (const frame of capturedFrames('12345678').slice(0, 2)) {
    expect(await postFrame(portal.url, sentBy(sn, frame))).toBe(200);
  }
  return sid;
}

const bar = (page: Page) => page.getByRole('alert').filter({ hasText: 'No connection' });
/** Returns x, y and width of the page's main parts, in whole pixels. */
const positions = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, main h1, main section, nav')].map((part) => {
      const { x, y, width } = part.getBoundingClientRect();
      return [Math.round(x), Math.round(y), Math.round(width)];
    }),
  );
/** Returns the visible elements in the green of a healthy state. */
const greens = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i');
    document.body.append(probe);
    const colorOf = (css: string) => {
      probe.style.color = css;
      return getComputedStyle(probe).color;
    };
    const green = [colorOf('var(--ok)'), colorOf('color-mix(in srgb, var(--ok) 85%, var(--text))')];
    const marks = [...document.querySelectorAll('main *')].filter((part) => {
      const style = getComputedStyle(part);
      const isSeen = part.getClientRects().length > 0;
      const isText = [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      return (
        isSeen &&
        (green.includes(style.backgroundColor) ||
          ((isText || part instanceof SVGElement) && green.includes(style.color)))
      );
    });
    probe.remove();
    return marks.map((part) => part.textContent || part.outerHTML.slice(0, 80));
  });

test('an offline page shows the time of its data in a bar, moves nothing, ages its values, and recovers by itself', async ({
  page,
  context,
  portal,
}) => {
  const sid = await livePlant(portal, 'Offline house');
  await page.clock.install();
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  const head = page.locator('main header');
  await expect(head.getByText('Online')).toBeVisible();
  await expect(page.locator('main [data-drawn]').first()).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await greens(page)).not.toEqual([]);
  const before = await positions(page);

  const answeredAt = await page.evaluate(() => Date.now());
  await context.setOffline(true);
  await expect(bar(page)).toHaveText(/^No connection, data from \d{2}:\d{2}$/);
  const dataTime = (await bar(page).textContent())!.slice(-5);
  const minutes = await page.evaluate(
    (at) =>
      [0, 60_000].map((ago) => new Date(at - ago).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })),
    answeredAt,
  );
  expect(minutes).toContain(dataTime);
  expect(await positions(page)).toEqual(before);
  expect(await greens(page)).toEqual([]);
  await expect(head.getByText(`as of ${dataTime}`)).toBeVisible();

  await page.clock.fastForward('05:00');
  await expect(head.getByText(/^[5-6] min ago$/)).toBeVisible();
  // After three upload intervals no value counts as live, the same rule as on the server.
  const now = page.locator('main section').filter({ hasText: 'Now' }).first();
  await expect(now.locator('[data-stale]')).toHaveCount(0);
  await page.clock.fastForward('15:00');
  await expect(now.locator('[data-stale]').first()).toBeVisible();
  await expect(bar(page)).toHaveText(`No connection, data from ${dataTime}`);

  await context.setOffline(false);
  await expect(bar(page)).toHaveCount(0);
});

test('a page not yet loaded says so offline and loads by itself afterwards, without the dialog of a new version', async ({
  page,
  context,
  portal,
}) => {
  await livePlant(portal, 'Unloaded house', '0A0B0C3F');
  await signIn(page, { to: '/pvPlant?q=Unloaded' });
  const link = page.getByRole('link', { name: 'Unloaded house', exact: true });
  await expect(link).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Actions for Unloaded house' }).click();
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(link).toBeVisible();
  await link.click();
  await expect(page.getByText('This page has not been loaded yet.')).toBeVisible();
  await expect(page.getByText('It loads when the connection is back.')).toBeVisible();
  // The bar names no time, because no data is shown.
  await expect(bar(page)).toHaveText('No connection');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Unloaded house' })).toBeVisible();
  // Including its style sheet, which had not loaded either.
  await expect(page.getByRole('navigation', { name: 'Views of the plant' })).toHaveCSS('display', 'flex');
  await expect(page.locator('main [data-drawn]').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A view of the plant in a file of its own.
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Energy', exact: true }).click();
  await expect(page.getByText('This part has not been loaded yet.').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('radio', { name: 'Months' })).toBeAttached();
  await expect(page.locator('main [data-drawn]').first()).toBeVisible();
});

test('a browser that remembers a failed file reloads the page once and keeps its address and typed text', async ({
  page,
  context,
  portal,
}) => {
  const sid = await livePlant(portal, 'Stubborn house', '0A0B0C40');
  await signIn(page, { to: '/pvPlant/edit' });
  const name = page.getByLabel('Plant name').and(page.locator('input'));
  await name.fill('Half a house');
  await page.goto('/pvPlant?q=Stubborn');
  const link = page.getByRole('link', { name: 'Stubborn house', exact: true });
  await expect(link).toBeVisible();
  // As older browsers do: a file that failed once is not fetched from that address again before the page is reloaded.
  let starts = 0;
  const failed = new Set<string>();
  page.on('request', (request) => void (request.isNavigationRequest() && starts++));
  page.on('requestfailed', (request) => failed.add(request.url()));
  await page.route(
    (url) => starts === 0 && failed.has(url.href) && url.pathname.endsWith('.js'),
    (route) => route.abort('failed'),
  );
  await context.setOffline(true);
  await link.click();
  await expect(page.getByText('This page has not been loaded yet.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('navigation', { name: 'Views of the plant' })).toBeVisible();
  expect(starts).toBe(1);
  expect(new URL(page.url()).searchParams.get('sid')).toBe(sid);
  await page.goto('/pvPlant/edit');
  await expect(name).toHaveValue('Half a house');
});

test('the dialog of a new version appears when a part cannot be loaded, and reloads the page', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Plants' })).toBeVisible();
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'New plant' }).first().click();
  const tip = page.getByRole('dialog', { name: 'Tip' });
  await expect(tip).toContainText('The website has a new version.');
  await page.unrouteAll();
  await tip.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New plant' })).toBeVisible();
});

test('going back after deleting a plant ends at "Plant not found" and never shows the plant', async ({
  page,
  portal,
}) => {
  const sid = await livePlant(portal, 'Ghost house', '0A0B0C1F');
  await signIn(page, { to: '/pvPlant?q=Ghost' });
  await page.getByRole('link', { name: 'Ghost house', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ghost house' })).toBeVisible();
  const renderedTexts = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(document.querySelector('main')?.textContent ?? '')).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return texts;
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByLabel('Type Ghost house to delete it').fill('Ghost house');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/pvPlant');
  await expect(page.getByText('Deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Plants' })).toBeVisible();
  await renderedTexts.evaluate((texts) => texts.splice(0));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Plant not found' })).toBeVisible();
  expect(page.url()).toContain(sid);
  await page.goBack();
  await expect(page).toHaveURL(/q=Ghost/);
  await expect(page.getByText('No plants found')).toBeVisible();
  expect((await renderedTexts.evaluate((texts) => texts)).filter((text) => text.includes('Ghost house'))).toEqual([]);
});
