// Wizard of a new plant as it is pictured: the second step with devices, the code reader, and the page after creation; the plant is removed again.
import type { Page } from '@playwright/test';
import { type Label, pictureOf } from '../../web/e2e/codes.ts';

/** Its time zone does not match its location, so that the last page reports a fault. */
const FORM = {
  siteName: 'Kastanienweg 7',
  powerMaxKw: 9.6,
  countryCode: 'DE',
  city: 'Konstanz',
  street: 'Kastanienweg 7',
  zipCode: '78462',
  latitude: 47.66,
  longitude: 9.17,
  timezone: 'Asia/Tokyo',
  currency: 'EUR',
  electricityPrice: 0.31,
};
const PLACE = { stringNumber: '', tilt: 32, azimuth: 180, orientation: 'portrait' };
const DEVICES = [
  { sn: '1F90AF71', model: 800, ...PLACE },
  { sn: '1F90AF72', model: 800, ...PLACE },
  { sn: '1F90AF73', model: 2250, ...PLACE, azimuth: 270 },
  { sn: 'GW0020471', model: 10_000, ...PLACE, tilt: '', azimuth: '', orientation: '' },
];
/** Device whose product is not known yet. */
const UNKNOWN = { ...DEVICES[0]!, sn: 'EM0077123', model: 0 };

/** Opens the step of devices from a stored draft. */
async function openDevices(page: Page, devices: readonly object[]): Promise<void> {
  const draft = JSON.stringify({ form: FORM, devices, step: 'devices', group: 'basics', savedAtMs: Date.now() });
  await page.evaluate(`{
    const { uid } = JSON.parse(localStorage.getItem('session')).info;
    localStorage.setItem('formDrafts', JSON.stringify({ [uid + ':site']: ${draft} }));
  }`);
  await page.reload();
  await page
    .locator('form ul li')
    .nth(devices.length - 1)
    .waitFor();
}

export const secondStep = (page: Page): Promise<void> => openDevices(page, [...DEVICES, UNKNOWN]);

/** Without a camera: a photo of labels, one of them already in the list, one of a product code. */
const LABELS: readonly Label[] = [
  { format: 'QRCode', text: '1F90AF71' },
  { format: 'Code128', text: '1F90AF74' },
  { format: 'QRCode', text: '1F90AF75' },
  { format: 'EAN13', text: '4012345123456' },
];

export async function scanDialog(page: Page): Promise<void> {
  await openDevices(page, DEVICES);
  await page.locator('main button[aria-haspopup="dialog"]').first().click();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('dialog').locator('button:has(.tabler-icon-photo)').click();
  await (await chosen).setFiles({ name: 'labels.png', mimeType: 'image/png', buffer: await pictureOf(LABELS) });
  await page
    .getByRole('dialog')
    .getByRole('listitem')
    .nth(LABELS.length - 1)
    .waitFor();
}

export async function congratulations(page: Page): Promise<void> {
  // Serial numbers that were in a plant once stay known, so these differ.
  await openDevices(
    page,
    DEVICES.map((device) => ({ ...device, sn: device.sn.replace('1F9', '2F9').replace('GW002', 'GW003') })),
  );
  await page.locator('form button[type="submit"]').click();
  await page.locator('main li[data-state="wrong"]').first().waitFor();
}

/** Deletes the created plant, so that other pages are pictured with their usual plants. */
export async function removeMade(page: Page): Promise<void> {
  const sid = new URL(
    await page
      .locator('main a[href*="sid="]')
      .last()
      .evaluate((link: { href: string }) => link.href),
  ).searchParams.get('sid');
  const answer = await page.evaluate<{ code: number }>(`fetch('/v2/site/delete', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: JSON.parse(localStorage.getItem('session')).token },
    body: ${JSON.stringify(JSON.stringify({ sid }))},
  }).then((answer) => answer.json())`);
  if (answer.code !== 200) throw new Error(`the pictured plant was not removed: ${answer.code}`);
}
