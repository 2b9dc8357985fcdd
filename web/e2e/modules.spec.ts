// Gateways and modules: navigation from the list of devices to a gateway, its devices and activity, a new password; pages of modules; by keyboard; and access rights.
import type { MqttClient } from 'mqtt';
import { ANNOUNCED, connectDevice, publish, rowsAgo } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, type Portal, signIn, test } from './portal.ts';

const LATER = { timeout: 20_000 };
const INSTALLER = 'installer@example.com';
const GATEWAY = 'GWMODULES1';
const FIRST = '1F90AE01';
const SECOND = '1F90AE02';
const THIRD = '1F90AE03';
const BY_HAND = '1F90AE04';

let sid = '';
let gateway: MqttClient;

async function connect(portal: Portal): Promise<MqttClient> {
  const token = await tokenOf(portal, INSTALLER);
  const { data } = await post(portal, 'site/updateFast', { sid, sn: [{ sn: GATEWAY, model: 10_000 }] }, token);
  const devices = [{ sn: BY_HAND, model: 800, tilt: 30, azimuth: 180 }];
  expect(await post(portal, 'device/modules/add', { sid, gatewaySn: GATEWAY, devices }, token)).toMatchObject({
    code: 200,
  });
  const client = await connectDevice(portal, GATEWAY, data.credentials[0]!.password);
  const child = (sn: string) => ({ sn, kind: 'microinverter', model: 'Microinverter', firmware: '12', inputs: 2 });
  const children = [child(FIRST), child(SECOND), child(THIRD)];
  await publish(client, 'announce', { ...ANNOUNCED, devices: children });
  return client;
}

const report = (rows: Parameters<typeof rowsAgo>[0]) => publish(gateway, 'report', rowsAgo(rows));
const values = (one: number, two: number) => ({
  powerW: one + two,
  input1PowerW: one,
  input1VoltageV: 38.4,
  input1CurrentA: one / 38.4,
  input2PowerW: two,
  input2VoltageV: 37.9,
  input2CurrentA: two / 37.9,
});

test.beforeAll(async ({ portal }) => {
  sid = await makePlant(portal, INSTALLER, 'House of modules', { userEmail: 'owner@example.com' });
  gateway = await connect(portal);
  await report([
    [FIRST, 9, values(160.2, 80.1)],
    [SECOND, 9, values(50, 50)],
    // A report dated next week.
    [FIRST, -8 * 86_400, values(1, 1)],
  ]);
});
// Another journey needs this to be the only plant of its owner.
test.afterAll(async ({ portal }) => {
  await gateway.endAsync();
  await post(portal, 'site/delete', { sid }, await tokenOf(portal, INSTALLER));
});

test('a gateway is opened from the list of devices, its devices follow their reports, and its password is renewed', async ({
  page,
}) => {
  await signIn(page, { to: '/devices/index?kind=gateway' });
  await page.getByRole('link', { name: GATEWAY }).click();
  await expect(page.getByRole('heading', { level: 1, name: GATEWAY })).toBeVisible();
  await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible(LATER);
  await expect(page.getByText('-61 dBm')).toBeVisible();
  await expect(page.getByText('60 s', { exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Now', exact: true })).toContainText('340');
  const children = page.getByRole('region', { name: 'Connected devices' });
  await expect(children.getByRole('row').filter({ hasText: FIRST })).toContainText('240.3');
  await expect(children.getByRole('row').filter({ hasText: THIRD })).toContainText('announced, no data yet');
  await expect(children.getByRole('row').filter({ hasText: BY_HAND })).toContainText('not announced, no data yet');
  await expect(page.getByText('2 devices have not sent any data yet.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'more than 10 minutes in the future' })).toContainText('1');
  await expectAccessible(page);
  await report([[FIRST, 2, values(170.2, 80.1)]]);
  await expect(page.getByRole('group', { name: 'Now', exact: true })).toContainText('350', LATER);

  await page.getByRole('button', { name: 'New password' }).click();
  const ended = new Promise<void>((resolve) => gateway.once('close', () => resolve()));
  await page
    .getByRole('dialog', { name: `New password for ${GATEWAY}?` })
    .getByRole('button', { name: 'New password' })
    .click();
  const shown = page.getByRole('dialog', { name: 'MQTT passwords' });
  await expect(shown.locator('code')).toHaveText(/^[\w-]{24}$/);
  await ended;
  await shown.getByRole('button', { name: 'Done, I saved it' }).click();
  await expect(page.getByText('Not connected', { exact: true }).first()).toBeVisible({ timeout: 40_000 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('modules are sorted into pages, several at once and by keyboard, and pages are added, renamed, moved and deleted', async ({
  page,
  portal,
}) => {
  const token = await tokenOf(portal, INSTALLER);
  // The journey that adds microinverters has already added the page, if it ran first.
  await post(portal, 'device/modules/page/add', { sid, name: 'East roof' }, token);
  await post(portal, 'device/modules/move/batch', { sid, page: 1, list: [{ sn: FIRST, input: 1 }] }, token);
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  const modules = page.getByRole('region', { name: /^Modules/ });
  const pages = modules.getByRole('list', { name: 'Pages' });
  const entry = (name: string) => pages.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(entry('All modules')).toContainText('6 modules');
  await expect(entry('East roof')).toContainText('1 module');

  for (const name of ['West roof', 'Barn']) {
    await modules.getByRole('button', { name: 'Add a page' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add a page' }).getByLabel('Name of the page').fill(name);
    await page.keyboard.press('Enter');
    await expect(entry(name)).toHaveAttribute('aria-pressed', 'true');
    await expect(modules.getByText('No modules on this page')).toBeVisible();
  }
  // Names of pages are unique.
  await modules.getByRole('button', { name: 'Add a page' }).click();
  await page.getByRole('dialog', { name: 'Add a page' }).getByLabel('Name of the page').fill('barn');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add a page' }).getByLabel('Name of the page')).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  // Selects from the first to the third with Shift, by keyboard alone.
  await entry('Without a page').click();
  await expect(modules.getByRole('row')).toHaveCount(6);
  const boxes = modules.getByRole('checkbox');
  await boxes.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(modules.getByText('3 selected')).toBeVisible();
  await modules.getByRole('combobox', { name: 'Move to the page' }).click();
  await page.getByRole('option', { name: 'West roof' }).click();
  await expectAccessible(page);
  await modules.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(entry('West roof')).toContainText('3 modules');
  await expect(entry('Without a page')).toContainText('2 modules');
  await entry('West roof').click();
  await expect(modules.getByRole('row')).toHaveCount(4);

  const act = async (name: string, action: string) => {
    await modules.getByRole('button', { name: `Actions for the page ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('Barn', 'Rename');
  await page.getByLabel('Name of the page').fill('Shed');
  await page.keyboard.press('Enter');
  await expect(entry('Shed')).toBeVisible();
  await act('Shed', 'Move up');
  await expect(pages.getByRole('listitem').nth(2)).toContainText('Shed');
  await act('West roof', 'Delete');
  await expect(page.getByRole('dialog', { name: 'Delete the page West roof?' })).toContainText('3 modules stay');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(entry('West roof')).toHaveCount(0);
  await expect(entry('Without a page')).toContainText('5 modules');

  // Finds a module by the search and edits it from the result.
  await modules.getByLabel('Number, name, module type').fill(SECOND);
  await expect(modules.getByRole('row')).toHaveCount(3);
  await modules.getByRole('button', { name: `Edit ${SECOND}_2` }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Ridge');
  await page.keyboard.press('Enter');
  await expect(modules.getByRole('link', { name: 'Ridge' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // No part inside scrolls sideways either.
  await expect(modules.getByRole('columnheader', { name: 'Module type' })).toHaveCount(0);
  await expect(modules.getByRole('link', { name: 'Ridge' })).toBeVisible();
  expect(
    await modules
      .first()
      .evaluate(
        (region) =>
          [...region.querySelectorAll('*')].filter(
            (part) => part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX),
          ).length,
      ),
  ).toBe(0);
});

test('microinverters are added under a gateway before it announces them, with the position of their modules', async ({
  page,
  portal,
}) => {
  await post(portal, 'device/modules/page/add', { sid, name: 'East roof' }, await tokenOf(portal, INSTALLER));
  await signIn(page, { to: `/devices/gateway?sid=${sid}&sn=${GATEWAY}` });
  await page.getByRole('button', { name: 'Add microinverters' }).click();
  const dialog = page.getByRole('dialog', { name: `Add microinverters to ${GATEWAY}` });
  await dialog.getByLabel('Serial numbers').fill('1F90AE05');
  await dialog.getByRole('button', { name: 'Add to list' }).click();
  await dialog
    .getByRole('combobox', { name: 'Product of 1F90AE05' })
    .or(dialog.getByLabel('Product of 1F90AE05'))
    .first()
    .click();
  await expect(page.getByRole('option', { name: 'HG-1' })).toHaveCount(0);
  await page.getByRole('option', { name: 'BDM-800' }).click();
  await dialog.getByRole('button', { name: 'Position of 1F90AE05 on the roof' }).click();
  await dialog.getByLabel('Tilt, °').first().fill('30');
  await dialog.getByRole('button', { name: 'Set each of its 2 inputs separately' }).click();
  const second = dialog.getByRole('group', { name: '1F90AE05, Input 2' });
  await second.getByLabel('Tilt, °').fill('12.5');
  await second.getByLabel('Azimuth, °').fill('270');
  await second.getByRole('combobox', { name: 'Page' }).click();
  await page.getByRole('option', { name: 'East roof' }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(second.getByLabel('Tilt, °')).toBeVisible();
  expect(await dialog.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'Add 1 device' }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('region', { name: 'Connected devices' }).getByRole('row').filter({ hasText: '1F90AE05' }),
  ).toContainText('not announced, no data yet');
  const token = await tokenOf(portal, INSTALLER);
  const { data } = await post(portal, 'device/modules', { sid, sn: '1F90AE05' }, token);
  expect(data.list).toMatchObject([
    { addr: 1, tilt: 30, azimuth: null, page: 0, own: [] },
    { addr: 2, tilt: 12.5, azimuth: 270, pageName: 'East roof', own: ['tilt', 'azimuth'] },
  ]);
});

test('an owner reads the gateways and modules of a plant', async ({ page }) => {
  await signIn(page, { email: 'owner@example.com', to: `/pvPlant/detail?sid=${sid}` });
  await page.getByRole('row').filter({ hasText: FIRST }).getByRole('link').click();
  await expect(page).toHaveURL(/devices\/module\/detail/);
  await expect(page.getByRole('heading', { level: 1, name: `${FIRST}_1` })).toBeVisible();
  await page.goto(`/devices/gateway?sid=${sid}&sn=${GATEWAY}`);
  await expect(page.getByRole('heading', { level: 1, name: GATEWAY })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Connected devices' }).getByRole('row').filter({ hasText: FIRST }),
  ).toBeVisible();
});
