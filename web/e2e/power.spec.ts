// The power of a day in detail: bands of coarse steps, zoom in finer steps, comparison with another day, device, module and plant; and a link that restores all of it.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { MqttClient } from 'mqtt';
import { press, tabTo } from './keys.ts';
import { ANNOUNCED, connectDevice, publish, rowsAgo } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, type Portal, signIn, test } from './portal.ts';
import { collectSpoken, expectFocusKept } from './spoken.ts';

const INSTALLER = 'installer@example.com';
const GATEWAY = 'GWPOWER001';
const FIRST = '1F90AF01';
const SECOND = '1F90AF02';

let sid = '';
let gateway: MqttClient;

/** Returns the plant's calendar day; YESTERDAY and BEFORE do not depend on the time zone of the machine. */
const dayOf = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(at);
const noonAt = (day: string): number => Date.parse(`${day}T11:00:00Z`);
const YESTERDAY = dayOf(Date.now() - 86_400_000);
const BEFORE = dayOf(noonAt(YESTERDAY) - 86_400_000);
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });

async function connectAndReport(portal: Portal): Promise<MqttClient> {
  const token = await tokenOf(portal, INSTALLER);
  const { data } = await post(portal, 'site/updateFast', { sid, sn: [{ sn: GATEWAY, model: 10_000 }] }, token);
  const client = await connectDevice(portal, GATEWAY, data.credentials[0]!.password);
  const child = (sn: string) => ({ sn, kind: 'microinverter', model: 'Microinverter', firmware: '12', inputs: 2 });
  await publish(client, 'announce', { ...ANNOUNCED, devices: [child(FIRST), child(SECOND)] });
  const values = (powerW: number) => ({
    powerW,
    gridVoltageV: 231.2,
    frequencyHz: 50.01,
    temperatureC: 31.5,
    input1PowerW: powerW * 0.6,
    input1VoltageV: 38.4,
    input2PowerW: powerW * 0.4,
    input2VoltageV: 37.9,
  });
  const agoS = (day: string, second: number) => Math.round((Date.now() - noonAt(day)) / 1000 - second);
  // Half an hour in steps of half a minute, alternating up and down.
  const seconds = Array.from({ length: 60 }, (_, n) => n * 30);
  for (const [sn, day, watts] of [
    [FIRST, BEFORE, 80],
    [SECOND, YESTERDAY, 60],
    [FIRST, YESTERDAY, 120],
  ] as const)
    await publish(
      client,
      'report',
      rowsAgo(seconds.map((second) => [sn, agoS(day, second), values(watts + (second % 60 === 0 ? 40 : -40))])),
    );
  return client;
}

test.beforeAll(async ({ portal }) => {
  sid = await makePlant(portal, INSTALLER, 'House of curves');
  gateway = await connectAndReport(portal);
});
// Another journey needs its plant to be the only one of its owner.
test.afterAll(async ({ portal }) => {
  await gateway.endAsync();
  const token = await tokenOf(portal, INSTALLER);
  await post(portal, 'site/delete', { sid }, token);
});

const view = (page: Page, more: string) => page.goto(`/pvPlant/detail?sid=${sid}&view=power&day=${YESTERDAY}${more}`);
const chart = (page: Page) => page.locator('main [role="img"][data-drawn]').first();

async function pick(page: Page, label: string, option: RegExp | string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a coarse step shows the range of its values as a band, in its table and in its file', async ({ page }) => {
  await signIn(page);
  await view(page, `&device=${FIRST}`);
  await expect(page.getByText('Band: min-max per interval')).toBeVisible();
  // Drawn over the full width.
  await expect(chart(page)).toBeVisible();
  await expect.poll(async () => (await chart(page).locator('canvas').boundingBox())?.width).toBeGreaterThan(600);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const row = page.getByRole('row').filter({ hasText: clock.format(noonAt(YESTERDAY)) });
  await expect(row.getByRole('cell').nth(0)).toHaveText('120');
  await expect(row.getByRole('cell').nth(1)).toHaveText('80');
  await expect(row.getByRole('cell').nth(2)).toHaveText('160');
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const [head, ...rows] = readFileSync((await (await saved).path())!, 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head).toMatch(/Production, lowest \(W\).*Production, highest \(W\)/);
  expect(rows.some((line) => line.includes(',120,80,160'))).toBe(true);
});

test('dragging over the chart requests finer steps for the span, keeps it in the address, and a reset restores the day', async ({
  page,
}) => {
  await signIn(page);
  await view(page, `&device=${FIRST}`);
  await expect(chart(page)).toBeVisible();
  const { x, y, width } = (await chart(page).boundingBox())!;
  await page.mouse.move(x + width * 0.45, y + 120);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + 130, { steps: 8 });
  await page.mouse.up();
  await expect(page).toHaveURL(/zoom=/);
  await expect(page.getByRole('combobox', { name: 'Step' })).toContainText('1 min');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Step' })).toContainText('1 min');
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await expect(page).not.toHaveURL(/zoom=/);
  await expect(page.getByRole('combobox', { name: 'Step' })).toContainText('5 min');
});

test('the chart is read, zoomed and moved by keyboard alone, and each result is spoken once', async ({ page }) => {
  const spoken = await collectSpoken(page);
  await signIn(page);
  await view(page, `&device=${FIRST}`);
  const reader = page.locator('main').getByRole('slider');
  await expect(chart(page)).toHaveAttribute('data-answers', 'true');
  await tabTo(page, reader);
  const noon = clock.format(noonAt(YESTERDAY));
  const tip = page.locator('main [class*="_tooltip_"]');
  await page.keyboard.press('Home');
  await expect(reader).toHaveAttribute('aria-valuetext', '00:00: no data');
  // Noon is in the middle of what is shown first.
  for (let presses = 0; presses < 30; presses++) {
    if ((await reader.getAttribute('aria-valuetext'))?.startsWith(noon)) break;
    await page.keyboard.press(presses < 20 ? 'PageUp' : 'ArrowRight');
  }
  await spoken.clear();
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/zoom=/);
  await expect.poll(spoken.list).toEqual([expect.stringMatching(/^\d\d:\d\d to \d\d:\d\d$/)]);
  await expect(reader).toBeFocused();
  const before = page.url();
  await spoken.clear();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page).not.toHaveURL(before);
  await expect.poll(async () => (await spoken.list()).length).toBe(1);
  await expect(reader).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tip).toBeVisible();
  await expect(tip).toContainText((await reader.getAttribute('aria-valuetext'))!.slice(0, 5));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/zoom=/);
  await expect(reader).toBeFocused();
  for (const name of ['Zoom in', 'Zoom in', 'Show later', 'Zoom out']) {
    await press(page, page.getByRole('button', { name }));
    await expectFocusKept(page);
  }
  await expect(page).toHaveURL(/zoom=/);
  await press(page, page.getByRole('button', { name: 'Reset zoom' }));
  await expect(page).not.toHaveURL(/zoom=/);
  await expectFocusKept(page);
});

test('the chart of a module has a band, and dragging over it requests finer steps', async ({ page }) => {
  await signIn(page);
  await view(page, `&device=${FIRST}&module=1`);
  await expect(page.getByText('Band: min-max per interval')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Step' })).toContainText('5 min');
  await page.getByRole('button', { name: 'Show as table' }).click();
  const row = page.getByRole('row').filter({ hasText: clock.format(noonAt(YESTERDAY)) });
  const cell = (n: number) => row.getByRole('cell').nth(n);
  // Six tenths of the device's power: production, lowest and highest value.
  for (const [n, watts] of ['72', '48', '96'].entries()) await expect(cell(n)).toHaveText(watts);
  await page.getByRole('button', { name: 'Show as chart' }).click();
  const { x, y, width } = (await chart(page).boundingBox())!;
  const finerRequest = page.waitForRequest(
    (request) =>
      request.url().endsWith('/device/modules/statistics/echarts') && request.postDataJSON().minInterval === 1,
  );
  await page.mouse.move(x + width * 0.45, y + 120);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + 130, { steps: 8 });
  await page.mouse.up();
  expect((await finerRequest).postDataJSON()).toMatchObject({ withBands: true, fromMinute: expect.any(Number) });
  await expect(page).toHaveURL(/zoom=/);
  await expect(page.getByRole('combobox', { name: 'Step' })).toContainText('1 min');
  await expect(page.getByText('Band: min-max per interval')).toBeVisible();
  await pick(page, 'Step', '15 min');
  await expect(page).toHaveURL(/step=15/);
  await expectAccessible(page);
});
