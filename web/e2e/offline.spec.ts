// Visits without a network: the portal opens with its last figures and their age, and forgets them at sign-out.
import type { Page } from '@playwright/test';
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { makePlant } from './plants.ts';
import { addPerson, expect, type Portal, signIn, signInByForm, test } from './portal.ts';

test.use({ serviceWorkers: 'allow' });

/** Creates a plant in daylight whose device has just reported. */
async function livePlant(portal: Portal, email: string, name: string, sn: string): Promise<string> {
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(portal, email, name, { sn: [{ sn, model: product!.model }] });
  const noonAt = (12 - new Date().getUTCHours()) * 15;
  await portal.sql`
    update sites set commissioned_on = current_date - 10, latitude = 0, longitude = ${noonAt} where sid = ${sid}`;
  for (const frame of capturedFrames('12345678').slice(0, 2))
    expect(await postFrame(portal.url, sentBy(sn, frame))).toBe(200);
  return sid;
}

const bar = (page: Page) => page.getByRole('alert').filter({ hasText: 'No connection' });

/** Returns everything that the browser stores of the portal besides its files: answers with their times, and texts of stored pages. */
const storedTexts = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = Object.values({ ...localStorage });
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push(await (await cache.match(request))!.text());
    }
    for (const { name = '', version } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(name, version);
        opening.onsuccess = () => done(opening.result);
        opening.onerror = () => failed(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((done) => {
          all.onsuccess = done;
        });
        texts.push(...all.result.map((entry) => Object.values(entry).join(' ')));
      }
      database.close();
    }
    return texts;
  });
const hasStored = async (page: Page, text: string) => (await storedTexts(page)).some((stored) => stored.includes(text));

/** Waits until the browser can open the portal without a network. */
const untilPrepared = async (page: Page, ...texts: string[]) => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined)).toBe(true);
  for (const text of texts) await expect.poll(() => hasStored(page, text)).toBe(true);
};

test('opens list and plant without a network with the last figures and their age, and fetches new ones by itself', async ({
  page,
  context,
  portal,
}) => {
  await addPerson(portal.sql, 'roof@example.com', 'installer');
  const sid = await livePlant(portal, 'roof@example.com', 'Cellar house', '0A0B0D10');
  await signInByForm(page, { email: 'roof@example.com' });
  const link = page.getByRole('link', { name: 'Cellar house', exact: true });
  await expect(link).toBeVisible();
  await link.click();
  await expect(page.locator('main [data-drawn]').first()).toBeVisible();
  await untilPrepared(page, `"site/overview",{"sid":"${sid}"}`, 'site/statistics/echarts', 'site/listWithSN');
  const figures = () => page.locator('main section').filter({ hasText: 'Now' }).first().innerText();
  const before = await figures();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Cellar house' })).toBeVisible();
  await expect(page.locator('main [data-drawn]').first()).toBeVisible();
  await expect(bar(page)).toHaveText(/^No connection, data from \d{2}:\d{2}$/);
  expect((await figures()).match(/[\d.]+ k?W\b/g)).toEqual(before.match(/[\d.]+ k?W\b/g));

  // An installed app begins at the first page.
  await page.goto('/');
  await expect(link).toBeVisible();
  await expect(bar(page)).toHaveText(/^No connection, data from \d{2}:\d{2}$/);
  // A page that was never loaded.
  await page.goto('/alerts');
  await expect(page.getByText('This page has not been loaded yet.')).toBeVisible();
  await page.goto('/pvPlant');
  await expect(link).toBeVisible();

  await portal.sql`update sites set name = 'Attic house' where sid = ${sid}`;
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: 'Attic house', exact: true })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);

  await untilPrepared(page, 'Attic house');
  await page.getByRole('button', { name: /roof/ }).first().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.locator('input[name="password"]')).toBeVisible();
  await expect.poll(() => hasStored(page, 'Attic house')).toBe(false);
  expect(await hasStored(page, sid)).toBe(false);

  await context.setOffline(true);
  await page.goto('/');
  await expect(page.locator('input[name="password"]')).toBeVisible();
  await expect(page.getByText('You need a connection to sign in.')).toBeVisible();
});

test('stores a limited number of answers, for one account, release and language', async ({ page, portal }) => {
  await addPerson(portal.sql, 'limits@example.com', 'installer');
  await livePlant(portal, 'limits@example.com', 'First house', '0A0B0D11');
  await page.goto('/healthz');
  // Left by an earlier release.
  await page.evaluate(() => caches.open('portal 0.0.1+old'));
  await signIn(page, { email: 'limits@example.com' });
  await untilPrepared(page, 'First house');
  expect(await page.evaluate(() => caches.keys())).toHaveLength(1);

  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done) => {
      const opening = indexedDB.open('answers');
      opening.onsuccess = () => done(opening.result);
    });
    const transaction = database.transaction('answers', 'readwrite');
    const store = transaction.objectStore('answers');
    for (let at = 1; at <= 400; at++) store.put({ hash: `old ${at}`, at, text: `junk ${at}` });
    store.put({ hash: 'huge', at: 1000, text: 'x'.repeat(8_000_000) });
    await new Promise((done) => {
      transaction.oncomplete = done;
    });
    database.close();
  });
  // The page writes its answers again.
  await page.reload();
  await untilPrepared(page, 'First house');
  await expect.poll(() => hasStored(page, 'xxxxx')).toBe(false);
  expect(await hasStored(page, 'junk 1')).toBe(false);

  await addPerson(portal.sql, 'second@example.com', 'installer');
  await livePlant(portal, 'second@example.com', 'Second house', '0A0B0D12');
  await signIn(page, { email: 'second@example.com' });
  await untilPrepared(page, 'Second house');
  expect(await hasStored(page, 'First house')).toBe(false);
});

test('stores nothing while the portal is viewed as another role', async ({ page, portal }) => {
  await addPerson(portal.sql, 'viewed@example.com', 'installer');
  const sid = await livePlant(portal, 'viewed@example.com', 'Viewed house', '0A0B0D13');
  await signIn(page, { email: 'admin@example.com', to: '/system/rolesPermission' });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /^Installer/ }).click();
  await main.getByRole('button', { name: 'View as this role' }).click();
  const viewing = page.getByRole('region', { name: 'View as this role' });
  await expect(viewing).toBeVisible();
  await untilPrepared(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'PV Plant' }).click();
  await main.getByRole('link', { name: 'Viewed house', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Viewed house' })).toBeVisible();
  await menu.getByRole('link', { name: 'PV Plant' }).click();
  await expect(main.getByRole('link', { name: 'Viewed house', exact: true })).toBeVisible();
  await viewing.getByRole('button', { name: 'Back to my role' }).click();
  await expect(viewing).toBeHidden();
  // The list is fetched again as the own role, and all that was noted before it is written with it.
  await untilPrepared(page, 'Viewed house');
  expect(await hasStored(page, `"site/overview",{"sid":"${sid}"}`)).toBe(false);
});

test('replaces the stored page of an earlier release as soon as the server answers', async ({
  page,
  context,
  portal,
}) => {
  await addPerson(portal.sql, 'release@example.com', 'installer');
  await signIn(page, { email: 'release@example.com' });
  await untilPrepared(page);
  // The search has been loaded, so it opens without a network.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.evaluate(async () => {
    const [name] = await caches.keys();
    const cache = await caches.open(name!);
    const stored = (await cache.match('/'))!;
    const text = (await stored.text()).replace(/"version":"[^"]+"/, '"version":"0.0.1+old"');
    await cache.put('/', new Response(text, { headers: stored.headers }));
  });
  const release = () =>
    page.evaluate(() => /"version":"([^"]+)"/.exec(document.getElementById('portal')!.textContent!)![1]);
  await context.setOffline(true);
  await page.goto('/pvPlant');
  await expect(bar(page)).toBeVisible();
  expect(await release()).toBe('0.0.1+old');
  // Not while a dialog is open, but as soon as it is closed.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await context.setOffline(false);
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => release().catch(() => '')).not.toBe('0.0.1+old');
  await expect(bar(page)).toHaveCount(0);
});

test('shows nothing of an account in a tab where another one follows it without a moment signed out', async ({
  page,
  context,
  portal,
}) => {
  await addPerson(portal.sql, 'before@example.com', 'installer');
  await livePlant(portal, 'before@example.com', 'House of one', '0A0B0D14');
  await addPerson(portal.sql, 'after@example.com', 'installer');
  await livePlant(portal, 'after@example.com', 'House of another', '0A0B0D15');
  const elsewhere = await (await context.browser()!.newContext({ baseURL: portal.url })).newPage();
  await signIn(elsewhere, { email: 'after@example.com' });
  await expect(elsewhere.getByRole('link', { name: 'House of another', exact: true })).toBeVisible();
  const other = await elsewhere.evaluate(() => Object.entries({ ...localStorage }));
  await elsewhere.context().close();

  await signIn(page, { email: 'before@example.com' });
  await expect(page.getByRole('link', { name: 'House of one', exact: true })).toBeVisible();
  await untilPrepared(page, 'House of one');
  // No answer of the server replaces what the tab shows.
  await page.route('**/v2/site/listWithSN', () => undefined);
  const tab = await context.newPage();
  await tab.goto('/healthz');
  await tab.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, other);
  await expect(page.getByRole('link', { name: 'House of one', exact: true })).toHaveCount(0);
  await page.unroute('**/v2/site/listWithSN');
  await page.reload();
  await expect(page.getByRole('link', { name: 'House of another', exact: true })).toBeVisible();
  await untilPrepared(page, 'House of another');
  expect(await hasStored(page, 'House of one')).toBe(false);
});

test('loads files although the browser has no room to store them', async ({ page, context, portal }) => {
  await addPerson(portal.sql, 'full@example.com', 'installer');
  await signIn(page, { email: 'full@example.com' });
  await untilPrepared(page);
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: portal.url, quotaSize: 1 });
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  const statuses = await page.evaluate(async () => {
    const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
    return await Promise.all(scripts.map(async ({ src }) => (await fetch(src, { cache: 'reload' })).status));
  });
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('the manifest names icons, pictures and shortcuts that exist, and the page to install the portal follows it', async ({
  page,
  portal,
}) => {
  await page.goto('/install');
  await expect(page.getByRole('heading', { level: 1, name: 'Install Heliograph' })).toBeVisible();
  const address = await page.locator('link[rel="manifest"]').evaluate((link: HTMLLinkElement) => link.href);
  const manifest = await (await page.request.get(address)).json();
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['PV Plant', 'Alerts']);
  for (const { src, url } of [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts])
    expect((await page.request.get(portal.url + (src ?? url), { headers: { accept: 'text/html,*/*' } })).status()).toBe(
      200,
    );
  expect(manifest.screenshots).toHaveLength(3);
});
