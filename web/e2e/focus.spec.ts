// Where the focus goes, what is spoken, and that no bar hides the focused element.
import type { Page } from '@playwright/test';
import { fillFirstStep, makePlant } from './plants.ts';
import { expect, signIn, signInByForm, test } from './portal.ts';
import { clickAndKeepFocus, collectSpoken, expectFocusKept, recordHiddenFocus } from './spoken.ts';

let sid = '';
test.beforeAll(async ({ portal }) => {
  sid = await makePlant(portal, 'installer@example.com', 'Focus at the lake', { sn: [{ sn: '0F0C0501', model: 400 }] });
  await makePlant(portal, 'installer@example.com', 'Focus on the hill');
});

const heading = (page: Page) => page.locator('main h1');
const linkTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('focuses the heading after each navigation, also after signing in', async ({ page }) => {
  await signInByForm(page);
  await expect(heading(page)).toHaveText(/Plants/);
  await expect(heading(page)).toBeFocused();
  await linkTo(page, 'Focus at the lake').click();
  await expect(heading(page)).toHaveText(/Focus at the lake/);
  await expect(heading(page)).toBeFocused();
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /Alerts/ })
    .click();
  await expect(heading(page)).toHaveText(/Alerts/);
  await expect(heading(page)).toBeFocused();
  await page.goBack();
  await expect(heading(page)).toHaveText(/Focus at the lake/);
  await expect(heading(page)).toBeFocused();
});

test('names each view of a plant in the title, and speaks it once', async ({ page }) => {
  const spoken = await collectSpoken(page);
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  await expect(page).toHaveTitle('Overview · Focus at the lake · Heliograph');
  const views = page.getByRole('navigation', { name: 'Views of the plant' }).getByRole('link');
  const names = await views.allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(8);
  for (const name of names.slice(1)) {
    await spoken.clear();
    const view = views.filter({ hasText: new RegExp(`^${name}$`) });
    await view.click();
    await expect(page).toHaveTitle(`${name} · Focus at the lake · Heliograph`);
    await expect(view).toBeFocused();
    await expect(page.locator('main [data-bone]')).toHaveCount(0);
    expect((await spoken.list()).filter((text) => text === name)).toEqual([name]);
  }
});

test('speaks once what a search finds, and how the rows are sorted', async ({ page }) => {
  const spoken = await collectSpoken(page);
  await signIn(page);
  await expect(linkTo(page, 'Focus at the lake')).toBeVisible();
  expect(await spoken.list()).toEqual([]);
  const search = page.getByRole('searchbox');
  await search.fill('nothing is called so');
  await expect.poll(spoken.list).toEqual(['Nothing found']);
  await spoken.clear();
  await search.fill('Focus on the hill');
  await expect.poll(spoken.list).toEqual(['Results: 1']);
  await spoken.clear();
  await clickAndKeepFocus(page, page.getByRole('button', { name: 'Clear the search' }));
  await expect.poll(async () => (await spoken.list()).length).toBe(1);
  await spoken.clear();
  const sort = page.getByRole('columnheader', { name: 'Plant' }).getByRole('button');
  await sort.click();
  await expect.poll(spoken.list).toEqual([expect.stringMatching(/^Sorted by Plant, (a|de)scending$/)]);
  await expect(sort).toBeFocused();
});

test('leads from one step of the wizard to the next, and ends at the congratulations', async ({ page }) => {
  await signIn(page, { to: '/pvPlant/edit' });
  await fillFirstStep(page, 'Made with the focus');
  await expect(page.locator('section[aria-label="Devices"]')).toBeFocused();
  await clickAndKeepFocus(page, page.getByRole('button', { name: 'Previous step' }));
  await expect(page.locator('section[aria-labelledby="group-basics"]')).toBeFocused();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await clickAndKeepFocus(page, page.getByRole('button', { name: 'Skip and create the plant' }));
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeFocused();
});

test('saves, and steps through days, with the focus on the pressed button', async ({ page }) => {
  const spoken = await collectSpoken(page);
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  await page.getByLabel('City', { exact: true }).fill('Meersburg');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect.poll(spoken.list).toEqual(['Modified successfully']);
  await expect(save).toBeFocused();
  await page.goto(`/pvPlant/detail?sid=${sid}&view=power`);
  const previous = page.getByRole('button', { name: 'Previous', exact: true });
  await expect(previous).toBeVisible();
  for (const _ of [1, 2]) {
    await spoken.clear();
    await previous.click();
    // The day and its result in one message.
    await expect.poll(spoken.list).toEqual([expect.stringMatching(/^\w{3} \d+, \d{4}: no data$/)]);
    await expect(previous).toBeFocused();
  }
});

test('moves the focus to a neighbor when the focused element is removed', async ({ page }) => {
  await signIn(page);
  await page.getByRole('searchbox').fill('nothing is called so');
  await clickAndKeepFocus(page, page.getByRole('button', { name: 'Clear all filters' }));
  await expect(linkTo(page, 'Focus at the lake')).toBeVisible();
  await expectFocusKept(page);
});

test('opens the menu behind the three dots on its first entry', async ({ page }) => {
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
});

test('reaches the first plant with four presses, from a new page and from the heading', async ({ page }) => {
  await signIn(page);
  await expect(linkTo(page, 'Focus at the lake')).toBeVisible();
  const isOnFirst = () =>
    page.evaluate(() => document.activeElement === document.querySelector('main [data-work] a:not([tabindex="-1"])'));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('Tab', 'Enter');
  expect(await isOnFirst()).toBe(true);
  await press('Enter');
  await expect(heading(page)).not.toHaveText(/Plants/);
  await page.goBack();
  await expect(linkTo(page, 'Focus at the lake')).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await press('Tab', 'Enter');
  expect(await isOnFirst()).toBe(true);
});

const PRESSES = 70;
for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 256 },
])
  test(`hides no focused element behind a bar at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, { to: '/healthz' });
    for (const address of [
      '/pvPlant',
      `/pvPlant/edit?sid=${sid}`,
      `/pvPlant/detail?sid=${sid}&view=setUp`,
      '/alerts',
    ]) {
      await page.goto(address);
      await expect(heading(page)).toBeVisible();
      await expect(page.locator('main [data-bone]')).toHaveCount(0);
      const hidden: string[] = [];
      for (const key of ['Tab', 'Shift+Tab'])
        for (let presses = 0; presses < PRESSES; presses++) {
          await page.keyboard.press(key);
          await recordHiddenFocus(page, hidden);
        }
      expect(hidden, address).toEqual([]);
    }
  });
