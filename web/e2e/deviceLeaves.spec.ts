// A device of a plant is replaced, moved to another plant, and released together with the devices connected to it.
import { pictureOf } from './codes.ts';
import { makePlant } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

test('a device is replaced, moved and released, and each dialog describes what happens to its history', async ({
  page,
  portal,
}) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Devices that leave', {
    sn: [
      { sn: 'GWLEAVES1', model: 10_000 },
      { sn: '0A0B0D01', model: 400 },
      { sn: '0A0B0D02', model: 400 },
    ],
  });
  const other = await makePlant(portal, 'installer@example.com', 'Devices that arrive');
  await portal.sql`update devices set gateway_sn = 'GWLEAVES1' where sn in ('0A0B0D01', '0A0B0D02')`;
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  const devices = page.getByRole('region', { name: /^Devices/ });
  const act = async (sn: string, action: string) => {
    await devices.getByRole('button', { name: `Actions for ${sn}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('0A0B0D01', 'Replace with another device');
  const replacing = page.getByRole('dialog', { name: 'Replace 0A0B0D01' });
  await replacing.getByRole('button', { name: 'Replace' }).click();
  await expect(replacing.getByText('Please enter a serial number')).toBeVisible();
  await expectAccessible(page);
  // The number is scanned from the label of the new device.
  await replacing.getByRole('button', { name: 'Scan' }).click();
  const scanning = page.getByRole('dialog', { name: 'Scan serial numbers' });
  const label = await pictureOf([{ format: 'QRCode', text: 'SN: 0a0b0d03' }], 1);
  const chosen = page.waitForEvent('filechooser');
  await scanning.getByRole('button', { name: 'From a photo' }).click();
  await (await chosen).setFiles({ name: 'label.png', mimeType: 'image/png', buffer: label });
  await expect(scanning.getByRole('listitem')).toContainText('0A0B0D03Entered');
  await expectAccessible(page);
  await scanning.getByRole('button', { name: 'Done' }).click();
  await expect(replacing.getByLabel('Serial number of the new device')).toHaveValue('0A0B0D03');
  await replacing.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('0A0B0D01 was replaced with 0A0B0D03')).toBeVisible();
  await expect(devices.getByText('0A0B0D03')).toBeVisible();

  await act('0A0B0D03', 'Move to another plant');
  const moving = page.getByRole('dialog', { name: 'Move 0A0B0D03 to another plant' });
  await moving.getByRole('combobox', { name: 'To plant' }).fill('Devices that arr');
  // Waits for the search: until then the previous list is shown and would be replaced under the pointer.
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: /^Devices that arrive/ }).click();
  await moving.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('0A0B0D03 is now in Devices that arrive')).toBeVisible();
  expect(await portal.sql`select sid from serial_numbers where sn = '0A0B0D03'`).toEqual([{ sid: other }]);

  await act('GWLEAVES1', 'Release');
  const releasing = page.getByRole('dialog', { name: 'Release GWLEAVES1?' });
  await expect(releasing.getByText('1 device is connected to it')).toBeVisible();
  await releasing.getByRole('radio', { name: 'They leave the plant as well' }).click();
  await expectAccessible(page);
  await releasing.getByRole('button', { name: 'Release' }).click();
  await expect(devices.getByText('No devices yet')).toBeVisible();
});
