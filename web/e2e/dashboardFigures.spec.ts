// Each figure of the dashboard opens a list with that many rows. A sampled run follows one figure in six.
import type { Locator, Page } from '@playwright/test';
import { isInSample } from '../../server/test/sampling.ts';
import { makePlant } from './plants.ts';
import { addPerson, expect, signIn, test } from './portal.ts';

test.setTimeout(240_000);

/** A sampled run follows one figure in this many; the lists behind them are the same pages. */
const SAMPLE = 6;
const WHO = 'figures@example.com';

/** Returns the number at the end of a row, such as "Germany 2"; NaN without one. */
const numberOf = async (link: Locator): Promise<number> => {
  const text = await link.innerText();
  return Number(/(\d+)\s*$/.exec(text)?.[1] ?? Number.NaN);
};

/** Clicks in the middle of a segment of a ring chart, where the link is. */
async function clickSegment(page: Page, part: Locator): Promise<void> {
  await part.scrollIntoViewIfNeeded();
  const { x, y } = await part.locator('circle').evaluate((circle: SVGCircleElement) => {
    const begin = -Number(circle.getAttribute('stroke-dashoffset'));
    const length = Number.parseFloat(circle.getAttribute('stroke-dasharray')!);
    const point = circle.getPointAtLength(begin + length / 2);
    return DOMPoint.fromPoint(point).matrixTransform(circle.getScreenCTM()!).toJSON() as { x: number; y: number };
  });
  await page.mouse.click(x, y);
}

/** Opens a list from the dashboard and returns the row count of its heading. */
async function rowCountAfter(page: Page, open: () => Promise<void>): Promise<number> {
  await open();
  await expect(page).not.toHaveURL(/\/dashboard/);
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  // The heading of an empty list has no number.
  await expect(title).toHaveText(/\d+\s*$/);
  return Number(/(\d+)\s*$/.exec(await title.innerText())![1]);
}

test('a figure opens a list with as many rows as it shows', async ({ page, portal }) => {
  await addPerson(portal.sql, WHO, 'installer');
  await makePlant(portal, WHO, 'Figure barn', { sn: [{ sn: '5BD0F001', model: 400 }] });
  await makePlant(portal, WHO, 'Figure shed', { sn: [{ sn: '5BD0F002', model: 400 }] });
  await makePlant(portal, WHO, 'Figure roof');
  // A label for the second input makes the number of panels differ from the number of devices.
  const { sql } = portal;
  await sql`insert into modules (sid, sn, input, label) select sid, sn, 2, 'East 2' from devices where sn = '5BD0F001'`;
  // Plants were added on two days of this week and in an earlier one: the chart has bars by day and by week.
  for (const [name, days] of [
    ['Figure roof', 2],
    ['Figure shed', 30],
  ] as const)
    await sql`
      update sites set created_at = now() - make_interval(days => ${days}) where name = ${name} and sid like 'DE%'`;
  // One device has reported its firmware and one has not; this account has no country.
  await sql`update device_live set firmware = '1.7' where sn = '5BD0F001'`;
  await signIn(page, { email: WHO });
  const main = page.getByRole('main');
  const rows = main.locator('ul:not([aria-label="Plants with the worst problems"]) > li').getByRole('link');
  const counted: string[] = [];
  /** Opens a sampled link from the dashboard, compares the number of rows, and goes back. */
  const follow = async (name: string, expected: number, link: Locator, open = () => link.click()) => {
    counted.push(name);
    if (!isInSample(counted.length, SAMPLE)) return;
    expect(`${name}: ${await rowCountAfter(page, open)}`).toBe(`${name}: ${expected}`);
    await page.goBack();
    await expect(rows.first()).toBeVisible();
  };
  for (const { address, texts, all } of [
    {
      address: '/dashboard',
      texts: [/^Panels\s*3$/, /^No data yet\s*3$/, /1\.7\s*1$/],
      all: 3,
    },
    { address: '/dashboard?section=users', texts: [/^Installer\s*1$/], all: 1 },
  ]) {
    // Waits for the job that counts plants, their devices and their states.
    await expect(async () => {
      await page.goto(address);
      for (const text of texts)
        await expect(main.locator('p, li a').filter({ hasText: text }).first()).toBeVisible({ timeout: 5000 });
      await expect(rows.first()).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    const items = main.locator('ul:not([aria-label="Plants with the worst problems"]) > li');
    for (const item of await items.all())
      if ((await numberOf(item)) > 0) await expect(item.getByRole('link')).toHaveCount(1);
    const count = await rows.count();
    for (let n = 0; n < count; n++) {
      const row = rows.nth(n);
      await follow((await row.innerText()).replaceAll(/\s+/g, ' ').trim(), await numberOf(row), row);
    }
    // Totals without a row in a list: each names what it counts, and opens all of it.
    const others = main.getByRole('link', { name: /^(Go to plant list|Show users: All users)$/ });
    const shown = await others.count();
    for (let n = 0; n < shown; n++) await follow(`all: ${address}`, all, others.nth(n));
    // Added within the days of the chart: "2 in 7 days". The single account needs no chart.
    const added = main.getByRole('link', { name: /^\d+ in / });
    if (all > 1) {
      await follow('added in days', Number.parseInt(await added.innerText(), 10), added);
      await main.getByText('12 weeks', { exact: true }).click();
      await expect(added).toContainText('12 weeks');
      await follow('added in weeks', Number.parseInt(await added.innerText(), 10), added);
    }
    // Segments of the ring are for a pointer; the rows provide the same links.
    const parts = main.locator('svg a');
    const drawn = await parts.count();
    for (let n = 0; n < drawn; n++) {
      const part = parts.nth(n);
      await expect(part).toHaveAttribute('tabindex', '-1');
      const to = (await part.getAttribute('href'))!;
      const row = main.locator(`li a[href="${to}"]`);
      await follow(`ring: ${to}`, await numberOf(row), part, () => clickSegment(page, part));
    }
  }
  expect(counted).toEqual(expect.arrayContaining(['all: /dashboard', 'all: /dashboard?section=users']));
  expect(counted).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(Alert|Offline|Online|Idle \(night\)|Uncommissioned|Not registered) \d+$/),
      expect.stringMatching(/^Microinverters 2$/),
      expect.stringMatching(/^Panels 3$/),
      expect.stringMatching(/^Germany 3$/),
      expect.stringMatching(/^No data yet 3$/),
      expect.stringMatching(/^Installer 1$/),
      expect.stringMatching(/^BDM-400 1\.7 1$/),
      expect.stringMatching(/^BDM-400 not reported 1$/),
      expect.stringMatching(/^ring: .*status=uncommissioned/),
    ]),
  );
  await page.goto('/dashboard');
  // On the map exactly the countries with a plant are coloured.
  const shapes = main.locator('svg path[data-has]');
  await expect(shapes.first()).toBeVisible();
  expect(await shapes.count()).toBe(
    await main.getByRole('list', { name: 'Plants by country' }).getByRole('link').count(),
  );
  // Panels open a list of modules by plant, each with its own page.
  await main.getByRole('link', { name: /^Panels/ }).click();
  await expect(page).toHaveURL(/\/devices\/panels/);
  await expect(main.getByRole('link', { name: 'East 2' })).toBeVisible();
  await main.getByRole('searchbox').fill('east');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/1\s*$/);
  await main.getByRole('link', { name: 'East 2' }).click();
  await expect(page).toHaveURL(/\/devices\/module\/detail\?.*input=2/);
});
