// The day that has just begun is neither a bar nor a gap, in the energy view as in the report; in the evening it is one.
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

/** Places near the equator whose clocks are so many hours ahead of UTC, all the year. */
const PLACES: Record<number, [timezone: string, longitude: number]> = {
  [-11]: ['Pacific/Pago_Pago', -170],
  [-10]: ['Pacific/Honolulu', -157],
  [-9]: ['Pacific/Gambier', -135],
  [-8]: ['Pacific/Pitcairn', -130],
  [-7]: ['America/Phoenix', -112],
  [-6]: ['America/Costa_Rica', -84],
  [-5]: ['America/Bogota', -74],
  [-4]: ['America/Puerto_Rico', -66],
  [-3]: ['America/Cayenne', -52],
  [-2]: ['America/Noronha', -32],
  [-1]: ['Atlantic/Cape_Verde', -24],
  0: ['Africa/Abidjan', -4],
  1: ['Africa/Lagos', 3],
  2: ['Africa/Maputo', 32],
  3: ['Africa/Nairobi', 37],
  4: ['Asia/Dubai', 55],
  5: ['Asia/Karachi', 67],
  6: ['Asia/Dhaka', 90],
  7: ['Asia/Bangkok', 100],
  8: ['Asia/Singapore', 104],
  9: ['Asia/Tokyo', 140],
  10: ['Australia/Brisbane', 153],
  11: ['Pacific/Guadalcanal', 160],
  12: ['Pacific/Tarawa', 173],
};

for (const [localHour, gaps] of [
  [2, 0],
  [21, 1],
] as const) {
  test(`today without data at ${localHour} o'clock of the plant`, async ({ page, world }) => {
    const ahead = ((localHour - new Date().getUTCHours() + 11 + 24) % 24) - 11;
    const [timezone, longitude] = PLACES[ahead]!;
    const sid = await makePlant(world, 'installer@example.com', `Plant at ${localHour}`);
    await world.sql`update sites set timezone = ${timezone}, latitude = 1, longitude = ${longitude} where sid = ${sid}`;
    const dayAt = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(ms);
    const [yesterday, today] = [dayAt(Date.now() - 86_400_000), dayAt(Date.now())];
    await world.sql`
      insert into site_days (sid, day, energy_wh, source, covered_s, devices) values (${sid}, ${yesterday}, 1250, 'counted', 40000, 1)`;
    await signIn(page);

    await page.goto(`/pvPlant/detail?sid=${sid}&view=energy&by=day&from=${yesterday}&to=${today}`);
    const figure = (name: string) => page.getByRole('group', { name, exact: true });
    await expect(figure('Total')).toContainText('1.25 kWh');
    // What hatched bars mean stands above the chart where there are any.
    const hatched = page.locator('[data-kind="gap"]');
    await expect(page.getByRole('main').getByText('1 period without data')).toHaveCount(gaps);
    await expect(hatched).toHaveCount(gaps);
    await expectAccessible(page);

    await page.goto(`/pvPlant/detail?sid=${sid}&view=report&span=range&from=${yesterday}&to=${today}`);
    await expect(figure('Production')).toContainText('1.25 kWh');
    await expect(hatched).toHaveCount(gaps);
  });
}
