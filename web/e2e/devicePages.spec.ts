// Pages of devices: navigation to them, a meter followed as it reports, the energy flow of a hybrid, strings compared with each other, a battery; by keyboard; and access rights.
import type { MqttClient } from 'mqtt';
import { exportReadings } from './exports.ts';
import { ANNOUNCED, connectDevice, publish, rowsAgo } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, type Portal, signIn, test } from './portal.ts';

const LATER = { timeout: 20_000 };
const INSTALLER = 'installer@example.com';
const GATEWAY = 'GWPAGES1';
const METER = 'PAGES-METER';
const THREE_WIRE_METER = 'PAGES-THREE';
const HYBRID = 'PAGES-HYBRID';
const INVERTER = 'PAGES-INVERTER';
const BATTERY = 'PAGES-BATTERY';
const SENSOR = 'PAGES-SENSOR';

let sid = '';
let gateway: MqttClient;

/** Connects a gateway with a device of each kind by MQTT. */
async function connect(portal: Portal): Promise<MqttClient> {
  const token = await tokenOf(portal, INSTALLER);
  const { data } = await post(portal, 'site/updateFast', { sid, sn: [{ sn: GATEWAY, model: 10_000 }] }, token);
  const client = await connectDevice(portal, GATEWAY, data.credentials[0]!.password);
  const devices = [
    { sn: METER, kind: 'meter', firmware: '2.0.7' },
    { sn: THREE_WIRE_METER, kind: 'meter', firmware: '2.0.7' },
    { sn: HYBRID, kind: 'hybrid', firmware: '4.21' },
    { sn: INVERTER, kind: 'inverter', firmware: '9.07' },
    { sn: BATTERY, kind: 'battery', firmware: '1.30' },
    { sn: SENSOR, kind: 'sensor' },
  ];
  await publish(client, 'announce', { ...ANNOUNCED, devices });
  return client;
}

const report = (rows: Parameters<typeof rowsAgo>[0]) => publish(gateway, 'report', rowsAgo(rows));

const METER_VALUES = {
  powerW: -4310,
  frequencyHz: 50.01,
  l1VoltageV: 230.4,
  l2VoltageV: 231.1,
  l3VoltageV: 229.8,
  l1CurrentA: -6,
  l2CurrentA: -6,
  l3CurrentA: -9,
  l1PowerW: -1200,
  l2PowerW: -1300,
  l3PowerW: -1810,
  reactivePowerVar: 210,
};

const THREE_WIRE_VALUES = {
  powerW: 1290,
  frequencyHz: 49.99,
  l12VoltageV: 401.2,
  l23VoltageV: 399.8,
  l31VoltageV: 400.5,
  l1CurrentA: 2,
  l2CurrentA: 1.9,
  l3CurrentA: 1.8,
  l1PowerW: 450,
  l2PowerW: 430,
  l3PowerW: 410,
};

test.beforeAll(async ({ portal }) => {
  // None of the devices has a rated power, so all are shown in the unit of the plant's peak power.
  sid = await makePlant(portal, INSTALLER, 'House of four kinds', { powerMax: 9000 });
  gateway = await connect(portal);
  await report([
    [METER, 1200, { ...METER_VALUES, importWh: 1000, exportWh: 50_000 }],
    [METER, 900, { ...METER_VALUES, importWh: 1010, exportWh: 50_400 }],
    [METER, 600, { ...METER_VALUES, importWh: 1020, exportWh: 50_800 }],
    [
      HYBRID,
      5,
      {
        powerW: 3200,
        gridPowerW: -850,
        loadPowerW: 1400,
        batteryPowerW: -950,
        batterySocPercent: 63,
        input1PowerW: 1600,
        input1VoltageV: 402.1,
        input2PowerW: 1600,
        batteryVoltageV: 51.9,
        temperatureC: 41.5,
      },
    ],
    [
      INVERTER,
      5,
      {
        powerW: 9000,
        insulationOhm: 2_400_000,
        temperatureC: 51.2,
        l1VoltageV: 231,
        l1PowerW: 3000,
        input1PowerW: 3000,
        input2PowerW: 3000,
        input3PowerW: 1500,
        input3VoltageV: 611.5,
        string1CurrentA: 5,
        string2CurrentA: 5,
        string3CurrentA: 2.5,
      },
    ],
    [BATTERY, 5, { powerW: 1500, socPercent: 40, sohPercent: 98.2, voltageV: 51.2, temperatureC: 24.5, cycles: 211 }],
    [SENSOR, 5, { irradianceWm2: 812, moduleTemperatureC: 47.3, windSpeedMs: 2.4 }],
  ]);
});
test.afterAll(async () => {
  await gateway.endAsync();
});

test('a meter is opened from the list of devices and its phases, energies and readings follow its reports', async ({
  page,
}) => {
  await signIn(page, { to: `/devices/index?q=${METER}` });
  await page.getByRole('link', { name: METER }).click();
  await page.waitForURL(/\/devices\/electricMeter\?/);
  await expect(page.getByRole('heading', { level: 1, name: METER })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'House of four kinds' })).toBeVisible();
  await expect(main.getByText('Firmware 2.0.7')).toBeVisible();
  const listening = page.waitForResponse((answer) => answer.url().includes('/live?sid=') && answer.ok());
  await page.reload();
  await listening;

  await report([[METER, 1, { ...METER_VALUES, importWh: 1030, exportWh: 51_200 }]]);
  await expect(page.getByRole('group', { name: 'Export' })).toContainText('4.31 kW', LATER);
  const phases = page.getByRole('table', { name: 'Phases' });
  await expect(phases.getByRole('row').filter({ hasText: 'L3' })).toContainText('229.8');
  await expect(phases.getByRole('row').filter({ hasText: 'Sum' })).toContainText('-4,310');
  await expect(page.getByRole('group', { name: 'Current imbalance' })).toContainText('29 %');
  await expect(main.getByText('Three phases, four wires')).toBeVisible();
  const energies = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Export' }) });
  await expect(energies.getByRole('cell').last()).toContainText('1.20 kWh', LATER);
  await report([[METER, 0, { ...METER_VALUES, powerW: 640, importWh: 1030, exportWh: 51_200 }]]);
  await expect(page.getByRole('group', { name: 'Import' })).toContainText('0.64 kW', LATER);

  // The address keeps the selected quantities; four units have an axis each, a fifth is not offered.
  const others = ['Current L1 A', 'Frequency Hz'];
  for (const name of ['Voltage L1 V', ...others]) await page.getByRole('button', { name }).click();
  await expect(page.getByRole('button', { name: 'Reactive power var' })).toBeDisabled();
  for (const name of others) await page.getByRole('button', { name }).click();
  await expect(page.getByRole('button', { name: 'Reactive power var' })).toBeEnabled();
  await page.getByRole('button', { name: 'Grid power W' }).click();
  await expect(page).toHaveURL(/lines=.*L1/);
  await page.reload();
  await expect(page.getByRole('img', { name: /Voltage L1 over the day in V/ })).toBeVisible();

  const chart = page.getByRole('region', { name: 'Energy over time' });
  await expect(chart.getByRole('img', { name: /Import, Export over the day in kWh/ })).toBeVisible();
  await chart.getByText('Days', { exact: true }).click();
  await expect(chart.getByRole('img', { name: /Export 1.20 kWh/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: '-4,310' }).first()).toBeVisible();
  const saving = exportReadings(page);
  expect((await saving).suggestedFilename()).toMatch(new RegExp(`^${METER}_.*\\.csv$`));
  await page
    .getByRole('navigation', { name: /^Views of the/ })
    .getByRole('link', { name: 'Alerts', exact: true })
    .click();
  await expect(page.getByText('No open alerts').or(page.getByRole('list', { name: 'Alerts' }))).toBeVisible();
  await expectAccessible(page);
});

test('a meter on three wires shows voltages between phases, one on four wires those of its phases, and a replacement continues their energies', async ({
  page,
  portal,
}) => {
  await report([
    [THREE_WIRE_METER, 900, { ...THREE_WIRE_VALUES, importWh: 3000, exportWh: 100 }],
    // More than the power explains: it counts once the next reading confirms it.
    [THREE_WIRE_METER, 450, { ...THREE_WIRE_VALUES, importWh: 6600, exportWh: 1900 }],
    [THREE_WIRE_METER, 2, { ...THREE_WIRE_VALUES, importWh: 6600, exportWh: 1900 }],
    [METER, 2, { ...METER_VALUES, importWh: 1030, exportWh: 51_200 }],
  ]);
  await signIn(page);
  const BETWEEN = ['L1–L2', 'L2–L3', 'L3–L1'];
  const OF_A_PHASE = /^Voltage L[123](?!–)/;
  const OF_TWO = /^Voltage L[123]–L[123]/;
  const phases = page.getByRole('table', { name: 'Phases' });
  const connection = page.locator('dl').filter({ hasText: 'Wires' });
  const lines = (name: RegExp) => page.getByRole('main').getByRole('button', { name });
  const columns = (name: RegExp) => page.getByRole('columnheader', { name });

  await page.goto(`/devices/electricMeter?sid=${sid}&sn=${THREE_WIRE_METER}`);
  await expect(connection).toContainText('Three phases, three wires', LATER);
  for (const [place, name] of BETWEEN.entries())
    await expect(connection).toContainText(`${name}${['401.2', '399.8', '400.5'][place]}`);
  await expect(phases.getByRole('row').filter({ hasText: 'L2' })).toContainText('430');
  await expect(phases.getByRole('columnheader', { name: /Current/ })).toBeVisible();
  await expect(phases.getByRole('columnheader', { name: /Voltage/ })).toHaveCount(0);
  await expect(lines(OF_TWO)).toHaveCount(3);
  await expect(lines(OF_A_PHASE)).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/devices/electricMeter?sid=${sid}&sn=${THREE_WIRE_METER}&view=history`);
  await expect(columns(OF_TWO)).toHaveCount(3);
  await expect(columns(OF_A_PHASE)).toHaveCount(0);

  await page.goto(`/devices/electricMeter?sid=${sid}&sn=${METER}`);
  await expect(connection).toContainText('Three phases, four wires', LATER);
  for (const name of BETWEEN) await expect(connection).not.toContainText(name);
  await expect(phases.getByRole('columnheader', { name: /Voltage/ })).toBeVisible();
  await expect(lines(OF_A_PHASE)).toHaveCount(3);
  await expect(lines(OF_TWO)).toHaveCount(0);
  await page.goto(`/devices/electricMeter?sid=${sid}&sn=${METER}&view=history`);
  await expect(columns(OF_A_PHASE)).toHaveCount(3);
  await expect(columns(OF_TWO)).toHaveCount(0);

  const token = await tokenOf(portal, INSTALLER);
  const replaced = await post(portal, 'device/replace', { sid, sn: THREE_WIRE_METER, by: 'PAGES-THREE-2' }, token);
  expect(replaced.code).toBe(200);
  await page.goto(`/devices/electricMeter?sid=${sid}&sn=PAGES-THREE-2`);
  const from = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Import' }) });
  await expect(from.getByRole('cell').last()).toContainText('3.60 kWh');
  await from.getByRole('cell').last().locator('summary').click();
  const inherited = from.getByText('3.60 kWh of it from the device it replaced');
  await expect(inherited).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const box = (await inherited.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  }
});

test('a hybrid shows its energy flow drawn and in words, its battery and inputs, and no live values once it is silent', async ({
  page,
  portal,
}) => {
  await signIn(page, { to: `/devices/allInOneMachine?sid=${sid}&sn=${HYBRID}` });
  await expect(page.getByRole('group', { name: 'Solar power' })).toContainText('3.20 kW');
  const words = page.getByRole('list', { name: 'Energy flow in words' });
  for (const sentence of [
    'Solar produces',
    'Home uses 1.40 kW',
    'Exporting 0.85 kW to the grid',
    'Battery charges at 0.95 kW, 63% full',
  ])
    await expect(words).toContainText(sentence);
  await expect(page.getByRole('group', { name: 'State of charge' })).toContainText('63 %');
  const inputs = page.getByRole('table', { name: 'Inputs (MPPT)' });
  await expect(inputs.getByRole('row').filter({ hasText: 'Input 1' })).toContainText('402.1');
  await expect(page.getByRole('img', { name: /Production, Grid power, Load, Battery power/ })).toBeVisible();
  await expectAccessible(page);
  // Once the device is silent, no live values are shown.
  await portal.sql`update device_live set at = now() - interval '1 hour', version = version + 1 where sn = ${HYBRID}`;
  await page.reload();
  await expect(words).toContainText('The last values are no longer current');
  await expect(words).toContainText('Grid: no live value');
  await expect(page.getByRole('group', { name: 'Solar power' })).toContainText('1 h ago');
});

test('a string inverter compares its inputs and strings and shows its AC side and insulation, and a battery its charge', async ({
  page,
}) => {
  await signIn(page, { to: `/devices/stringMachine?sid=${sid}&sn=${INVERTER}` });
  const inputs = page.getByRole('table', { name: 'Inputs (MPPT)' });
  await expect(inputs.getByRole('row').filter({ hasText: 'Input 3' })).toContainText('50%');
  const strings = page.getByRole('table', { name: 'Strings' });
  await expect(strings.getByRole('row').filter({ hasText: 'String 3' })).toContainText('2.50');
  await expect(page.getByText('tilt and azimuth of this inverter are not set')).toBeVisible();
  await expect(page.locator('dl').filter({ hasText: 'Insulation resistance' })).toContainText('2.4 MΩ');
  await expectAccessible(page);
  await page.goto(`/devices/battery?sid=${sid}&sn=${BATTERY}`);
  await expect(page.getByRole('group', { name: 'State of charge' })).toContainText('40 %');
  await expect(page.getByRole('group', { name: 'Discharging' })).toContainText('1.50 kW');
  await expect(page.locator('dl').filter({ hasText: 'Full cycles' })).toContainText('211');
  await expectAccessible(page);
});

test('a sensor shows current irradiance, temperature and wind, their day and readings, and no energy', async ({
  page,
}) => {
  await signIn(page, { to: `/devices/index?q=${SENSOR}` });
  await page.getByRole('link', { name: SENSOR }).click();
  await page.waitForURL(/\/devices\/sensor\?/);
  await expect(page.getByRole('group', { name: 'Irradiance' })).toContainText('812 W/m²');
  await expect(page.getByRole('group', { name: 'Module temperature' })).toContainText('47.3 °C');
  await expect(page.getByRole('group', { name: 'Wind speed' })).toContainText('2.4 m/s');
  await expect(page.getByRole('img', { name: /Irradiance/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Energy over time' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: '812' }).first()).toBeVisible();
});

test('the devices of a plant lead to their pages, and an owner reads them without the permission to delete history', async ({
  page,
  portal,
}) => {
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  await page.getByRole('link', { name: `Power of ${HYBRID}` }).click();
  await page.waitForURL(/\/devices\/allInOneMachine\?/);
  const owned = await makePlant(portal, INSTALLER, 'House of an owner', { userEmail: 'owner@example.com' });
  const token = await tokenOf(portal, INSTALLER);
  expect(
    (await post(portal, 'site/updateFast', { sid: owned, sn: [{ sn: 'OWNED-METER', model: 10_005 }] }, token)).code,
  ).toBe(200);
  await page.goto(`/devices/electricMeter?sid=${owned}&sn=OWNED-METER`);
  await expect(page.getByText('has never reported')).toBeVisible();
  await expect(page.getByText('No energy data of this device yet.')).toBeVisible();
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, { email: 'owner@example.com', to: `/pvPlant/detail?sid=${owned}` });
  await page.getByRole('link', { name: 'Power of OWNED-METER' }).click();
  await page.waitForURL(/devices\/electricMeter\?.*sn=OWNED-METER/);
  await expect(page.getByText('has never reported')).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('button', { name: /Delete/ })).toHaveCount(0);
  await expectAccessible(page);
  // An owner may not open devices of another's plant, nor the list of all devices, which is for the trade.
  await page.goto(`/devices/allInOneMachine?sid=${sid}&sn=${HYBRID}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Device not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All plants' })).toBeVisible();
  await page.goto('/devices/index');
  await page.waitForURL(/\/403/);
  // Another journey needs its plant to be the only one of this owner.
  await post(portal, 'site/delete', { sid: owned }, token);
});

test("the devices of a plant show the current power of a meter and a battery with its direction, and today's energy by direction", async ({
  page,
}) => {
  await report([
    [METER, 1, { ...METER_VALUES, importWh: 1030, exportWh: 51_200 }],
    [BATTERY, 65, { powerW: 1500, socPercent: 40, chargeWh: 90_000, dischargeWh: 70_000 }],
    [BATTERY, 1, { powerW: -650, socPercent: 40, chargeWh: 90_020, dischargeWh: 70_010 }],
  ]);
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  const row = (sn: string) => page.getByRole('row').filter({ hasText: sn });
  await expect(row(METER)).toContainText('-4,310.0to the grid', LATER);
  await expect(row(METER)).toContainText(/from the grid.*0\.0[123].*to the grid/);
  await expect(row(BATTERY)).toContainText('-650.0charging');
  await expect(row(BATTERY)).toContainText(/charged.*discharged/);
  await expectAccessible(page);
  // The gateway's page shows the same values for the devices connected to it.
  const powers = async (sn: string) => (await row(sn).locator('td').allTextContents()).slice(2, 4);
  const onPlant = [await powers(METER), await powers(BATTERY)];
  await page.goto(`/devices/gateway?sid=${sid}&sn=${GATEWAY}`);
  await expect(row(METER)).toContainText('-4,310.0to the grid', LATER);
  expect([await powers(METER), await powers(BATTERY)]).toEqual(onPlant);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('to the grid').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
