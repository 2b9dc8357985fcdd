// A day's power looked into with a pointer: the band of its coarse steps, its file, and a dragged part in finer ones.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { MqttClient } from 'mqtt';
import { ANNOUNCED, connectDevice, publish, rowsAgo } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test, type World } from './world.ts';

const INSTALLER = 'installer@example.com';
const GATEWAY = 'GWPOWER001';
const FIRST = '1F90AF01';
const SECOND = '1F90AF02';

let sid = '';
let gateway: MqttClient;

/** Yesterday at the plant, whatever the clock says here. */
const dayOf = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(at);
const noonAt = (day: string): number => Date.parse(`${day}T11:00:00Z`);
const YESTERDAY = dayOf(Date.now() - 86_400_000);

async function connect(world: World): Promise<MqttClient> {
  const token = await tokenOf(world, INSTALLER);
  const { data } = await post(world, 'site/updateFast', { sid, sn: [{ sn: GATEWAY, model: 10_000 }] }, token);
  const client = await connectDevice(world, GATEWAY, data.credentials[0]!.password);
  const child = (sn: string) => ({ sn, kind: 'microinverter', model: 'Microinverter', firmware: '12', inputs: 2 });
  await publish(client, 'announce', { ...ANNOUNCED, devices: [child(FIRST), child(SECOND)] });
  const valuesOf = (powerW: number) => ({
    ...{ powerW, gridVoltageV: 231.2, frequencyHz: 50.01, temperatureC: 31.5 },
    ...{ input1PowerW: powerW * 0.6, input1VoltageV: 38.4, input2PowerW: powerW * 0.4, input2VoltageV: 37.9 },
  });
  const agoS = (day: string, second: number) => Math.round((Date.now() - noonAt(day)) / 1000 - second);
  // Half an hour of each half a minute, up and down.
  const seconds = Array.from({ length: 60 }, (_, n) => n * 30);
  for (const [sn, day, watts] of [
    [SECOND, YESTERDAY, 60],
    [FIRST, YESTERDAY, 120],
  ] as const)
    await publish(
      client,
      'report',
      rowsAgo(seconds.map((second) => [sn, agoS(day, second), valuesOf(watts + (second % 60 === 0 ? 40 : -40))])),
    );
  return client;
}

test.beforeAll(async ({ world }) => {
  sid = await makePlant(world, INSTALLER, 'House of curves');
  gateway = await connect(world);
});
// Another journey looks at the only plant of its owner.
test.afterAll(async ({ world }) => {
  await gateway.endAsync();
  const token = await tokenOf(world, INSTALLER);
  await post(world, 'site/delete', { sid }, token);
});

const chart = (page: Page) => page.locator('main [role="img"][data-drawn]').first();

async function drag(page: Page): Promise<void> {
  const { x, y, width } = (await chart(page).boundingBox())!;
  await page.mouse.move(x + width * 0.45, y + 120);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + 130, { steps: 8 });
  await page.mouse.up();
}

test('the band of a day is drawn over the whole width and is in its file; a dragged part is drawn in finer steps', async ({
  page,
}) => {
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=power&day=${YESTERDAY}&device=${FIRST}` });
  await expect(page.getByText('Shaded: from the lowest to the highest value of each step')).toBeVisible();
  await expect.poll(async () => (await chart(page).locator('canvas').boundingBox())?.width).toBeGreaterThan(600);
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const [head, ...rows] = readFileSync((await (await saved).path())!, 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head).toMatch(/Production, lowest \(W\).*Production, highest \(W\)/);
  expect(rows.some((line) => line.includes(',120,80,160'))).toBe(true);

  const step = page.getByRole('combobox', { name: 'Step' });
  await drag(page);
  await expect(page).toHaveURL(/zoom=/);
  await expect(step).toContainText('1 min');
  await page.reload();
  await expect(step).toContainText('1 min');
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await expect(page).not.toHaveURL(/zoom=/);
  await expect(step).toContainText('5 min');
});

test('a dragged part of a module is drawn in finer steps, with its band', async ({ page }) => {
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}&view=power&day=${YESTERDAY}&device=${FIRST}&module=1` });
  await expect(page.getByText('Shaded: from the lowest to the highest value of each step')).toBeVisible();
  const asked = page.waitForRequest(
    (request) =>
      request.url().endsWith('/device/modules/statistics/echarts') && request.postDataJSON().minInterval === 1,
  );
  await drag(page);
  expect((await asked).postDataJSON()).toMatchObject({ withBands: true, fromMinute: expect.any(Number) });
  await expect(page).toHaveURL(/zoom=/);
  await expect(page.getByRole('combobox', { name: 'Step' })).toContainText('1 min');
  await expect(page.getByText('Shaded: from the lowest to the highest value of each step')).toBeVisible();
  await expectAccessible(page);
});
