// The report of a plant as PDF, as workbook, on paper and on a phone.
import { readFileSync } from 'node:fs';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

const SN = '0A0B0C5A';

async function plantWithDays(portal: Parameters<typeof makePlant>[0], name: string): Promise<string> {
  const [product] = await portal.sql<{ model: number }[]>`select model from products where name = 'BDM-400'`;
  const sid = await makePlant(portal, 'installer@example.com', name, { sn: [{ sn: SN, model: product!.model }] });
  await portal.sql`
    insert into device_days (sid, sn, day, energy_wh, source, covered_s)
    select ${sid}, ${SN}, d::date, 1250, 'counted', 20000 from generate_series(date '2026-05-01', date '2026-05-31', interval '1 day') d`;
  // Three days with sufficient coverage in both years.
  await portal.sql`
    update device_days set covered_s = 60000
    where sid = ${sid} and day in ('2026-05-08', '2026-05-09', '2026-05-20')`;
  await portal.sql`
    insert into device_days (sid, sn, day, energy_wh, source, covered_s)
    select ${sid}, ${SN}, d::date, 1000, 'counted', 60000 from generate_series(date '2025-05-08', date '2025-05-20', interval '1 day') d`;
  await portal.sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices)
    select sid, day, energy_wh, source, covered_s, 1 from device_days where sid = ${sid}`;
  return sid;
}

test('a report is downloaded as PDF and workbook, and fits a phone and paper', async ({ page, portal }) => {
  const sid = await plantWithDays(portal, 'Plant with a report');
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=report&span=week&day=2026-05-11` });
  const figure = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(figure('Production')).toContainText('8.75 kWh');
  await expectAccessible(page);

  for (const [button, first] of [
    ['PDF', '%PDF-'],
    ['XLSX', 'PK'],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: button, exact: true }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`Plant_with_a_report_2026-05-11_2026-05-17.${button.toLowerCase()}`);
    expect(
      readFileSync(await file.path())
        .toString('latin1')
        .startsWith(first),
    ).toBe(true);
  }

  // On a phone the text behind an info mark stays within the page.
  const desk = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [view, name] of [
    ['', 'Lifetime'],
    ['&view=energy&from=2026-05-01&to=2026-05-31', 'Value'],
  ] as const) {
    await page.goto(`/pvPlant/detail?sid=${sid}${view}`);
    await figure(name).getByLabel(`About: ${name}`).click();
    const infoText = (await figure(name).locator('details[open] > div').boundingBox())!;
    expect([infoText.x >= 0, infoText.x + infoText.width <= 390]).toEqual([true, true]);
  }
  // On a phone the days are folded, and each is a card, which shows its completeness only when data is missing.
  await page.goto(`/pvPlant/detail?sid=${sid}&view=report&day=2026-05-20`);
  const days = page.getByRole('region', { name: 'By day May 2026' });
  await page.getByRole('button', { name: 'Show days' }).click();
  const completeness = days.locator('td[data-label="Completeness"]');
  await expect(completeness).toHaveCount(31);
  await expect(completeness.filter({ visible: true })).toHaveCount(28);
  await page.setViewportSize(desk);

  // The button opens the server's PDF, which has pages of its own; the browser's print shows the report without controls.
  const [tab, file] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse('**/v2/site/report/download'),
    page.getByRole('button', { name: 'Print' }).click(),
  ]);
  expect(file.headers()['content-type']).toContain('application/pdf');
  await tab.close();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Views of the plant' })).toBeHidden();
  await expect(figure('Production')).toBeVisible();
});
