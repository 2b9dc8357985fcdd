// Settings of a battery: a schedule refused for overlap, then sent, read back, and rolled back to the last good one.
import type { Page } from '@playwright/test';
import { connectBattery } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, expectAccessible, type Portal, signIn, test } from './portal.ts';
import { collectSpoken, expectFocusKept } from './spoken.ts';

const LATER = { timeout: 20_000 };

async function withBattery(portal: Portal, page: Page, sn: string) {
  const email = `sets-${sn.toLowerCase()}@example.com`;
  await addPerson(portal.sql, email, 'installer');
  const sid = await makePlant(portal, email, 'Plant with a battery', { sn: [{ sn, model: 10_004 }] });
  const { data } = await post(portal, 'device/credential', { sn }, await tokenOf(portal, email));
  const parameters = await connectBattery(portal, sn, data.password);
  await signIn(page, { email, to: `/devices/battery?sid=${sid}&sn=${sn}&view=settings` });
  await expect(page.getByText('To change settings, sign in with a second factor')).toBeVisible(LATER);
  await expectAccessible(page);
  await portal.sql`
    update sessions set second_factor = 'code' where user_id = (select id from users where email = ${email})`;
  await portal.sql`select pg_notify('heliograph_sessions', 'all')`;
  await page.reload();
  return parameters;
}

test('a schedule is refused for overlap, corrected, read back, and undone', async ({ page, portal }) => {
  test.setTimeout(180_000);
  const spoken = await collectSpoken(page);
  const parameters = await withBattery(portal, page, 'BATSET01');
  await page.getByRole('button', { name: 'Load from device' }).click();
  const mode = page.getByRole('row').filter({ hasText: 'Mode' });
  await expect(mode).toContainText('Self-consumption', LATER);

  await page.getByRole('radio', { name: 'Time of use' }).check();
  const review = page.getByRole('button', { name: 'Review the change' });
  await expect(page.getByText('A time range must be selected first.')).toBeVisible();
  await expect(review).toBeDisabled();
  // The rest uses the keyboard only.
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
  await add.focus();
  await page.keyboard.press('Enter');
  await type('From, period 2', '4:30');
  await type('To, period 2', '0700');
  await expect(page.getByText('The selected time cannot be earlier than the previous end time')).toBeVisible();
  await expect(review).toBeDisabled();
  await expectAccessible(page);
  await type('From, period 2', '17:00');
  await type('To, period 2', '21:00');
  await expect(page.getByText('The selected time cannot be earlier than the previous end time')).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: '02:00–05:00' })).toContainText(
    'charge at 2,000 W up to 100%',
  );
  await expect(page.getByRole('listitem').filter({ hasText: '17:00–21:00' })).toContainText('down to 20%');
  await expectAccessible(page);
  await review.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await expect(dialog.getByRole('row').filter({ hasText: 'Mode' })).toContainText('Time of use');
  await expect(dialog.getByRole('row').filter({ hasText: 'Period 1' })).toContainText('02:00–05:00');
  await expectAccessible(page);
  await spoken.clear();
  await dialog.getByRole('button', { name: 'Send' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0, LATER);
  await expect(mode).toContainText('Issued', LATER);
  await expect(mode.getByRole('cell').first()).toContainText('Time of use', LATER);
  expect(parameters).toMatchObject({ batteryMode: 2, batteryPeriod1StartMin: 120, batteryPeriod2EndMin: 1_260 });
  // How far the command is, each step at most once; a quick device passes some between two looks.
  await expect.poll(async () => (await spoken.list()).at(-1), LATER).toBe('Read back');
  const steps = await spoken.list();
  expect(new Set(steps).size).toBe(steps.length);
  expect(['Waiting for the gateway', 'Sent', 'Accepted by the device', 'Read back']).toEqual(
    expect.arrayContaining(steps),
  );
  await expectFocusKept(page);

  await page.getByRole('button', { name: 'Restore the settings of' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(mode.getByRole('cell').first()).toContainText('Self-consumption', LATER);
  expect(parameters).toMatchObject({ batteryMode: 1, batteryPeriod1Action: 0, batteryPeriod2EndMin: 0 });
});
