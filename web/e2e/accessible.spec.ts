// axe finds nothing (world.ts says what is left open) on any page that exists, light and dark; list, plant and what is administered also on a phone.
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { addKinds, fillFirstStep, makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

const SN = '0A0B0C0D';
const BDM_400 = 'BDM-400';

/** A plant that produces, made once for all tests of this file. */
let sid = '';
test.beforeAll(async ({ world }) => {
  const [product] = await world.sql<{ model: number }[]>`select model from products where name = ${BDM_400}`;
  sid = await makePlant(world, 'installer@example.com', 'Plant to be read', {
    sn: [{ sn: SN, model: product!.model }],
  });
  for (const frame of capturedFrames('12345678').slice(0, 2)) {
    expect(await postFrame(world.url, sentBy(SN, frame))).toBe(200);
  }
});

for (const [address, heading] of [
  ['/', 'Heliograph'],
  ['/setup#secret=not-the-secret-of-this-server', 'Set-up'],
  ['/privacyPolicy', 'Privacy policy'],
  ['/403', 'Not authorized'],
  ['/no-such-page', 'The page does not exist'],
] as const) {
  test(`without a session: ${address}`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page);
  });
}

test('the plant list as table and as cards', async ({ page }) => {
  await signIn(page);
  const link = page.getByRole('link', { name: 'Plant to be read', exact: true });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  await page.getByTitle('Cards', { exact: true }).click();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(link).toBeVisible();
  await expectAccessible(page);
});

test('a plant: overview, power, energy, history, alerts, set-up, and its settings', async ({ page }) => {
  await signIn(page);
  for (const view of ['overview', 'power', 'energy']) {
    await page.goto(`/pvPlant/detail?sid=${sid}&view=${view}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Plant to be read' })).toBeVisible();
    await expect(page.locator('main [data-drawn]').first()).toBeVisible();
    await expectAccessible(page);
  }
  for (const [view, shown] of [
    ['history', 'main tbody tr'],
    ['alerts&state=all', 'main section'],
    ['setUp', 'main section li'],
  ] as const) {
    await page.goto(`/pvPlant/detail?sid=${sid}&view=${view}`);
    await expect(page.locator(shown).first()).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto(`/pvPlant/edit?sid=${sid}`);
  await expect(page.getByRole('cell', { name: new RegExp(`^${SN}\\b`) })).toBeVisible();
  await expectAccessible(page);
});

test('a meter, a hybrid, a string inverter, a battery, a module, also on a phone', async ({ page, world }) => {
  const kinds = await makePlant(world, 'installer@example.com', 'Plant of kinds to be read');
  const addresses = await addKinds(world, 'installer@example.com', kinds, 'READ-');
  await signIn(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const address of addresses) {
      await page.goto(address);
      await expect(page.locator('main [data-drawn]').nth(1)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});

test('the search everywhere, empty and with hits', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('link', { name: 'Plant to be read', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('plant to be');
  await expect(page.getByRole('option', { name: /Plant to be read/ })).toBeVisible();
  await expectAccessible(page);
});

test('the wizard: both steps and the congratulations', async ({ page }) => {
  await signIn(page, { to: '/pvPlant/edit' });
  await expect(page.getByRole('heading', { level: 1, name: 'New plant' })).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('This Field is required.').first()).toBeVisible();
  await expectAccessible(page);
  await fillFirstStep(page, 'Plant without devices');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Skip and create the plant' }).click();
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeVisible();
  await expectAccessible(page);
});

test('unregistered devices and the account', async ({ page, world }) => {
  const [frame] = capturedFrames('12345678');
  expect(await postFrame(world.url, sentBy('0A0B0C0E', frame!))).toBe(200);
  await signIn(page, { email: 'admin@example.com', to: '/noRegGatewayList' });
  await expect(page.getByRole('row').filter({ hasText: '0A0B0C0E' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/ucenter/account');
  await expect(page.getByText('This session')).toBeVisible();
  await expectAccessible(page);
});

test('list and plant on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await expect(page.getByRole('link', { name: 'Plant to be read', exact: true })).toBeVisible();
  await expectAccessible(page);
  for (const view of ['overview', 'power', 'energy']) {
    await page.goto(`/pvPlant/detail?sid=${sid}&view=${view}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Plant to be read' })).toBeVisible();
    await expect(page.locator('main [data-drawn]').first()).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

test('what is administered, on a phone', async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, { email: 'admin@example.com' });
  for (const address of [
    ...['/dashboard', '/dashboard?section=users', '/alerts', '/users', '/companies', '/documentation', '/products'],
    ...[
      '/product/edit',
      '/hardwareConfig/inverter?model=10000',
      '/hardwareConfig/otaFile',
      '/hardwareConfig/otaFileEdit',
    ],
    ...['/system/rolesPermission', '/system/audit', `/pvPlant/parameterSetting?sid=${sid}`, '/ucenter/account'],
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [data-bone]')).toHaveCount(0);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(390);
  }
});
