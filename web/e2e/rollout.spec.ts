// A firmware in waves: the first wave fails on gateways that download and check the file, and the rule stops the roll-out.
import { firmwareFile, makeFirmware } from '../../server/test/firmware.ts';
import { field, makePlant, post, tokenOf } from './plants.ts';
import { updatingGateway } from './updatingGateway.ts';
import { addPerson, expect, expectAccessible, signIn, test } from './world.ts';

const LATER = { timeout: 60_000 };
const ROLLS_OUT = 'rollout-installer@example.com';
const SNS = ['GWWAVE01', 'GWWAVE02', 'GWWAVE03'];

test('a wave whose devices fail stops its roll-out by the rule', async ({ page, world }) => {
  test.setTimeout(180_000);
  const { sql } = world;
  await addPerson(sql, ROLLS_OUT, 'installer');
  const id = await makeFirmware(sql, { versionName: '1.9.7', file: firmwareFile(200_000) });
  const token = await tokenOf(world, ROLLS_OUT);
  for (const sn of SNS) {
    await makePlant(world, ROLLS_OUT, `Roof of waves ${sn}`, { sn: [{ sn, model: 10_000 }] });
    const { data } = await post(world, 'device/credential', { sn }, token);
    await updatingGateway(world, { sn, password: data.password }, { now: true });
  }
  await signIn(page, { email: ROLLS_OUT });
  await sql`
    update sessions set second_factor = 'code' where user_id = (select id from users where email = ${ROLLS_OUT})`;
  await sql`select pg_notify('heliograph_sessions', 'all')`;
  await page.goto(`/hardwareConfig/otaFileEdit?id=${id}`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'New roll-out' }).click(LATER);
  await field(page, 'Wave 1 goes up to').fill('1');
  await field(page, 'Pause between waves').fill('0');
  await expect(main.getByText('Devices in each wave: 1, 1, 1')).toBeVisible(LATER);
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Roll out to 3 devices' }).click();
  await expect(main.getByText('stopped: too many failed').first()).toBeVisible(LATER);
  // In the list of all devices, and in that of the roll-out.
  await expect(main.getByText('What it downloaded is another file', { exact: false })).toHaveCount(2, LATER);
  await expectAccessible(page);
});
