// The map of a plant's form: a place by click, by dragging and by keys; and the plants of a list on their map.
import type { Page } from '@playwright/test';
import { choose, field, makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

/** Hosts that the page has asked, but for its own. */
function otherHosts(page: Page, url: string): Set<string> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(url).host) asked.add(host);
  });
  return asked;
}

const number = async (page: Page, label: string): Promise<number> => Number(await field(page, label).inputValue());

test('a plant’s place is chosen on the map that ships: by click, by dragging, by keys; nobody else is asked', async ({
  page,
  portal,
}) => {
  const asked = otherHosts(page, portal.url);
  await signIn(page, { to: '/pvPlant/edit' });
  await choose(page, 'Country', 'Germany');
  await page.getByRole('button', { name: 'Choose on a map' }).click();
  const map = page.getByRole('region', { name: 'Map to choose the place on' });
  // The land is drawn on one canvas.
  await expect(map.locator('canvas')).toBeVisible();
  await expect(page.getByText('Natural Earth')).toBeVisible();
  await map.scrollIntoViewIfNeeded();
  await map.click({ position: { x: 200, y: 150 } });
  await expect(field(page, 'Latitude')).not.toHaveValue('');
  // It looks at the country that was chosen.
  expect(await number(page, 'Latitude')).toBeGreaterThan(40);
  expect(await number(page, 'Latitude')).toBeLessThan(62);
  await expect(field(page, 'Time zone')).not.toHaveValue('');

  const marker = page.getByRole('button', { name: 'Place of the plant' });
  const before = await number(page, 'Longitude');
  await marker.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => number(page, 'Longitude')).toBeGreaterThan(before);
  const north = await number(page, 'Latitude');
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => number(page, 'Latitude')).toBeGreaterThan(north);
  await expect(marker).toBeFocused();

  const box = (await marker.boundingBox())!;
  const there = await number(page, 'Longitude');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 80, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => number(page, 'Longitude')).toBeLessThan(there);

  // What is typed moves the marker.
  await field(page, 'Latitude').fill('-33.9');
  await field(page, 'Longitude').fill('18.4');
  await field(page, 'Longitude').blur();
  await expect(marker).toBeInViewport();
  await page.getByRole('button', { name: 'Place it in the middle' }).click();
  await expect.poll(() => number(page, 'Latitude')).toBeLessThan(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect([...asked]).toEqual([]);

  await page.goto('/privacyPolicy');
  await expect(page.getByText('No other service is asked')).toBeVisible();
});

test('plants of the list on its map: close together one mark, opened by keys; what is searched is what is shown, and Back leads to the same view', async ({
  page,
  portal,
}) => {
  for (const name of ['Mapped one', 'Mapped two']) await makePlant(portal, 'installer@example.com', name);
  await makePlant(portal, 'installer@example.com', 'Mapped in the south', { latitude: -33.9, longitude: 18.4 });
  const asked = otherHosts(page, portal.url);
  await signIn(page, { to: '/pvPlant?q=Mapped' });
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(page.getByText('3 plants in view')).toBeVisible();

  const together = page.getByRole('button', { name: '2 plants', exact: true });
  await together.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Plants of this place' });
  await expect(panel.getByRole('link')).toHaveText(['Mapped one', 'Mapped two']);
  await expect(panel.getByRole('link').first()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(together).toBeFocused();

  // Nearer, so that only the south is seen; the address says where.
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder('Name, place, serial number'))
    .first()
    .fill('Mapped in the south');
  await expect(page.getByText('1 plant in view')).toBeVisible();
  await expect(page).toHaveURL(/at=-33\.\d+(,|%2C)18\.\d+/);
  const there = page.url();
  await page.getByRole('button', { name: 'Mapped in the south' }).click();
  await panel.getByRole('link', { name: 'Mapped in the south' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mapped in the south' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1 plant in view')).toBeVisible();
  expect(page.url()).toBe(there);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Mapped in the south' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect([...asked]).toEqual([]);
});
