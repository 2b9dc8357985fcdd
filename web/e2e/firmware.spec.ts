// Firmware from its maker to a device: brought in with its signature, published, installed by a gateway that really downloads and checks it, and seen.
import { checkUpdate } from '@heliograph/simulator/update.ts';
import { firmwareFile, MAKER } from '../../server/test/firmware.ts';
import { ANNOUNCED, connectDevice, publish } from './mqttDevices.ts';
import { choose, field, makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, expectAccessible, signIn, test, type World } from './world.ts';

const LATER = { timeout: 30_000 };
const MAKES = 'firmware-administrator@example.com';
const LOOKS_AFTER = 'firmware-installer@example.com';
const SN = 'GWOTA001';

/** A gateway that does as it is told, and comes back with what it has installed. */
async function updatingGateway(world: World, password: string): Promise<void> {
  const client = await connectDevice(world, SN, password);
  const sendAnswer = (id: string, state: string, reason = '') =>
    client.publishAsync(
      `hg/${SN}/up/result`,
      JSON.stringify({ v: 1, id, at: Date.now(), state, reason, parameters: {} }),
      { qos: 1 },
    );
  const known = new Set<string>();
  client.on('message', (topic, payload) => {
    if (!topic.endsWith('/down/command')) return;
    const { id, parameters } = JSON.parse(payload.toString()) as { id: string; parameters: Record<string, unknown> };
    if (known.has(id)) return;
    known.add(id);
    void (async () => {
      await sendAnswer(id, 'accepted');
      const { refusal, version } = await checkUpdate(parameters, { publicKey: MAKER.pem });
      if (refusal) return void (await sendAnswer(id, 'refused', refusal));
      await sendAnswer(id, 'done');
      await publish(client, 'announce', { ...ANNOUNCED, firmware: version });
    })();
  });
  await client.subscribeAsync(`hg/${SN}/down/#`, { qos: 1 });
  await publish(client, 'announce', ANNOUNCED);
}

test('a signed firmware is brought in and published, and a gateway installs it', async ({ page, browser, world }) => {
  test.setTimeout(180_000);
  const { sql } = world;
  await addPerson(sql, MAKES, 'installer');
  await addPerson(sql, LOOKS_AFTER, 'installer');
  await sql`
    update memberships set role_id = (select id from roles where code = 'administrator')
    where user_id = (select id from users where email = ${MAKES})`;
  const file = Buffer.from(firmwareFile(1_300_000));
  await signIn(page, MAKES);
  await page.goto('/hardwareConfig/otaFile');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'OTA File' })).toBeVisible(LATER);
  await expectAccessible(page);
  await main.getByRole('link', { name: 'New firmware' }).first().click();
  await expect(main.getByRole('heading', { level: 1, name: 'New firmware' })).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await main.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'gateway-1.9.0.bin', mimeType: 'application/octet-stream', buffer: file });
  await field(page, 'Version').fill('1.9.0');
  await choose(page, 'Product', 'HG-1');
  await field(page, 'Hardware').fill('2.1');
  // Of another file.
  await field(page, 'Signature').fill(MAKER.sign(firmwareFile(9)));
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Upload' }).click();
  await expect(main.getByText('This file is not signed by a maker', { exact: false })).toBeVisible(LATER);
  await field(page, 'Signature').fill(MAKER.sign(file));
  await main.getByRole('button', { name: 'Upload' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'HG-1 1.9.0' })).toBeVisible(LATER);
  await expect(main.getByText('not published')).toBeVisible();
  await main.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(main.getByRole('heading', { level: 2, name: 'Devices' })).toBeVisible(LATER);
  await expectAccessible(page);

  const sid = await makePlant(world, LOOKS_AFTER, 'Roof with an old gateway', { sn: [{ sn: SN, model: 10_000 }] });
  const { data } = await post(world, 'device/credential', { sn: SN }, await tokenOf(world, LOOKS_AFTER));
  await updatingGateway(world, data.password);
  const context = await browser.newContext({ baseURL: world.url });
  const other = await context.newPage();
  await signIn(other, LOOKS_AFTER);
  await other.goto('/hardwareConfig/otaFile');
  await other.getByRole('link', { name: '1.9.0' }).click();
  const line = other.getByRole('listitem').filter({ hasText: SN });
  await expect(line).toContainText('1.8.0', LATER);
  await expect(other.getByText('Signed in with a password alone you can look')).toBeVisible();
  await expect(line.getByRole('button')).toHaveCount(0);
  await sql`
    update sessions set second_factor = 'code' where user_id = (select id from users where email = ${LOOKS_AFTER})`;
  await sql`select pg_notify('heliograph_sessions', 'all')`;
  // The page asks again by itself.
  await line.getByRole('button', { name: `Update: ${SN}` }).click(LATER);
  await other.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
  await expect(line).toContainText('1.9.0 updated', LATER);
  await expect(line).toContainText('up to date', LATER);
  await expectAccessible(other);
  await other.goto(`/pvPlant/parameterSetting?sid=${sid}`);
  await expect(other.getByText('Firmware: from 1.8.0 to 1.9.0')).toBeVisible(LATER);
  await context.close();
});
