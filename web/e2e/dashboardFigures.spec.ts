// Each figure of the dashboard opens the list behind it, and that list has as many rows as the figure says.
import type { Locator, Page } from '@playwright/test';
import { makePlant } from './plants.ts';
import { addPerson, expect, signIn, test } from './world.ts';

test.setTimeout(240_000);

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
  // Something is said of a second input, so that panels are others than what they hang on.
  await world.sql`insert into modules (sid, sn, input, label) select sid, sn, 2, 'East 2' from devices where sn = '5BD0F001'`;
  await signIn(page, WHO);
  const main = page.getByRole('main');
  const rows = main.getByRole('listitem').getByRole('link');
  const opened: string[] = [];
  /** Each link is opened from the dashboard and left by the way back. */
  const follow = async (name: string, said: number, link: Locator) => {
    opened.push(name);
    expect(`${name}: ${await openedBy(page, link)}`).toBe(`${name}: ${said}`);
    await page.goBack();
    await expect(rows.first()).toBeVisible();
  };
  for (const { address, counted, all } of [
    { address: '/dashboard', counted: [/You look after 3 plants/, /^Panels\s*3$/, /^No data yet\s*3$/], all: 3 },
    { address: '/dashboard?section=users', counted: [/There is one account/], all: 1 },
  ]) {
    // Until the job that counts has come by, for plants, their devices and their states.
    await expect(async () => {
      await page.goto(address);
      for (const text of counted)
        await expect(main.locator('p, li a').filter({ hasText: text }).first()).toBeVisible({ timeout: 5000 });
      await expect(rows.first()).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    const count = await rows.count();
    for (let n = 0; n < count; n++) {
      const row = rows.nth(n);
      await follow((await row.innerText()).replaceAll(/\s+/g, ' ').trim(), await numberOf(row), row);
    }
    // What has no row of a list: each says of what it is, and all of that is listed.
    const others = main.getByRole('link', { name: /^Show (plants|users): / });
    const shown = await others.count();
    for (let n = 0; n < shown; n++) await follow((await others.nth(n).getAttribute('aria-label'))!, all, others.nth(n));
    // What was added in the days of the chart: "3 in 7 days".
    const added = main.getByRole('link', { name: /^\d+ in / });
    await follow('added in days', Number.parseInt(await added.innerText(), 10), added);
    await main.getByText('12 weeks', { exact: true }).click();
    await expect(added).toContainText('12 weeks');
    await follow('added in weeks', Number.parseInt(await added.innerText(), 10), added);
  }
  for (const name of ['Plants', 'Installed', 'Power now', 'Energy today', 'This month', 'In all'])
    expect(opened).toContain(`Show plants: ${name}`);
  expect(opened).toContain('Show users: All users');
  expect(opened).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(Alert|Offline|Online|Asleep|Uncommissioned|Not registered) \d+$/),
      expect.stringMatching(/^Microinverters 2$/),
      expect.stringMatching(/^Panels 3$/),
      expect.stringMatching(/^Germany 3$/),
      expect.stringMatching(/^No data yet 3$/),
      expect.stringMatching(/^Installer 1$/),
    ]),
  );
  // What was counted is a list of modules, by plant, each with its own page.
  await page.goto('/dashboard');
  await main.getByRole('link', { name: /^Panels/ }).click();
  await expect(page).toHaveURL(/\/devices\/panels/);
  await expect(main.getByRole('link', { name: 'East 2' })).toBeVisible();
  await main.getByRole('searchbox').fill('east');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/1\s*$/);
  await main.getByRole('link', { name: 'East 2' }).click();
  await expect(page).toHaveURL(/\/devices\/module\/detail\?.*input=2/);
});
