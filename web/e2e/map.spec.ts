// The map in the form of a plant: location by click, by dragging and by keyboard; and the map of a list of plants.
import type { Page } from '@playwright/test';
import { press, tabTo } from './keys.ts';
import { choose, field, makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';
import { collectSpoken } from './spoken.ts';

/** Collects the hosts that the page requests, except its own. */
function otherHosts(page: Page, url: string): Set<string> {
  const requestedHosts = new Set<string>();
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(url).host) requestedHosts.add(host);
  });
  return requestedHosts;
}

const numberIn = async (page: Page, label: string): Promise<number> => Number(await field(page, label).inputValue());

test("a plant's location is chosen on the bundled map by click, by dragging and by keyboard, without requests to other hosts", async ({
  page,
  portal,
}) => {
  const requestedHosts = otherHosts(page, portal.url);
  await signIn(page, { to: '/pvPlant/edit' });
  await choose(page, 'Country', 'Germany');
  await page.getByRole('button', { name: 'Choose on a map' }).click();
  const map = page.getByRole('region', { name: 'Map for choosing the location' });
  // The land is drawn on a single canvas.
  await expect(map.locator('canvas')).toBeVisible();
  await expect(page.getByText('Natural Earth')).toBeVisible();
  await map.scrollIntoViewIfNeeded();
  await map.click({ position: { x: 200, y: 150 } });
  await expect(field(page, 'Latitude')).not.toHaveValue('');
  // The map shows the selected country.
  expect(await numberIn(page, 'Latitude')).toBeGreaterThan(40);
  expect(await numberIn(page, 'Latitude')).toBeLessThan(62);
  await expect(field(page, 'Time zone')).not.toHaveValue('');

  const marker = page.getByRole('button', { name: 'Location of the plant' });
  const before = await numberIn(page, 'Longitude');
  await marker.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => numberIn(page, 'Longitude')).toBeGreaterThan(before);
  const north = await numberIn(page, 'Latitude');
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => numberIn(page, 'Latitude')).toBeGreaterThan(north);
  await expect(marker).toBeFocused();

  const box = (await marker.boundingBox())!;
  const beforeDrag = await numberIn(page, 'Longitude');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 80, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => numberIn(page, 'Longitude')).toBeLessThan(beforeDrag);

  // Typed coordinates move the marker.
  await field(page, 'Latitude').fill('-33.9');
  await field(page, 'Longitude').fill('18.4');
  await field(page, 'Longitude').blur();
  await expect(marker).toBeInViewport();
  await page.getByRole('button', { name: 'Place in the center' }).click();
  await expect.poll(() => numberIn(page, 'Latitude')).toBeLessThan(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect([...requestedHosts]).toEqual([]);

  await page.goto('/privacyPolicy');
  await expect(page.getByText('No other service is contacted')).toBeVisible();
});

test('the map of a list groups plants that are close together, follows the search, and keeps its view after going back', async ({
  page,
  portal,
}) => {
  for (const name of ['Mapped one', 'Mapped two']) await makePlant(portal, 'installer@example.com', name);
  await makePlant(portal, 'installer@example.com', 'Mapped in the south', { latitude: -33.9, longitude: 18.4 });
  const requestedHosts = otherHosts(page, portal.url);
  await signIn(page, { to: '/pvPlant?q=Mapped' });
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(page.getByText('3 plants in view')).toBeVisible();

  const cluster = page.getByRole('button', { name: /^2 plants: / });
  await cluster.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Plants at this location' });
  await expect(panel.getByRole('link')).toHaveText(['Mapped one', 'Mapped two']);
  await expect(panel.getByRole('link').first()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(cluster).toBeFocused();

  // Zooms to the search result in the south; the address contains the position.
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder('Name, location, serial number'))
    .first()
    .fill('Mapped in the south');
  await expect(page.getByText('1 plant in view')).toBeVisible();
  await expect(page).toHaveURL(/at=-33\.\d+(,|%2C)18\.\d+/);
  const zoomedUrl = page.url();
  await page.getByRole('button', { name: 'Mapped in the south' }).click();
  await panel.getByRole('link', { name: 'Mapped in the south' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mapped in the south' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1 plant in view')).toBeVisible();
  expect(page.url()).toBe(zoomedUrl);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Mapped in the south' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect([...requestedHosts]).toEqual([]);
});

test('the map of a list is moved and zoomed by keyboard alone, and its plants are reached from north to south', async ({
  page,
  portal,
}) => {
  const spoken = await collectSpoken(page);
  for (const [name, latitude, longitude] of [
    ['Reached third', 40.4, -3.7],
    ['Reached first', 60.2, 24.9],
    ['Reached second', 52.5, 13.4],
  ] as const)
    await makePlant(portal, 'installer@example.com', name, { latitude, longitude });
  await signIn(page, { to: '/pvPlant?q=Reached' });
  await press(page, page.getByRole('button', { name: 'Map', exact: true }));
  await expect(page.getByText('3 plants in view')).toBeVisible();
  const map = page.getByRole('region', { name: 'Map of the plants' });
  const pins = map.getByRole('button', { name: /^Reached/ });
  const order = ['first', 'second', 'third'].map((name) => `Reached ${name}, Uncommissioned`);
  await expect.poll(() => pins.evaluateAll((list) => list.map((pin) => pin.ariaLabel))).toEqual(order);
  await tabTo(page, map);
  for (const name of ['first', 'second', 'third']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: `Reached ${name}, Uncommissioned` })).toBeFocused();
  }
  // Zooming in leaves at least one of them outside.
  await tabTo(page, map, 'Shift+Tab');
  await spoken.clear();
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/at=/);
  await expect.poll(spoken.list).toEqual([expect.stringMatching(/^[012] plants? in view$/)]);
  await expect(map).toBeFocused();
  const zoomed = page.url();
  await page.keyboard.press('ArrowLeft');
  await expect(page).not.toHaveURL(zoomed);
  await expect(map).toBeFocused();
  await press(page, map.getByRole('button', { name: 'Zoom out' }));
  await expect(page.getByText('3 plants in view')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Show all' }));
  await expect(page.getByText('3 plants in view')).toBeVisible();
});
