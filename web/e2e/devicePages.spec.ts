// Pages of whole devices beside a real server: a meter that is followed as it reports, and one that replaces another.
import type { MqttClient } from 'mqtt';
import { exportReadings } from './exports.ts';
import { ANNOUNCED, connectDevice, publish, rowsAgo } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test, type World } from './world.ts';

const LATER = { timeout: 20_000 };
const INSTALLER = 'installer@example.com';
const GATEWAY = 'GWPAGES1';
const METER = 'PAGES-METER';
const THREE_WIRES = 'PAGES-THREE';
const BATTERY = 'PAGES-BATTERY';
const SENSOR = 'PAGES-SENSOR';

let sid = '';
let gateway: MqttClient;

/** A gateway with a device of each kind, signed in as devices do. */
async function connect(world: World): Promise<MqttClient> {
  const token = await tokenOf(world, INSTALLER);
  const { data } = await post(world, 'site/updateFast', { sid, sn: [{ sn: GATEWAY, model: 10_000 }] }, token);
  const client = await connectDevice(world, GATEWAY, data.credentials[0]!.password);
  const devices = [
    { sn: METER, kind: 'meter', firmware: '2.0.7' },
    { sn: THREE_WIRES, kind: 'meter', firmware: '2.0.7' },
    { sn: BATTERY, kind: 'battery', firmware: '1.30' },
    { sn: SENSOR, kind: 'sensor' },
  ];
  await publish(client, 'announce', { ...ANNOUNCED, devices });
  return client;
}

const report = (rows: Parameters<typeof rowsAgo>[0]) => publish(gateway, 'report', rowsAgo(rows));

const METER_VALUES = {
  ...{ powerW: -4310, frequencyHz: 50.01, l1VoltageV: 230.4, l2VoltageV: 231.1, l3VoltageV: 229.8 },
  ...{ l1CurrentA: -6, l2CurrentA: -6, l3CurrentA: -9, l1PowerW: -1200, l2PowerW: -1300, l3PowerW: -1810 },
  reactivePowerVar: 210,
};

test.beforeAll(async ({ world }) => {
  // None of its devices reports its rated power: units follow that of the plant.
  sid = await makePlant(world, INSTALLER, 'House of four kinds', { powerMax: 9000 });
  gateway = await connect(world);
  await report([
    [METER, 1200, { ...METER_VALUES, importWh: 1000, exportWh: 50_000 }],
    [METER, 900, { ...METER_VALUES, importWh: 1010, exportWh: 50_400 }],
    [METER, 600, { ...METER_VALUES, importWh: 1020, exportWh: 50_800 }],
    [BATTERY, 65, { powerW: 1500, socPercent: 40, chargeWh: 90_000, dischargeWh: 70_000 }],
    [BATTERY, 1, { powerW: -650, socPercent: 40, chargeWh: 90_020, dischargeWh: 70_010 }],
    [SENSOR, 5, { irradianceWm2: 812, moduleTemperatureC: 47.3, windSpeedMs: 2.4 }],
  ]);
});
test.afterAll(async () => {
  await gateway.endAsync();
});

test('a meter is followed as it reports, on its page, in its readings and beside the other devices of its plant', async ({
  page,
}) => {
  const listening = page.waitForResponse((answer) => answer.url().includes('/live?sid=') && answer.ok());
  await signIn(page, { to: `/devices/electricMeter?sid=${sid}&sn=${METER}` });
  await listening;
  await report([[METER, 1, { ...METER_VALUES, importWh: 1030, exportWh: 51_200 }]]);
  await expect(page.getByRole('group', { name: 'To grid' })).toContainText('4.31 kW', LATER);
  const energies = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'To grid' }) });
  await expect(energies.getByRole('cell').last()).toContainText('1.20 kWh', LATER);
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: '-4,310' }).first()).toBeVisible();
  expect((await exportReadings(page)).suggestedFilename()).toMatch(new RegExp(`^${METER}_.*\\.csv$`));
  await expectAccessible(page);

  // The plant and the gateway show the same power of each device.
  const row = (sn: string) => page.getByRole('row').filter({ hasText: sn });
  const powers = async (sn: string) => (await row(sn).locator('td').allTextContents()).slice(2, 4);
  await page.goto(`/pvPlant/detail?sid=${sid}`);
  await expect(row(METER)).toContainText('-4,310.0to the grid', LATER);
  await expect(row(BATTERY)).toContainText('-650.0charging');
  const onPlant = [await powers(METER), await powers(BATTERY)];
  await expectAccessible(page);
  await page.goto(`/devices/gateway?sid=${sid}&sn=${GATEWAY}`);
  await expect(row(METER)).toContainText('-4,310.0to the grid', LATER);
  expect([await powers(METER), await powers(BATTERY)]).toEqual(onPlant);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('to the grid').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('what a replaced meter had counted is explained within the page on a phone and on a desk', async ({
  page,
  world,
}) => {
  await report([
    [THREE_WIRES, 900, { powerW: 1290, importWh: 3000, exportWh: 100 }],
    [THREE_WIRES, 2, { powerW: 1290, importWh: 6600, exportWh: 1900 }],
  ]);
  const token = await tokenOf(world, INSTALLER);
  const replaced = await post(world, 'device/replace', { sid, sn: THREE_WIRES, by: 'PAGES-THREE-2' }, token);
  expect(replaced.code).toBe(200);
  await signIn(page, { to: `/devices/electricMeter?sid=${sid}&sn=PAGES-THREE-2` });
  const from = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'From grid' }) });
  await expect(from.getByRole('cell').last()).toContainText('3.60 kWh');
  await from.getByRole('cell').last().locator('summary').click();
  const explained = from.getByText('3.60 kWh of it from what was in its place before');
  await expect(explained).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const box = (await explained.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  }
});

test('a sensor can be used by everybody', async ({ page }) => {
  await signIn(page, { to: `/devices/sensor?sid=${sid}&sn=${SENSOR}` });
  await expect(page.getByRole('group', { name: 'Irradiance' })).toContainText('812 W/m²');
  await expectAccessible(page);
});
