// Last screen of the wizard: a checklist that completes itself while real devices report, and reports faults of the set-up.
import type { Page } from '@playwright/test';
import { capturedFrames, postFrame, sentBy } from './devices.ts';
import { connectDevice, publish } from './mqttDevices.ts';
import { choose, fillFirstStep } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

const MICRO = '1F90AB51';
const METER = 'EMWIZARD1';
const HOUR_MS = 3_600_000;
const LATER = { timeout: 60_000 };

const checks = (page: Page) => page.getByRole('list', { name: 'Progress so far' });
const check = (page: Page, text: string | RegExp) => checks(page).getByRole('listitem').filter({ hasText: text });

async function chooseProducts(page: Page, products: Record<string, string>): Promise<void> {
  const numbers = Object.keys(products);
  await page.getByLabel('Serial numbers').fill(numbers.join(' '));
  await page.getByLabel('Serial numbers').press('Enter');
  for (const sn of numbers) await choose(page, `Product of ${sn}`, products[sn]!);
}

/** Returns the MQTT password, which the page shows only this once. */
const passwordOf = (page: Page, sn: string): Promise<string> =>
  page.getByRole('row').filter({ hasText: sn }).locator('code').innerText();

test('the checklist waits, completes itself as devices report, and detects a meter with reversed polarity', async ({
  page,
  portal,
}) => {
  await signIn(page, { to: '/pvPlant/edit' });
  await fillFirstStep(page, 'House of the last screen');
  await chooseProducts(page, { [MICRO]: 'BDM-800', [METER]: 'Meter' });
  await page.getByRole('button', { name: 'Create the plant with 2 devices' }).click();
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeVisible(LATER);
  await expect(check(page, '0 of 2 devices have reported')).toHaveAttribute('data-state', 'waiting');
  await expect(check(page, /which matches the time zone Europe.Berlin/)).toHaveAttribute('data-state', 'done');
  const setUp = page.getByRole('region', { name: 'Set-up check' });
  const verdict = (name: string) => setUp.getByRole('listitem').filter({ hasText: name });
  await expect(verdict('Devices').first()).toContainText('Not yet');

  const frame = capturedFrames('12345678').at(-1)!;
  expect(await postFrame(portal.url, sentBy(MICRO, frame))).toBe(200);
  await expect(check(page, '1 of 2 devices have reported')).toHaveAttribute('data-state', 'waiting');

  const meter = await connectDevice(portal, METER, await passwordOf(page, METER));
  await publish(meter, 'announce', { kind: 'meter', intervalS: 300 });
  // Some hours around the last two midnights, which are dark in any season: the meter reports export to the grid.
  const midnight = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const rows = [midnight - 24 * HOUR_MS, midnight]
    .flatMap((night) => Array.from({ length: 48 }, (_, n) => night - 2 * HOUR_MS + n * 300_000))
    .filter((at) => at < Date.now())
    .map((at) => ({ sn: METER, at, q: { powerW: -600 } }));
  await publish(meter, 'report', { devices: rows });
  await expect(check(page, '2 of 2 devices have reported')).toHaveAttribute('data-state', 'done');
  await expect(verdict('Grid meter direction')).toContainText('Wrong', LATER);
  await expectAccessible(page);

  await verdict('Grid meter direction')
    .getByRole('button', { name: `Reverse direction of ${METER}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Reverse direction of ${METER}` });
  await dialog.getByRole('button', { name: 'Reverse direction' }).click();
  await expect(verdict('Grid meter direction')).toContainText('OK', LATER);
  await meter.endAsync();
  await page.getByRole('link', { name: 'Go to House of the last screen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'House of the last screen' })).toBeVisible();
});
