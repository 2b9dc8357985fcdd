// A device is replaced by one whose number is read from a photo of its label.
import { pictureOf } from './codes.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

test('a device is replaced by the one on a photo of its label', async ({ page, world }) => {
  const sid = await makePlant(world, 'installer@example.com', 'Devices that leave', {
    sn: [{ sn: '0A0B0D01', model: 400 }],
  });
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  await page.getByRole('button', { name: 'Actions for 0A0B0D01' }).click();
  await page.getByRole('menuitem', { name: 'Replace by another device' }).click();
  const replacing = page.getByRole('dialog', { name: 'Replace 0A0B0D01' });
  await replacing.getByRole('button', { name: 'Scan' }).click();
  const scanning = page.getByRole('dialog', { name: 'Scan serial numbers' });
  const label = await pictureOf([{ format: 'QRCode', text: 'SN: 0a0b0d03' }], 1);
  const chosen = page.waitForEvent('filechooser');
  await scanning.getByRole('button', { name: 'From a photo' }).click();
  await (await chosen).setFiles({ name: 'label.png', mimeType: 'image/png', buffer: label });
  await expect(scanning.getByRole('listitem')).toContainText('0A0B0D03Entered');
  await scanning.getByRole('button', { name: 'Done' }).click();
  await expect(replacing.getByLabel('Serial number of the new device')).toHaveValue('0A0B0D03');
  await expectAccessible(page);
  await replacing.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('0A0B0D03 has taken the place of 0A0B0D01')).toBeVisible();
  expect(await world.sql`select sid from serial_numbers where sn = '0A0B0D03'`).toEqual([{ sid }]);
});
