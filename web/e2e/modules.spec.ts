// A gateway that is followed as it reports, and its modules sorted by keys; both on a phone.
import type { MqttClient } from 'mqtt';
import { ANNOUNCED, connectDevice, publish, rowsAgo } from './mqttDevices.ts';
import { choose, makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test, type World } from './world.ts';

const LATER = { timeout: 20_000 };
const INSTALLER = 'installer@example.com';
const GATEWAY = 'GWMODULES1';
const FIRST = '1F90AE01';
const SECOND = '1F90AE02';
const THIRD = '1F90AE03';
const BY_HAND = '1F90AE04';

let sid = '';
let gateway: MqttClient;

async function connect(world: World): Promise<MqttClient> {
  const token = await tokenOf(world, INSTALLER);
  const { data } = await post(world, 'site/updateFast', { sid, sn: [{ sn: GATEWAY, model: 10_000 }] }, token);
  const devices = [{ sn: BY_HAND, model: 800, tilt: 30, azimuth: 180 }];
  expect(await post(world, 'device/modules/add', { sid, gatewaySn: GATEWAY, devices }, token)).toMatchObject({
    code: 200,
  });
  const client = await connectDevice(world, GATEWAY, data.credentials[0]!.password);
  const child = (sn: string) => ({ sn, kind: 'microinverter', model: 'Microinverter', firmware: '12', inputs: 2 });
  const hanging = [child(FIRST), child(SECOND), child(THIRD)];
  await publish(client, 'announce', { ...ANNOUNCED, devices: hanging });
  return client;
}

const report = (rows: Parameters<typeof rowsAgo>[0]) => publish(gateway, 'report', rowsAgo(rows));
const inputPowers = (one: number, two: number) => ({
  powerW: one + two,
  ...{ input1PowerW: one, input1VoltageV: 38.4, input1CurrentA: one / 38.4 },
  ...{ input2PowerW: two, input2VoltageV: 37.9, input2CurrentA: two / 37.9 },
});

test.beforeAll(async ({ world }) => {
  sid = await makePlant(world, INSTALLER, 'House of modules', { userEmail: 'owner@example.com' });
  gateway = await connect(world);
  await report([
    [FIRST, 9, inputPowers(160.2, 80.1)],
    [SECOND, 9, inputPowers(50, 50)],
    // From next week.
    [FIRST, -8 * 86_400, inputPowers(1, 1)],
  ]);
});
// Another journey looks at the only plant of its owner.
test.afterAll(async ({ world }) => {
  await gateway.endAsync();
  await post(world, 'site/delete', { sid }, await tokenOf(world, INSTALLER));
});

test('a gateway is followed as it reports; its page and the dialog of new microinverters fit a phone', async ({
  page,
}) => {
  await signIn(page, { to: `/devices/gateway?sid=${sid}&sn=${GATEWAY}` });
  const now = page.getByRole('group', { name: 'Now', exact: true });
  await expect(now).toContainText('340', LATER);
  const children = page.getByRole('region', { name: 'Devices on it' });
  await expect(children.getByRole('row').filter({ hasText: BY_HAND })).toContainText('not announced, no data yet');
  await expectAccessible(page);
  await report([[FIRST, 2, inputPowers(170.2, 80.1)]]);
  await expect(now).toContainText('350', LATER);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Add microinverters' }).click();
  const dialog = page.getByRole('dialog', { name: `Add microinverters to ${GATEWAY}` });
  await dialog.getByLabel('Serial numbers').fill('1F90AE05');
  await dialog.getByRole('button', { name: 'Add to the list' }).click();
  await choose(page, 'Product of 1F90AE05', 'BDM-800');
  await dialog.getByRole('button', { name: 'Place on the roof of 1F90AE05' }).click();
  await dialog.getByRole('button', { name: 'Each of its 2 inputs by itself' }).click();
  await expect(dialog.getByRole('group', { name: '1F90AE05, Input 2' }).getByLabel('Tilt, °')).toBeVisible();
  await expectAccessible(page);
  expect(await dialog.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0);
});

test('modules are selected by keys and sorted into a page; on a phone nothing scrolls sideways', async ({
  page,
  world,
}) => {
  const token = await tokenOf(world, INSTALLER);
  await post(world, 'device/modules/page/add', { sid, name: 'West roof' }, token);
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  const modules = page.getByRole('region', { name: /^Modules/ });
  const entry = (name: string) =>
    modules.getByRole('list', { name: 'Pages' }).getByRole('button', { name: new RegExp(`^${name}`) });
  await entry('Not sorted').click();
  await modules.getByRole('checkbox').first().focus();
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
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(modules.getByRole('columnheader', { name: 'Module type' })).toHaveCount(0);
  const sideways = await modules
    .first()
    .evaluate(
      (region) =>
        [...region.querySelectorAll('*')].filter(
          (part) => part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX),
        ).length,
    );
  expect(sideways).toBe(0);
});
