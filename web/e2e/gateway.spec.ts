// A gateway joins a plant: added by its number, its password shown once, connected, its children shown; and its password renewed.
import { ANNOUNCED, connectDevice, publish } from './mqttDevices.ts';
import { choose, fillFirstStep, makePlant, post, tokenOf } from './plants.ts';
import { expect, expectAccessible, signIn, test } from './portal.ts';

const LATER = { timeout: 20_000 };

test('a gateway is added with a new plant, signs in with the password shown once, and its children join', async ({
  page,
  portal,
}) => {
  const sn = 'GWJOURNEY1';
  await signIn(page);
  await page.getByRole('link', { name: 'New plant' }).first().click();
  await fillFirstStep(page, 'House with a gateway');
  await page.getByLabel('Serial numbers').fill(sn);
  await page.getByRole('button', { name: 'Add to list' }).click();
  await choose(page, `Product of ${sn}`, 'HG-1');
  await page.getByRole('button', { name: 'Create the plant with 1 device' }).click();
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeVisible();
  const passwords = page.getByRole('region', { name: 'MQTT passwords' });
  await expect(passwords.getByText(`port ${portal.mqttPort}`)).toBeVisible();
  await expectAccessible(page);
  const password = (await passwords.locator('code').textContent())!;
  expect(password).toMatch(/^[\w-]{24}$/);

  const gateway = await connectDevice(portal, sn, password);
  const child = { sn: '1F90AA01', kind: 'microinverter', model: 'BDM-800', firmware: '12', inputs: 2 };
  await publish(gateway, 'announce', { ...ANNOUNCED, devices: [child, { ...child, sn: '1F90AA02' }] });
  // The page shows reports from the moment its live stream is open.
  const listening = page.waitForResponse((answer) => answer.url().includes('/live?sid=') && answer.ok());
  await page.getByRole('link', { name: 'Go to House with a gateway' }).click();
  await listening;
  const at = Date.now() - 5_000;
  const row = { sn: child.sn, at, q: { powerW: 311.2, madeUp: 1 } };
  await publish(gateway, 'report', { devices: [row, { ...row, at: at + 8 * 86_400_000 }] });
  await expect(page.getByRole('group', { name: 'Now', exact: true })).toContainText('311 W', LATER);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: `Connection of ${sn}` }).click();
  const dialog = page.getByRole('dialog', { name: `Connection of ${sn}` });
  await expect(dialog.getByText('Connected', { exact: true })).toBeVisible(LATER);
  await expect(dialog.getByText('-61 dBm')).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: '1F90AA02' })).toContainText('announced, no data yet');
  await expect(dialog.getByRole('row').filter({ hasText: 'more than 10 minutes in the future' })).toContainText('1');
  await expect(dialog.getByText('1 value was ignored')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'New password' }).click();
  const ended = new Promise<void>((resolve) => gateway.once('close', () => resolve()));
  await page
    .getByRole('dialog', { name: `New password for ${sn}?` })
    .getByRole('button', { name: 'New password' })
    .click();
  const renewed = (await dialog.locator('code').textContent())!;
  expect(renewed).not.toBe(password);
  await ended;
  await dialog.getByRole('button', { name: 'Done, I saved it' }).click();
  await expect(dialog.getByText('Not connected', { exact: true })).toBeVisible(LATER);
  const reconnected = await connectDevice(portal, sn, renewed);
  await expect(dialog.getByText('Connected', { exact: true })).toBeVisible(LATER);
  await reconnected.endAsync();
});

test('passwords of added devices stay until they are confirmed as stored, and entries that were not added ask before closing', async ({
  page,
  portal,
}) => {
  const sid = await makePlant(portal, 'installer@example.com', 'Plant for two gateways');
  await signIn(page, { to: `/pvPlant/edit?sid=${sid}` });
  await page.getByRole('button', { name: 'Add devices' }).click();
  const adding = page.getByRole('dialog', { name: 'Add devices' });
  await adding.getByLabel('Serial numbers').fill('GWJOURNEY2 GWJOURNEY3');
  await adding.getByRole('button', { name: 'Add to list' }).click();
  // Closing with entries asks first, so that nothing is lost by accident.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(adding.getByText('GWJOURNEY2')).toBeVisible();
  await choose(page, 'Product of the 2 devices that do not report one', 'HG-1');
  await adding.getByRole('button', { name: 'Add 2 devices' }).click();
  const passwords = page.getByRole('dialog', { name: 'MQTT passwords' });
  await expect(passwords.locator('code')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(passwords).toBeVisible();
  const saving = page.waitForEvent('download');
  await passwords.getByRole('button', { name: 'Save as file' }).click();
  expect((await saving).suggestedFilename()).toBe('device-passwords.csv');
  await passwords.getByRole('button', { name: 'Done, I saved them' }).click();
  await expect(passwords).toBeHidden();
  const { data } = await post(
    portal,
    'device/connection',
    { sid, sn: 'GWJOURNEY2' },
    await tokenOf(portal, 'installer@example.com'),
  );
  expect(data).toMatchObject({ online: false, announced: null, credentialIso: expect.any(String) });
});

test('an unclaimed gateway is disconnected and kept out by a restriction, connects after its cancellation, and is forgotten', async ({
  page,
  portal,
}) => {
  const sn = 'GWRESTRICT1';
  const gateway = await connectDevice(portal, sn, 'any');
  await publish(gateway, 'announce', { ...ANNOUNCED, devices: [{ sn: '1FA0CC01', kind: 'microinverter' }] });
  await signIn(page, { email: 'admin@example.com', to: '/noRegGatewayList' });
  const row = page.getByRole('row').filter({ has: page.locator('b', { hasText: sn }) });
  const dialog = page.getByRole('dialog', { name: 'Are you sure' });
  const act = async (name: string) => {
    await row.getByRole('button', { name: `Actions for ${sn}` }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await act('Restrict');
  await dialog.getByRole('button', { name: 'Restrict' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Reported as stolen');
  await expectAccessible(page);
  const ended = new Promise<void>((resolve) => gateway.once('close', () => resolve()));
  await dialog.getByRole('button', { name: 'Restrict' }).click();
  await ended;
  await expect(row).toHaveCount(0);
  await expect(connectDevice(portal, sn, 'any')).rejects.toThrow();

  await page.getByRole('button', { name: 'Restricted 1' }).click();
  await expect(row).toContainText('Reported as stolen');
  await row.getByRole('button', { name: 'Cancel restriction' }).click();
  await dialog.getByRole('button', { name: 'Cancel restriction' }).click();
  await expect(page.getByText(`${sn} is no longer restricted.`)).toBeVisible();
  await page.goto('/noRegGatewayList');
  await act('Forget');
  await expect(dialog).toContainText('The 1 device known only through it is removed, too.');
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await expect(row).toHaveCount(0);
  await page.goto('/noRegGatewayList?q=1FA0CC01');
  await expect(page.getByText('No devices found')).toBeVisible();
});
