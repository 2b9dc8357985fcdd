// A firmware roll-out in waves: the first wave fails on gateways that really download and verify, and the rule stops it; a second roll-out is paused, resumed, finished and rolled back.
import { firmwareFile, makeFirmware } from '../../server/test/firmware.ts';
import { field, makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, expectAccessible, signIn, test } from './portal.ts';
import { updatingGateway } from './updatingGateway.ts';

const LATER = { timeout: 60_000 };
const INSTALLER = 'rollout-installer@example.com';
const SNS = ['GWWAVE01', 'GWWAVE02', 'GWWAVE03'];

test('a wave whose devices fail is stopped by its rule, and the next roll-out finishes and is rolled back', async ({
  page,
  portal,
}) => {
  test.setTimeout(300_000);
  const { sql } = portal;
  await addPerson(sql, INSTALLER, 'installer');
  const file = firmwareFile(200_000);
  await makeFirmware(sql, { versionName: '1.8.0', file });
  const id = await makeFirmware(sql, { versionName: '1.9.7', file });
  const fault = { now: true };
  const token = await tokenOf(portal, INSTALLER);
  for (const sn of SNS) {
    await makePlant(portal, INSTALLER, `Roof of waves ${sn}`, { sn: [{ sn, model: 10_000 }] });
    const { data } = await post(portal, 'device/credential', { sn }, token);
    await updatingGateway(portal, { sn, password: data.password }, fault);
  }
  await signIn(page, { email: INSTALLER });
  await sql`
    update sessions set second_factor = 'code' where user_id = (select id from users where email = ${INSTALLER})`;
  await sql`select pg_notify('heliograph_sessions', 'all')`;
  await page.goto(`/hardwareConfig/otaFileEdit?id=${id}`);
  const main = page.getByRole('main');
  const begin = async () => {
    await main.getByRole('button', { name: 'New roll-out' }).click(LATER);
    await expect(main.getByText('3 devices will be updated')).toBeVisible(LATER);
    await field(page, 'Wave 1 goes up to').fill('1');
    await field(page, 'Pause between waves').fill('0');
    await expect(main.getByText('Devices in each wave: 1, 1, 1')).toBeVisible();
    await expectAccessible(page);
    await main.getByRole('button', { name: 'Roll out to 3 devices' }).click();
  };
  await begin();
  await expect(main.getByText('stopped: too many failed').first()).toBeVisible(LATER);
  // Once in the list of all devices, once in that of the roll-out.
  await expect(main.getByText('The downloaded file does not match', { exact: false })).toHaveCount(2, LATER);
  await expect(main.getByText('the roll-out stopped before its turn', { exact: false })).toHaveCount(2, LATER);
  await expectAccessible(page);

  fault.now = false;
  await begin();
  await expect(main.getByText('finished', { exact: true }).first()).toBeVisible(LATER);
  await main.getByRole('button', { name: 'Roll back its devices' }).click(LATER);
  await expect(main.getByText('Rolling back to: 1.8.0 (3)')).toBeVisible(LATER);
  await main.getByRole('button', { name: 'Roll back 3 devices' }).click();
  await expect(main.getByText('3 devices rolled back')).toBeVisible(LATER);
  await main.getByRole('button', { name: 'Pause' }).click(LATER);
  await expect(main.getByText('paused', { exact: true }).first()).toBeVisible(LATER);
  await main.getByRole('button', { name: 'Resume' }).click();
  await expect(main.getByText('Resumed')).toBeVisible(LATER);
  await expectAccessible(page);
});
