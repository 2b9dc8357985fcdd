// Each figure of the dashboard opens the list behind it, and that list has as many rows as the figure says.
import type { Locator, Page } from '@playwright/test';
import { makePlant } from './plants.ts';
import { addPerson, expect, signIn, test } from './world.ts';

test.setTimeout(180_000);

const WHO = 'figures@example.com';

/** The number at the end of a row: "Germany 2". */
const numberOf = async (link: Locator): Promise<number> => {
  const text = await link.innerText();
  return Number(/(\d+)\s*$/.exec(text)?.[1] ?? Number.NaN);
};

/** Opens it, and gives how many rows the list says it has. */
async function openedBy(page: Page, link: Locator): Promise<number> {
  await link.click();
  await expect(page).not.toHaveURL(/\/dashboard/);
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  // An empty list says so instead of a number.
  await expect(title).toHaveText(/\d+\s*$/);
  return Number(/(\d+)\s*$/.exec(await title.innerText())![1]);
}

test('every row of every list of counts, and every other figure, opens as many as it says', async ({ page, world }) => {
  await addPerson(world.sql, WHO, 'installer');
  await makePlant(world, WHO, 'Figure barn', { sn: [{ sn: '5BD0F001', model: 400 }] });
  await makePlant(world, WHO, 'Figure shed', { sn: [{ sn: '5BD0F002', model: 400 }] });
  await makePlant(world, WHO, 'Figure roof');
  await signIn(page, WHO);
  const main = page.getByRole('main');
  const PLANTS = 3;

  /** The links of a section, once the job that counts has come by. */
  const linksOf = async (address: string, counted: RegExp): Promise<Locator> => {
    await expect(async () => {
      await page.goto(address);
      await expect(main.getByText(counted).first()).toBeVisible({ timeout: 5000 });
      await expect(main.getByRole('listitem').getByRole('link').first()).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    return main.getByRole('listitem').getByRole('link');
  };
  const opened: string[] = [];
  for (const [address, counted] of [
    ['/dashboard', /You look after 3 plants/],
    ['/dashboard?section=users', /There is one account/],
  ] as const) {
    const count = await (await linksOf(address, counted)).count();
    for (let n = 0; n < count; n++) {
      const link = (await linksOf(address, counted)).nth(n);
      const name = (await link.innerText()).replaceAll(/\s+/g, ' ');
      const said = await numberOf(link);
      opened.push(name);
      expect(`${name}: ${await openedBy(page, link)}`).toBe(`${name}: ${said}`);
    }
    // What has no row of a list: each says of what it is, and all of that is listed.
    const showing = (await linksOf(address, counted)).page().getByRole('link', { name: /^Show plants: / });
    const others = await showing.count();
    for (let n = 0; n < others; n++) {
      await linksOf(address, counted);
      const link = main.getByRole('link', { name: /^Show plants: / }).nth(n);
      const name = (await link.getAttribute('aria-label'))!;
      opened.push(name);
      const all = address === '/dashboard' ? PLANTS : 1;
      expect(`${name}: ${await openedBy(page, link)}`).toBe(`${name}: ${all}`);
    }
    // What was added in the days of the chart: "3 in 7 days".
    const added = main.getByRole('link', { name: /^\d+ in / });
    for (const by of ['', 'by=week']) {
      await linksOf(`${address}${address.includes('?') ? '&' : '?'}${by}`, counted);
      const said = Number.parseInt(await added.innerText(), 10);
      opened.push(`added ${by}`);
      expect(await openedBy(page, added)).toBe(said);
    }
  }
  for (const name of ['Plants', 'Installed', 'Power now', 'Energy today', 'This month', 'In all', 'All users'])
    expect(opened).toContain(`Show plants: ${name}`);
  for (const name of [
    /^Microinverters 2/,
    /^Panels 2/,
    /^Germany 3/,
    /^No data yet 3/,
    /^Installer 1/,
    /^Uncommissioned|^Offline|^Not reg/,
  ])
    expect(opened.some((one) => name.test(one))).toBe(true);
});
