// Firmware from its maker to a device: uploaded with its signature, published, approved by the owner of the plant, installed by a gateway that really downloads and verifies it, and shown as installed.
import { firmwareFile, MAKER } from '../../server/test/firmware.ts';
import { choose, field, makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, expectAccessible, signIn, test } from './portal.ts';
import { updatingGateway } from './updatingGateway.ts';

const LATER = { timeout: 30_000 };
const MANUFACTURER = 'firmware-administrator@example.com';
const INSTALLER = 'firmware-installer@example.com';
const OWNER = 'firmware-owner@example.com';
const SN = 'GWOTA001';

test('a signed firmware is uploaded and published, and a gateway installs it', async ({ page, browser, portal }) => {
  test.setTimeout(180_000);
  const { sql } = portal;
  await addPerson(sql, MANUFACTURER, 'installer');
  await addPerson(sql, INSTALLER, 'installer');
  await addPerson(sql, OWNER, 'owner');
  await sql`
    update memberships set role_id = (select id from roles where code = 'administrator')
    where user_id = (select id from users where email = ${MANUFACTURER})`;
  const file = Buffer.from(firmwareFile(1_300_000));
  await signIn(page, { email: MANUFACTURER, to: '/hardwareConfig/otaFile' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'OTA File' })).toBeVisible(LATER);
  await expectAccessible(page);
  await main.getByRole('link', { name: 'New firmware' }).first().click();
  await expect(main.getByRole('heading', { level: 1, name: 'New firmware' })).toBeVisible();
  const chooseFile = async () => {
    const chooser = page.waitForEvent('filechooser');
    await main.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({ name: 'gateway-1.9.0.bin', mimeType: 'application/octet-stream', buffer: file });
  };
  await chooseFile();
  await field(page, 'Version').fill('1.9.0');
  await choose(page, 'Product', 'HG-1');
  await field(page, 'Hardware').fill('2.1');
  // Signature of another file.
  await field(page, 'Signature').fill(MAKER.sign(firmwareFile(9)));
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Upload' }).click();
  await expect(main.getByText('This file is not signed with a known manufacturer key', { exact: false })).toBeVisible(
    LATER,
  );
  await field(page, 'Signature').fill(MAKER.sign(file));
  // One of three chunks has arrived when the page is reloaded.
  let chunks = 0;
  await page.route('**/configuration/ota/part', (route) => {
    chunks += 1;
    return chunks === 1 ? route.continue() : undefined;
  });
  await main.getByRole('button', { name: 'Upload' }).click();
  await expect.poll(() => chunks, LATER).toBe(2);
  await page.reload();
  await expect(main.getByRole('heading', { level: 1, name: 'New firmware' })).toBeVisible(LATER);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/hardwareConfig/otaFile');
  await expect(main.getByRole('row', { name: /1\.9\.0/ })).toContainText('incomplete', LATER);
  await main.getByRole('link', { name: '1.9.0' }).click();
  await expect(main.getByRole('heading', { name: 'The upload is incomplete' })).toBeVisible(LATER);
  await expectAccessible(page);
  page.on('request', (request) => {
    if (request.url().endsWith('/configuration/ota/part')) chunks += 1;
  });
  await chooseFile();
  await main.getByRole('button', { name: 'Upload' }).click();
  await expect(main.getByRole('heading', { name: 'The upload is incomplete' })).toHaveCount(0, LATER);
  expect(chunks).toBe(4);
  await expect(main.getByRole('heading', { level: 1, name: 'HG-1 1.9.0' })).toBeVisible(LATER);
  await expect(main.getByText('not published')).toBeVisible();
  await main.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(main.getByRole('heading', { level: 2, name: 'Devices' })).toBeVisible(LATER);
  await expectAccessible(page);

  const sid = await makePlant(portal, INSTALLER, 'Roof with an old gateway', {
    sn: [{ sn: SN, model: 10_000 }],
    userEmail: OWNER,
  });
  const { data } = await post(portal, 'device/credential', { sn: SN }, await tokenOf(portal, INSTALLER));
  await updatingGateway(portal, { sn: SN, password: data.password });
  const context = await browser.newContext({ baseURL: portal.url });
  const other = await context.newPage();
  await signIn(other, { email: INSTALLER, to: '/hardwareConfig/otaFile' });
  await other.getByRole('link', { name: '1.9.0' }).click();
  const line = other.getByRole('listitem').filter({ hasText: SN });
  await expect(line).toContainText('1.8.0', LATER);
  await expect(other.getByText('To update devices, sign in with a second factor')).toBeVisible();
  await expect(line.getByRole('button')).toHaveCount(0);
  await sql`
    update sessions set second_factor = 'code' where user_id = (select id from users where email = ${INSTALLER})`;
  await sql`select pg_notify('heliograph_sessions', 'all')`;
  // The page refreshes by itself.
  await line.getByRole('button', { name: `Update: ${SN}` }).click(LATER);
  await expect(other.getByRole('dialog').getByLabel('Ask the plant owner first')).toBeChecked();
  await expectAccessible(other);
  await other.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
  await expect(line).toContainText('1.9.0 waiting for the owner', LATER);
  // The requester sees that the update waits, and cannot answer for the owner.
  await other.goto(`/pvPlant/detail?sid=${sid}`);
  await expect(other.getByText('Waiting for the owner of the plant until', { exact: false })).toBeVisible(LATER);
  await expect(other.getByRole('button', { name: 'Agree' })).toHaveCount(0);
  const owned = await browser.newContext({ baseURL: portal.url });
  const owner = await owned.newPage();
  await signIn(owner, { email: OWNER, to: `/pvPlant/detail?sid=${sid}` });
  const question = owner.getByRole('region', { name: 'Firmware 1.9.0' });
  await expect(question).toContainText('May these devices be updated?', LATER);
  await expectAccessible(owner);
  await question.getByRole('button', { name: 'Ask me later' }).click();
  await expect(owner.getByRole('dialog').getByLabel('Ask me again on')).toBeVisible();
  // The dialog's calendar is open and covers what is below it.
  await owner.getByRole('dialog').getByRole('button').first().click();
  await expect(owner.getByRole('dialog')).toHaveCount(0);
  await question.getByRole('button', { name: 'Agree' }).click();
  await other.goBack();
  await expect(line).toContainText('1.9.0 updated', LATER);
  await expect(line).toContainText('up to date', LATER);
  await expectAccessible(other);
  await other.goto(`/pvPlant/parameterSetting?sid=${sid}`);
  await expect(other.getByText('Firmware: from 1.8.0 to 1.9.0')).toBeVisible(LATER);
  await context.close();
});
