// A plant that measures more than its production: its power beside production, and any range of its energy with a balance whose sums agree.
import type { Page } from '@playwright/test';
import type { MqttClient } from 'mqtt';
import { ANNOUNCED, connectDevice, publish, rowsAgo } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

const INSTALLER = 'installer@example.com';
const GATEWAY = 'GWFLOWS001';
const INVERTER = 'FLOWS-INVERTER';
const METER = 'FLOWS-METER';
const BATTERY = 'FLOWS-BATTERY';

const dayOf = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(at);
const YESTERDAY = dayOf(Date.now() - 86_400_000);
const noon = Date.parse(`${YESTERDAY}T11:00:00Z`);

let sid = '';
let gateway: MqttClient;

test.beforeAll(async ({ world }) => {
  sid = await makePlant(world, INSTALLER, 'House of flows');
  const token = await tokenOf(world, INSTALLER);
  const { data } = await post(world, 'site/updateFast', { sid, sn: [{ sn: GATEWAY, model: 10_000 }] }, token);
  gateway = await connectDevice(world, GATEWAY, data.credentials[0]!.password);
  const devices = [
    { sn: INVERTER, kind: 'inverter', firmware: '9.07' },
    { sn: METER, kind: 'meter', firmware: '2.0.7' },
    { sn: BATTERY, kind: 'battery', firmware: '1.30' },
  ];
  await publish(gateway, 'announce', { ...ANNOUNCED, devices });
  const minutes = Array.from({ length: 37 }, (_, n) => n * 5);
  const agoS = (minute: number) => Math.round((Date.now() - noon) / 1000) - minute * 60;
  await publish(
    gateway,
    'report',
    rowsAgo(
      minutes.flatMap((minute) => [
        [INVERTER, agoS(minute), { powerW: 3000 }] as const,
        // Read every quarter of an hour.
        ...(minute % 15 === 0 ? [[METER, agoS(minute), { powerW: -1200 }] as const] : []),
        [BATTERY, agoS(minute), { powerW: -800, socPercent: 40 }] as const,
      ]),
    ),
  );
});
test.afterAll(async ({ world }) => {
  await gateway.endAsync();
  await post(world, 'site/delete', { sid }, await tokenOf(world, INSTALLER));
});

test('the overview says that money stands on what the meters tell', async ({ page }) => {
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  await expect(page.getByText('As the meters tell: own use at the price of a bought kWh')).toBeVisible();
  await expect(page.getByText('without a meter')).toBeHidden();
});

const quantity = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: /^Quantities/ }).getByRole('button', { name });

test('consumption, grid and battery of a plant stand beside its production, in the address and in its table', async ({
  page,
}) => {
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=power&day=${YESTERDAY}` });
  for (const name of [/^Consumption W/, /^Grid power W/, /^Battery power W/]) await quantity(page, name).click();
  await expect(page.getByRole('img', { name: /Production, Consumption, Grid power, Battery power/ })).toBeVisible();
  await expect(page.getByText('Above zero: from the grid')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(quantity(page, /^Grid power W/)).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Show as table' }).click();
  const at = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
  // Between two readings of the meter; last what the sun would give that day.
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: at.format(noon + 65 * 60_000) }) });
  await expect(row.getByRole('cell')).toHaveText(['3,000', '1,000', '-1,200', '-800', /^\d[\d.,]*$/]);
  // Nothing is offered that no weather service is asked for.
  await expect(quantity(page, /^Cloud cover/)).toHaveCount(0);
});

test('a range is drawn as its length suggests or as one chooses; what came and what went have one sum', async ({
  page,
}) => {
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=energy` });
  await page.getByText('Range', { exact: true }).click();
  await expect(page).toHaveURL(/by=range/);
  const bars = page.getByRole('combobox', { name: 'Bars of the range' });
  await expect(bars).toContainText('By month');
  await bars.click();
  await page.getByRole('option', { name: 'By year' }).click();
  await expect(page).toHaveURL(/bars=year/);
  await expect(page.getByRole('img', { name: /House of flows.*energy produced/ })).toBeVisible();
  await page.goto(`/pvPlant/detail?sid=${sid}&view=energy&by=range&from=${YESTERDAY}&to=${YESTERDAY}`);
  await expect(bars).toContainText('By day');
  const sums = page
    .getByRole('table', { name: /^Where it/ })
    .getByRole('row')
    .filter({ hasText: /^Sum/ });
  await expect(sums).toHaveCount(2);
  await expect(sums.first().getByRole('cell')).toHaveText(/^\d+\.\d\d$/);
  const [came] = await sums.first().getByRole('cell').allInnerTexts();
  await expect(sums.last().getByRole('cell')).toHaveText(came!);
  await expectAccessible(page);
});
