// A module whose device may give no more beside those of another one: its page says so by day and in a line, and nobody is alarmed.
import { judgeModules } from '../../server/src/problems/modules/judgeModules.ts';
import { bringHistory, modelOf } from './histories.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

const INSTALLER = 'installer@example.com';
const [HELD, FREE] = ['1F90AFC1', '1F90AFC2'];
const DAY_MS = 86_400_000;
/** Three whole days by UTC, each with twelve hours of sun: the plant lies at the equator. */
const FROM_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS;
const wattsAt = (n: number): number => Math.max(0, 380 * Math.sin((((n / 4) % 24) - 5.4) * (Math.PI / 12)));

let sid = '';
test.beforeAll(async ({ world }) => {
  const model = await modelOf(world, 'BDM-2250');
  sid = await makePlant(world, INSTALLER, 'House of a small inverter', {
    ...{ latitude: 0.4, longitude: 9.4, timezone: 'Africa/Libreville' },
    sn: [HELD, FREE].map((sn) => ({ sn, model, tilt: 10, azimuth: 180 })),
  });
  for (const sn of [HELD, FREE]) {
    const watts = (n: number) => (sn === HELD ? Math.min(200, wattsAt(n)) : wattsAt(n));
    const inputs = [1, 2, 3, 4] as const;
    await bringHistory(world, sn, {
      ...{ fromMs: FROM_MS, stepMs: 900_000, count: 288 },
      values: {
        powerW: (n) => 4 * watts(n),
        temperatureC: () => 40,
        ...Object.fromEntries(inputs.map((input) => [`input${input}PowerW`, watts])),
        ...Object.fromEntries(inputs.map((input) => [`input${input}VoltageV`, () => 36])),
      },
    });
  }
  // As the server's job does every few minutes.
  const job = { sql: world.sql, clock: { now: () => new Date() }, nudges: { tell: () => undefined }, log: console };
  await judgeModules(job as unknown as Parameters<typeof judgeModules>[0]);
});
test.afterAll(async ({ world }) => {
  await post(world, 'site/delete', { sid }, await tokenOf(world, INSTALLER));
});

test('a module whose device gave all it may is told as such, by day and in a line, and has no fault', async ({
  page,
}) => {
  await signIn(page, { to: `/devices/module/detail?sid=${sid}&sn=${HELD}&input=2` });
  const card = page.getByRole('region', { name: 'Compared with its neighbours' });
  await expect(card.getByText('No fault of this module is known.')).toBeVisible();
  await expect(card.getByText(/^Its device gave all it may on [23] of these days/)).toBeVisible();
  const held = card.getByRole('button', { name: /less, as its device gave all it may, 6\d% of its neighbours/ });
  await expect(held.first()).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/devices/module/detail?sid=${sid}&sn=${FREE}&input=2`);
  await expect(card.getByRole('button', { name: /like its neighbours/ }).first()).toBeVisible();
  await expect(card.getByText('gave all it may')).toBeHidden();
  await page.goto(`/pvPlant/detail?sid=${sid}&view=alerts&state=all`);
  await expect(page.getByText(/No alerts|Nothing/).first()).toBeVisible();
});
