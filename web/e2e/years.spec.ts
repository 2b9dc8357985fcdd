// Two years of days: each month beside the same one a year earlier, the best day and the highest power with their day; a microinverter and its modules year by year.
import { findDayPeaks } from '../../server/src/energy/days/dayPeaks.ts';
import { bringHistory, modelOf } from './histories.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

const INSTALLER = 'installer@example.com';
const SN = '0A0B0D11';
/** Both are over, whatever the clock says. */
const YEAR = new Date().getUTCFullYear() - 1;
const DAY_MS = 86_400_000;
const BEGIN_MS = Date.UTC(YEAR - 1, 0, 1);
const STEP_MS = 900_000;
const BEST_MS = Date.UTC(YEAR, 5, 15);
/** Watts from eight to four in the afternoon. */
const [BEFORE_W, AFTER_W, BEST_W] = [200, 180, 380];

function wattsAt(n: number): number {
  const at = BEGIN_MS + n * STEP_MS;
  const hour = (at % DAY_MS) / 3_600_000;
  if (hour < 8 || hour >= 16) return 0;
  if (at >= BEST_MS && at < BEST_MS + DAY_MS) return BEST_W;
  return at < Date.UTC(YEAR, 0, 1) ? BEFORE_W : AFTER_W;
}

/** Of the first module: half of all in the first year, two fifths in the second. */
const firstOf = (n: number): number => (BEGIN_MS + n * STEP_MS < Date.UTC(YEAR, 0, 1) ? 0.5 : 0.4);

let sid = '';
test.beforeAll(async ({ world }) => {
  sid = await makePlant(world, INSTALLER, 'House of two years', {
    sn: [{ sn: SN, model: await modelOf(world, 'BDM-800') }],
  });
  await bringHistory(world, SN, {
    ...{ fromMs: BEGIN_MS, stepMs: STEP_MS, count: (Date.UTC(YEAR + 1, 0, 1) - BEGIN_MS) / STEP_MS },
    values: {
      powerW: wattsAt,
      input1PowerW: (n) => wattsAt(n) * firstOf(n),
      input2PowerW: (n) => wattsAt(n) * (1 - firstOf(n)),
    },
  });
  // As the server's job does every five minutes.
  await findDayPeaks({ sql: world.sql, clock: { now: () => new Date() } } as Parameters<typeof findDayPeaks>[0]);
});
test.afterAll(async ({ world }) => {
  await post(world, 'site/delete', { sid }, await tokenOf(world, INSTALLER));
});

const HOURS = 8;
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
/** Days of a year, or of a month of it, that are in the year before and after, too. */
function daysOf(year: number, month?: number): number {
  const [from, to] = month === undefined ? [0, 12] : [month - 1, month];
  const all = (Date.UTC(year, to, 1) - Date.UTC(year, from, 1)) / DAY_MS;
  return isLeap(year) && (month === undefined || month === 2) ? all - 1 : all;
}
/** kWh of these days, this year and the year before, and by how much they differ. */
function beside(month?: number) {
  const days = daysOf(YEAR, month);
  const best = month === undefined || month === 6 ? BEST_W - AFTER_W : 0;
  const [energy, before] = [((days * AFTER_W + best) * HOURS) / 1000, (days * BEFORE_W * HOURS) / 1000];
  return { days, energy, before, change: `${Number(((energy / before - 1) * 100).toFixed(1))}%` };
}

test('by month the change against the same days of the year before, in the table and under the sum; records with their day', async ({
  page,
}) => {
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=energy&by=month&year=${YEAR}` });
  const cells = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
  const [march, june, year] = [beside(3), beside(6), beside()];
  for (const [name, { energy, before, change }] of [
    [`March ${YEAR}`, march],
    [`June ${YEAR}`, june],
  ] as const) {
    await expect(cells(name).nth(0)).toHaveText(energy.toFixed(2));
    await expect(cells(name).nth(1)).toHaveText(before.toFixed(2));
    await expect(cells(name).nth(2)).toHaveText(change);
  }
  // The day of the record is in it.
  expect(june.change).not.toBe(march.change);
  await expect(cells('Total').nth(2)).toHaveText(year.change);
  await expect(
    page.getByText(
      `${year.change} against the same ${year.days} days a year earlier, Jan 1 \u2060–\u2060 Dec 31, ${YEAR}`,
    ),
  ).toBeVisible();
  const records = page.getByRole('region', { name: 'Records' });
  await expect(records.getByText('Best day')).toBeVisible();
  await expect(records.getByText('3.04')).toBeVisible();
  await expect(records.getByText(`Jun 15, ${YEAR}`, { exact: true })).toBeVisible();
  await expect(records.getByText('380')).toBeVisible();
  await expect(records.getByText(new RegExp(`Jun 15, ${YEAR}, .*10:00`))).toBeVisible();
  // The year before has none to stand beside.
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`year=${YEAR - 1}`));
  await expect(cells(`March ${YEAR - 1}`).nth(0)).toHaveText(march.before.toFixed(2));
  await expect(page.getByText('a year earlier')).toBeHidden();
  await expectAccessible(page);
});

test('the page of a microinverter has a card of years of its module and one of all of it', async ({ page }) => {
  await signIn(page, { to: `/devices/module/detail?sid=${sid}&sn=${SN}&input=1` });
  const card = (of: string) => page.getByRole('table', { name: `Year on year: ${of}` });
  const row = (of: string) => card(of).getByRole('row', { name: new RegExp(`^${YEAR}`) });
  const { energy, before, change } = beside();
  await expect(row(`all of ${SN}`)).toContainText(energy.toFixed(2));
  await expect(row(`all of ${SN}`)).toContainText(before.toFixed(2));
  await expect(row(`all of ${SN}`)).toContainText(change);
  await expect(row(`Input 1 of ${SN}`)).toContainText((energy * 0.4).toFixed(2));
  await page.getByRole('link', { name: /^Input 2/ }).click();
  await expect(row(`Input 2 of ${SN}`)).toContainText((energy * 0.6).toFixed(2));
  await expect(row(`all of ${SN}`)).toContainText(energy.toFixed(2));
  await expectAccessible(page);
});
