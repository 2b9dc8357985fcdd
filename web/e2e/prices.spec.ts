// Prices of a plant as an installer sets them: by weekday and hour, what is wrong said in words, days that are over only after a question.
import type { Page } from '@playwright/test';
import { field, makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test, type World } from './world.ts';

async function editing(page: Page, world: World, siteName: string): Promise<string> {
  const sid = await makePlant(world, 'installer@example.com', siteName);
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  await expect(page.getByRole('heading', { name: 'Prices' })).toBeVisible();
  return sid;
}
const listed = async (world: World, sid: string) => {
  const { data } = await post(world, 'site/prices', { sid }, await tokenOf(world, 'installer@example.com'));
  return data.list;
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
test('prices by the hour are added, with faults told in words and the week beside them', async ({ page, world }) => {
  const sid = await editing(page, world, 'By the hour');
  await page.getByRole('button', { name: 'Add prices' }).click();
  const adding = dialog(page, 'Add prices');
  await adding.getByText('By weekday and hour').click();
  // The price of the plant's form is that of all other hours; without it some hours have none.
  await adding.getByRole('textbox', { name: 'All other hours' }).fill('');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByRole('alert')).toHaveText('Type the price of a bought kWh.');
  const night = adding.getByRole('group', { name: 'Period 1' });
  await night.getByRole('textbox', { name: 'Bought kWh' }).fill('0.2');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByText('Some hours have no price: add a period for them', { exact: false })).toBeVisible();
  await adding.getByRole('textbox', { name: 'All other hours' }).fill('0.3');
  await adding.getByRole('button', { name: 'Add a period' }).click();
  const peak = adding.getByRole('group', { name: 'Period 2' });
  for (const day of ['Sat', 'Sun']) await peak.getByRole('button', { name: day, exact: true }).click();
  await peak.getByRole('combobox', { name: 'From' }).click();
  await page.getByRole('option', { name: '05:00', exact: true }).click();
  await peak.getByRole('textbox', { name: 'Bought kWh' }).fill('0.45');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByRole('alert')).toHaveText('Some hours have two prices: periods may not overlap.');
  await peak.getByRole('combobox', { name: 'From' }).click();
  await page.getByRole('option', { name: '17:00', exact: true }).click();
  await peak.getByRole('combobox', { name: 'To' }).click();
  await page.getByRole('option', { name: '20:00', exact: true }).click();
  await adding.getByRole('textbox', { name: 'Fixed charge' }).fill('12.5');
  // The same week for who sees it and who hears it.
  await expect(adding.getByText('Mon–Fri', { exact: true })).toBeVisible();
  await expect(adding.getByText('17:00–20:00 0.45')).toBeVisible();
  await expect(adding.getByRole('row', { name: /^Sat/ }).getByRole('cell').nth(18)).toHaveText('0.30');
  await expect(adding.getByRole('row', { name: /^Mon/ }).getByRole('cell').nth(18)).toHaveText('0.45');
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding).toBeHidden();
  await expect(page.getByText('0.20–0.45')).toBeVisible();
  expect((await listed(world, sid)).at(-1)).toMatchObject({
    kind: 'timeOfUse',
    price: 0.3,
    fixedCharge: 12.5,
    periods: [
      { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 22, toHour: 6, price: 0.2 },
      { weekdays: [1, 2, 3, 4, 5], fromHour: 17, toHour: 20, price: 0.45 },
    ],
  });
  // The plant's form goes on with the new version of the plant, and leaves prices by the hour to the list.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Prices' })).toBeVisible();
  await expect(field(page, 'Electricity price per kWh')).toHaveCount(0);
  await field(page, 'Plant name').fill('By the hour, renamed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Someone else has changed')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('By the hour');
});

test('money of days that are over changes only after a question that names them', async ({ page, world }) => {
  const sid = await editing(page, world, 'Days that are over');
  await world.sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices)
    select ${sid}, current_date - n, 10000, 'counted', 40000, 1 from generate_series(1, 3) n`;
  await page.getByRole('button', { name: 'Edit prices: From the beginning' }).click();
  const editingPrices = dialog(page, 'Edit prices');
  await editingPrices.getByRole('textbox', { name: 'Bought kWh' }).fill('0.5');
  await editingPrices.getByRole('button', { name: 'Save' }).click();
  const question = dialog(page, 'Change days that are over?');
  await expect(question).toContainText(/^.*Money of .* to .* would change/);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(editingPrices).toBeVisible();
  expect((await listed(world, sid))[0]).toMatchObject({ price: 0.3 });
  await editingPrices.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Recompute these days' }).click();
  await expect(editingPrices).toBeHidden();
  expect((await listed(world, sid))[0]).toMatchObject({ price: 0.5 });
});

test('on a phone the dialog and the list fit its width, and a version is removed', async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sid = await makePlant(world, 'installer@example.com', 'In the hand');
  const token = await tokenOf(world, 'installer@example.com');
  const [first] = await listed(world, sid);
  const periods = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 22, toHour: 6, price: 0.2 }];
  const later = { validFrom: '2031-01-01', kind: 'timeOfUse' as const, price: 0.3, periods };
  await post(world, 'site/prices/setUp', { sid, list: [first!, later] }, token);
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  const versions = page.getByRole('list', { name: 'Prices' }).getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText(/Bought kWh, EUR\/kWh\s*0\.20–0\.30/);
  await page.getByRole('button', { name: /^Edit prices: .*2031$/ }).click();
  await expect(dialog(page, 'Edit prices').getByText('22:00–24:00 0.20')).toBeVisible();
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Remove prices: .*2031$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: /^Edit prices: .*2031$/ })).toBeHidden();
  expect(await listed(world, sid)).toHaveLength(1);
});

test('the energy view has bought energy and fixed charges as lines of their own, in its sums and in its table', async ({
  page,
  world,
}) => {
  const sid = await makePlant(world, 'installer@example.com', 'Balance of a year', {
    sn: [{ sn: '0F0AB001', model: 400 }],
  });
  const token = await tokenOf(world, 'installer@example.com');
  await world.sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices)
    select ${sid}, current_date - n, 9000 + 100 * n, 'counted', 40000, 1 from generate_series(1, 200) n`;
  await world.sql`
    insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
    select ${sid}, current_date - n, flow, true, wh, 0, 0, 86400, 1, 0, 0, 0
    from generate_series(1, 200) n, (values ('fromGrid', 4000), ('toGrid', 5000)) f (flow, wh)`;
  const periods = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 22, toHour: 6, price: 0.2 }];
  const list = [{ validFrom: '2000-01-01', kind: 'timeOfUse' as const, price: 0.3, periods, fixedCharge: 12 }];
  const { code } = await post(world, 'site/prices/setUp', { sid, list, rewrite: true }, token);
  expect(code).toBe(200);
  // On New Year's Day the year has nothing yet.
  const [yesterday] = await world.sql<{ year: number }[]>`select date_part('year', current_date - 1)::int as year`;
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=energy&by=month&year=${yesterday!.year}` });
  await expect(page.getByText('Bought energy').first()).toBeVisible();
  await expect(page.getByText('Fixed charges').first()).toBeVisible();
  await expect(page.getByText('the rest at its day’s mean')).toBeVisible();
  const head = page.getByRole('columnheader');
  await expect(head.filter({ hasText: 'Bought energy' })).toContainText('EUR');
  await expect(head.filter({ hasText: 'Fixed charges' })).toContainText('EUR');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Fixed charges').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
