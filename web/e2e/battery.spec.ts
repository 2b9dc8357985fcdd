// A battery's schedule is entered by keys alone.
import { makePlant } from './plants.ts';
import { addPerson, expect, expectAccessible, signIn, test } from './world.ts';

const SN = 'BATSET01';
const EMAIL = 'sets-batteries@example.com';

test('a schedule is entered by keys, previewed as a day, and reviewed', async ({ page, world: { sql }, world }) => {
  await addPerson(sql, EMAIL, 'installer');
  const sid = await makePlant(world, EMAIL, 'Plant with a battery', { sn: [{ sn: SN, model: 10_004 }] });
  await signIn(page, { email: EMAIL });
  await sql`update sessions set second_factor = 'code' where user_id = (select id from users where email = ${EMAIL})`;
  await sql`select pg_notify('heliograph_sessions', 'all')`;
  await page.goto(`/devices/battery?sid=${sid}&sn=${SN}&view=settings`);
  await page.getByRole('radio', { name: 'Time of use' }).focus();
  await page.keyboard.press('Space');
  const type = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  };
  const add = page.getByRole('button', { name: 'Add a period' });
  await add.focus();
  await page.keyboard.press('Enter');
  await type('From, period 1', '2');
  await type('To, period 1', '5:00');
  await expect(page.getByRole('listitem').filter({ hasText: '02:00–05:00' })).toContainText('up to 100%');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review the change' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await expect(dialog.getByRole('row').filter({ hasText: 'Period 1' })).toContainText('02:00–05:00');
});
