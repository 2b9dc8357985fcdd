// A plant's report: its period in the address, its figures as on the other views, as PDF and as workbook; its mails are set, and ended by the link in one.
import { readFileSync } from 'node:fs';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

const SN = '0A0B0C5A';

async function plantWithDays(world: Parameters<typeof makePlant>[0], name: string): Promise<string> {
  const [product] = await world.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(world, 'installer@example.com', name, { sn: [{ sn: SN, model: product!.model }] });
  await world.sql`
    insert into device_days (sid, sn, day, energy_wh, source, covered_s)
    select ${sid}, ${SN}, d::date, 1250, 'counted', 20000 from generate_series(date '2026-05-01', date '2026-05-31', interval '1 day') d`;
  // Three days of which enough is known in both years.
  await world.sql`
    update device_days set covered_s = 60000
    where sid = ${sid} and day in ('2026-05-08', '2026-05-09', '2026-05-20')`;
  await world.sql`
    insert into device_days (sid, sn, day, energy_wh, source, covered_s)
    select ${sid}, ${SN}, d::date, 1000, 'counted', 60000 from generate_series(date '2025-05-08', date '2025-05-20', interval '1 day') d`;
  await world.sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices)
    select sid, day, energy_wh, source, covered_s, 1 from device_days where sid = ${sid}`;
  return sid;
}

test('the report of a month, of a week, and as files', async ({ page, world }) => {
  const sid = await plantWithDays(world, 'Plant with a report');
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  await page.getByRole('navigation', { name: 'Views of the plant' }).getByRole('link', { name: 'Report' }).click();
  await expect(page).toHaveURL(/view=report/);
  await page.goto(`/pvPlant/detail?sid=${sid}&view=report&day=2026-05-20`);
  const figure = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(figure('Production')).toContainText('38.8 kWh');
  await expect(figure('Specific yield')).toContainText('96.9 kWh/kWp');
  await expect(figure('Production')).toContainText(
    /\+25% against the same 3 days a year earlier, May\s8\s\u2060–\u2060\s20,\s2026/,
  );
  await expect(figure('Worth')).toContainText('€11.63');
  await figure('Worth').getByLabel('About: Worth').click();
  await expect(figure('Worth')).toContainText('Worth at 0.30 EUR/kWh: without a meter');
  await expect(figure('Performance ratio')).toContainText('Needs an irradiance sensor');
  await expect(page.getByRole('region', { name: 'By day May 2026' }).getByRole('row')).toHaveCount(32);
  await expectAccessible(page);

  await page.getByText('Week', { exact: true }).click();
  await expect(page).toHaveURL(/span=week/);
  await expect(figure('Production')).toContainText('8.75 kWh');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page).toHaveURL(/day=2026-05-11/);
  await page.reload();
  await expect(figure('Production')).toContainText('8.75 kWh');

  for (const [button, first] of [
    ['PDF', '%PDF-'],
    ['XLSX', 'PK'],
  ] as const) {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: button, exact: true }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe(`Plant_with_a_report_2026-05-11_2026-05-17.${button.toLowerCase()}`);
    expect(
      readFileSync(await file.path())
        .toString('latin1')
        .startsWith(first),
    ).toBe(true);
  }

  // What money stands on is told wherever money is.
  for (const [view, name] of [
    ['', 'Lifetime'],
    ['&view=energy&from=2026-05-01&to=2026-05-31', 'Worth'],
    ['&view=power&day=2026-05-20', 'Energy of the day'],
    ['&view=report&span=week&day=2026-05-11', 'Worth'],
  ] as const) {
    await page.goto(`/pvPlant/detail?sid=${sid}${view}`);
    await figure(name).getByLabel(`About: ${name}`).click();
    await expect(figure(name).getByText('Worth at 0.30 EUR/kWh: without a meter')).toBeVisible();
  }
  // On a phone it is told within the page, wherever the mark stands.
  const desk = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [view, name] of [
    ['', 'Lifetime'],
    ['&view=energy&from=2026-05-01&to=2026-05-31', 'Worth'],
  ] as const) {
    await page.goto(`/pvPlant/detail?sid=${sid}${view}`);
    await figure(name).getByLabel(`About: ${name}`).click();
    const told = (await figure(name).locator('details[open] > div').boundingBox())!;
    expect([told.x >= 0, told.x + told.width <= 390]).toEqual([true, true]);
  }
  // Of a card of a day it is told what there is to tell: of most days that not all is known, of three nothing.
  await page.goto(`/pvPlant/detail?sid=${sid}&view=report&day=2026-05-20`);
  const lacks = page.getByRole('region', { name: 'By day May 2026' }).locator('td[data-label="Completeness"]');
  await expect(lacks).toHaveCount(31);
  await expect(lacks.filter({ visible: true })).toHaveCount(28);
  await page.setViewportSize(desk);
  await page.goto(`/pvPlant/detail?sid=${sid}&view=report&span=week&day=2026-05-11`);

  // On paper there is the report and nothing to press.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Views of the plant' })).toBeHidden();
  await expect(figure('Production')).toBeVisible();
});

test('mails are set once, with oneself, and ended by their link without a session', async ({
  page,
  world,
  browser,
}) => {
  const sid = await makePlant(world, 'installer@example.com', 'Plant that mails');
  await signIn(page, { to: `/pvPlant/reportSetting?sid=${sid}` });
  await expect(page.getByText('This server sends no e-mails')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'installer@example.com' })).toContainText('not saved yet');
  await page.getByLabel('Weekly, on Mondays').check();
  await page.getByText('Only at some hours').click();
  // Told of found modules whoever sets nothing.
  const found = page.getByRole('checkbox', { name: 'E-mail when a module' });
  await expect(found).toBeChecked();
  await found.uncheck();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'installer@example.com' })).toContainText('receives them');
  const token = await tokenOf(world, 'installer@example.com');
  const { data } = await post(world, 'site/sn/report/settings', { sid }, token);
  expect(data).toMatchObject({
    optionsDaily: 0,
    optionsWeekly: 1,
    alertTime: 1,
    alertStart: '8',
    alertEnd: '17',
    alertFound: 0,
  });

  const [recipient] = await world.sql<{ secret: string }[]>`select secret from report_recipients where sid = ${sid}`;
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(`${world.url}/mails/stop/${sid}~${recipient!.secret}`);
  await expect(reader.getByRole('heading', { name: 'E-mails about Plant that mails' })).toBeVisible();
  await expectAccessible(reader);
  await reader.getByRole('button', { name: 'Unsubscribe from these e-mails' }).click();
  await expect(reader.getByText('This address gets no more e-mails about this plant.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'installer@example.com' })).toContainText(
    'has unsubscribed',
  );
});
