// Names with markup on pages that render without React: roofs, maps, charts and the file of a list.
import { readFile } from 'node:fs/promises';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, signIn, test } from './portal.ts';

/** A formula for a spreadsheet and a script for a page. */
const ODD = '=1+1<img src=x onerror=window.ran=1>';
const SN = '0DD0A001';

test('shows names with markup as text and writes no formula into the file of a list', async ({ page, portal }) => {
  const sid = await makePlant(portal, 'installer@example.com', ODD, {
    city: ODD,
    street: ODD,
    pvRemark: ODD,
    batteryRemark: ODD,
    sn: [{ sn: SN, model: 400, alias: ODD }],
  });
  const roof = {
    id: 1,
    name: ODD,
    x: 0,
    y: 0,
    rotation: 0,
    tilt: null,
    azimuth: null,
    orientation: 'portrait' as const,
    rows: 1,
    columns: 1,
    modules: [{ sn: SN, input: 1, row: 1, column: 1 }],
  };
  const token = await tokenOf(portal, 'installer@example.com');
  const { code } = await post(portal, 'site/updateLayoutInfo', { sid, version: 0, zones: [roof] }, token);
  expect(code).toBe(200);
  for (const [n, address] of [
    `/pvPlant/detail?sid=${sid}`,
    `/pvPlant/detail?sid=${sid}&view=layout`,
    `/pvPlant/layout?sid=${sid}`,
    '/pvPlant?q=0DD0A001&view=map',
    '/pvPlant?q=0DD0A001',
  ].entries()) {
    await (n === 0 ? signIn(page, { to: address }) : page.goto(address));
    const nameElement = address.endsWith('=map') ? page.getByRole('button', { name: ODD }) : page.getByText(ODD);
    await expect(nameElement.filter({ visible: true }).first(), address).toBeVisible();
    await expect(page.locator('main [data-bone]'), address).toHaveCount(0);
    expect(
      await page.evaluate(() => ({ ran: 'ran' in window, pictures: document.querySelectorAll('img[src="x"]').length })),
      address,
    ).toEqual({ ran: false, pictures: 0 });
  }
  const download = page.waitForEvent('download');
  await page.getByRole('main').getByRole('button', { name: 'CSV' }).click();
  const text = await readFile((await (await download).path())!, 'utf8');
  expect(text).toContain(`'${ODD}`);
  expect(text.replace('\ufeff', '')).not.toMatch(/(^|[,;\t\n])"?\s*[=@]/m);
});
