// A gateway on its way into a plant: connected with its first password, followed by its page, and connected again with a new one.
import { ANNOUNCED, connectDevice, publish } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './world.ts';

const LATER = { timeout: 20_000 };
const INSTALLER = 'installer@example.com';
const SN = 'GWJOURNEY1';

test('a gateway signs in with its password, its devices join, and a new password ends its connection', async ({
  page,
  world,
}) => {
  const sid = await makePlant(world, INSTALLER, 'House with a gateway');
  const token = await tokenOf(world, INSTALLER);
  const { data } = await post(world, 'site/updateFast', { sid, sn: [{ sn: SN, model: 10_000 }] }, token);
  const gateway = await connectDevice(world, SN, data.credentials[0]!.password);
  const child = { sn: '1F90AA01', kind: 'microinverter', model: 'BDM-800', firmware: '12', inputs: 2 };
  await publish(gateway, 'announce', { ...ANNOUNCED, devices: [child, { ...child, sn: '1F90AA02' }] });
  // The page follows reports from when its stream is open.
  const listening = page.waitForResponse((answer) => answer.url().includes('/live?sid=') && answer.ok());
  await signIn(page, { to: `/pvPlant/detail?sid=${sid}` });
  await listening;
  await publish(gateway, 'report', { devices: [{ sn: child.sn, at: Date.now() - 5_000, q: { powerW: 311.2 } }] });
  await expect(page.getByRole('group', { name: 'Now', exact: true })).toContainText('311 W', LATER);

  await page.goto(`/pvPlant/edit?sid=${sid}`);
  await page.getByRole('button', { name: `Connection of ${SN}` }).click();
  const dialog = page.getByRole('dialog', { name: `Connection of ${SN}` });
  await expect(dialog.getByText('Connected', { exact: true })).toBeVisible(LATER);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'New password' }).click();
  const ended = new Promise<void>((resolve) => gateway.once('close', () => resolve()));
  await page
    .getByRole('dialog', { name: `New password for ${SN}?` })
    .getByRole('button', { name: 'New password' })
    .click();
  const renewed = (await dialog.locator('code').textContent())!;
  await ended;
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saving).suggestedFilename()).toBe('device-passwords.csv');
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await expect(dialog.getByText('Not connected', { exact: true })).toBeVisible(LATER);
  const again = await connectDevice(world, SN, renewed);
  await expect(dialog.getByText('Connected', { exact: true })).toBeVisible(LATER);
  await again.endAsync();
});
