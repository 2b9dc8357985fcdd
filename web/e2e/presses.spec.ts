// How many presses everyday tasks need by keyboard alone, from the list of plants; a typed text counts as one.
import type { Locator, Page } from '@playwright/test';
import { connectBattery } from './mqttDevices.ts';
import { field, makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, signIn, test } from './portal.ts';

const LATER = { timeout: 20_000 };
const MAX_TABS = 80;

/** Presses keys and counts them. */
function countPresses(page: Page) {
  let count = 0;
  const steps: string[] = [];
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      count++;
    }
    steps.push(`${keys.join(' ')} (${count})`);
  };
  return {
    press,
    type: async (text: string) => {
      await page.keyboard.type(text);
      count++;
    },
    /** Presses Tab until the target has the focus. */
    tabTo: async (target: Locator, key = 'Tab') => {
      await expect(target).toBeAttached(LATER);
      const isFocused = () => target.evaluate((element) => element === document.activeElement);
      const before = count;
      while (!(await isFocused())) {
        if (count - before >= MAX_TABS) throw new Error(`No ${key} leads to ${target}; so far ${steps.join(', ')}`);
        await page.keyboard.press(key);
        count++;
      }
      steps.push(`${key} to ${target} (${count})`);
    },
    /** Fails with the steps when there were more. */
    expectAtMost: (most: number) => expect(count, steps.join('\n')).toBeLessThanOrEqual(most),
  };
}

test('creates a plant with two devices with at most 45 presses', async ({ page }) => {
  await signIn(page);
  await expect(page.locator('main h1')).toBeVisible();
  const keys = countPresses(page);
  await keys.press('ControlOrMeta+K');
  await keys.type('new plant');
  await expect(page.getByRole('option').first()).toContainText('New plant');
  await keys.press('Enter');
  await keys.tabTo(field(page, 'Plant name'));
  await keys.type('Made with few presses');
  await keys.tabTo(field(page, 'DC peak power'));
  await keys.type('0.8');
  await keys.tabTo(field(page, 'Country'));
  await keys.type('Germ');
  await expect(page.locator('[role=option][data-combobox-selected]:visible')).toHaveText('Germany');
  await keys.press('Enter');
  await expect(field(page, 'Time zone')).toHaveValue(/Berlin/);
  await keys.tabTo(field(page, 'Latitude'));
  await keys.type('47.66, 9.17');
  await keys.tabTo(field(page, 'Electricity price'));
  await keys.type('0.3');
  await keys.press('Enter');
  const numbers = page.getByLabel('Serial numbers');
  await keys.tabTo(numbers);
  await keys.type('0F0C0701 0F0C0702');
  await keys.press('Enter');
  await keys.tabTo(field(page, 'Product of the 2 devices that do not report one'));
  await keys.type('BDM-40');
  await expect(page.locator('[role=option][data-combobox-selected]:visible')).toHaveText('BDM-400');
  await keys.press('Enter');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeVisible(LATER);
  keys.expectAtMost(45);
});

test('exports the readings of a month with at most 20 presses', async ({ page, portal }) => {
  const email = 'few-presses-export@example.com';
  await addPerson(portal.sql, email, 'installer');
  await makePlant(portal, email, 'Plant to export', { sn: [{ sn: '0F0C0703', model: 400 }] });
  await signIn(page, { email });
  await expect(page.getByRole('link', { name: 'Plant to export', exact: true })).toBeVisible();
  const keys = countPresses(page);
  await keys.press('ControlOrMeta+K');
  await keys.type('Plant to export');
  await expect(page.getByRole('option', { name: /Plant to export/ }).first()).toBeVisible();
  await keys.press('Enter');
  await expect(page.locator('main h1')).toHaveText(/Plant to export/);
  await keys.tabTo(page.getByRole('link', { name: 'History', exact: true }));
  // The last view; after it comes the view itself.
  await keys.press('Enter', 'End');
  await keys.tabTo(page.getByRole('radio', { name: 'Day', exact: true }));
  await keys.press('ArrowRight', 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'Month', exact: true })).toBeChecked();
  await keys.tabTo(page.getByRole('button', { name: 'Export readings' }));
  await keys.press('Enter');
  const exported = page.waitForResponse('**/v2/device/history/files/ask');
  // Enter in a field of the dialog requests the file.
  await expect(page.getByRole('dialog', { name: 'Export readings' }).getByRole('radio').first()).toBeFocused();
  await keys.press('Enter');
  expect(await (await exported).json()).toMatchObject({ code: 200 });
  keys.expectAtMost(20);
});

test('sets the reserve of a battery with at most 15 presses', async ({ page, portal }) => {
  const email = 'few-presses@example.com';
  const sn = 'FEWKEYS1';
  await addPerson(portal.sql, email, 'installer');
  await makePlant(portal, email, 'Plant with a reserve', { sn: [{ sn, model: 10_004 }] });
  const { data } = await post(portal, 'device/credential', { sn }, await tokenOf(portal, email));
  const values = await connectBattery(portal, sn, data.password);
  await signIn(page, { email });
  await portal.sql`
    update sessions set second_factor = 'code' where user_id = (select id from users where email = ${email})`;
  await portal.sql`select pg_notify('heliograph_sessions', 'all')`;
  await page.reload();
  await expect(page.getByRole('link', { name: 'Plant with a reserve', exact: true })).toBeVisible();
  const keys = countPresses(page);
  await keys.press('ControlOrMeta+K');
  await keys.type(sn);
  await expect(page.getByRole('option', { name: new RegExp(sn) }).first()).toBeVisible();
  await keys.press('Enter');
  await expect(page.locator('main h1')).toBeVisible();
  await keys.tabTo(page.getByRole('link', { name: 'Overview', exact: true }));
  // The last view; after it comes the view itself.
  await keys.press('End');
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeFocused();
  await keys.press('Enter');
  const reserve = page.getByRole('slider', { name: 'Move the reserve' });
  await expect(reserve).toHaveValue('20', LATER);
  await keys.tabTo(reserve);
  await keys.press('PageUp', 'Enter');
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await expect(dialog).toBeVisible();
  await keys.tabTo(dialog.getByRole('button', { name: 'Send' }));
  await keys.press('Enter');
  await expect.poll(() => values.batteryReservePercent, LATER).toBe(30);
  keys.expectAtMost(15);
});
