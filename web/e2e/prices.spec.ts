// Prices of a plant on a phone: their dialog, their list and the revenue of its energy fit the width.
import type { Page } from '@playwright/test';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, type Portal, signIn, test } from './portal.ts';

const pricesOf = async (portal: Portal, sid: string) => {
  const { data } = await post(portal, 'site/prices', { sid }, await tokenOf(portal, 'installer@example.com'));
  return data.list;
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
test('the dialog and list of prices and the money of the energy view fit the width of a phone', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sid = await makePlant(portal, 'installer@example.com', 'In the hand');
  const token = await tokenOf(portal, 'installer@example.com');
  const [first] = await pricesOf(portal, sid);
  const periods = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 22, toHour: 6, price: 0.2 }];
  const later = { validFrom: '2031-01-01', kind: 'timeOfUse' as const, price: 0.3, periods };
  await post(portal, 'site/prices/setUp', { sid, list: [{ ...first!, fixedCharge: 12 }, later] }, token);
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  const versions = page.getByRole('list', { name: 'Prices' }).getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText(/Import price, EUR\/kWh\s*0\.20–0\.30/);
  await page.getByRole('button', { name: /^Edit prices: .*2031$/ }).click();
  await expect(dialog(page, 'Edit prices').getByText('22:00–24:00 0.20')).toBeVisible();
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Remove prices: .*2031$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: /^Edit prices: .*2031$/ })).toBeHidden();
  expect(await pricesOf(portal, sid)).toHaveLength(1);

  await portal.sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices) values (${sid}, current_date - 1, 9000, 'counted', 40000, 1)`;
  await portal.sql`
    insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
    select ${sid}, current_date - 1, flow, true, wh, 0, 0, 86400, 1, 0, 0, 0
    from (values ('fromGrid', 4000), ('toGrid', 5000)) f (flow, wh)`;
  // On 1 January the current year has no data yet.
  const [yesterday] = await portal.sql<{ year: number }[]>`select date_part('year', current_date - 1)::int as year`;
  await page.goto(`/pvPlant/detail?sid=${sid}&view=energy&by=month&year=${yesterday!.year}`);
  await expect(page.getByText('Grid cost').first()).toBeVisible();
  await expect(page.getByText('Fixed charges').first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
