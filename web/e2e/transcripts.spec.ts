// Everyday journeys as a screen reader speaks them; each has to make sense without the picture.
import { connectBattery } from './mqttDevices.ts';
import { field, makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, PASSWORD, signIn, test } from './portal.ts';
import { transcribe } from './transcript.ts';

const INSTALLER = 'transcript@example.com';
const SN = '0F0C0901';
let sid = '';
test.beforeAll(async ({ portal }) => {
  await addPerson(portal.sql, INSTALLER, 'installer');
  sid = await makePlant(portal, INSTALLER, 'Read aloud', { sn: [{ sn: SN, model: 800 }] });
});
test('signs in', async ({ page }) => {
  const reader = await transcribe(page);
  await page.goto('/');
  await reader.moveTo(page.locator('input[name="account"]'));
  await reader.type(INSTALLER);
  await reader.moveTo(page.locator('input[name="password"]'));
  await reader.type(PASSWORD);
  await reader.press('Enter');
  await expect(page.locator('main h1')).toHaveText(/Plants/);
  await expect(page.locator('main h1')).toBeFocused();
  await reader.hear();
  reader.expectSense([/textbox "E-mail"/, /textbox "Password"/, /heading "Plants( \d+)?"/]);
});

test('opens the first plant of the list', async ({ page }) => {
  const reader = await transcribe(page);
  await signIn(page, { email: INSTALLER });
  const link = page.getByRole('link', { name: 'Read aloud', exact: true });
  await expect(link).toBeVisible();
  await reader.moveTo(link);
  await reader.press('Enter');
  await expect(page.locator('main h1')).toHaveText(/Read aloud/);
  await expect(page.locator('main h1')).toBeFocused();
  await reader.hear();
  reader.expectSense([/link "Read aloud"/, /heading "Read aloud/]);
});

test('reads the energy of the day before yesterday', async ({ page }) => {
  const reader = await transcribe(page);
  await signIn(page, { email: INSTALLER, to: `/pvPlant/detail?sid=${sid}` });
  await expect(page.locator('main h1')).toHaveText(/Read aloud/);
  await reader.moveTo(page.getByRole('link', { name: 'Power', exact: true }));
  await reader.press('Enter');
  const previous = page.getByRole('button', { name: 'Previous', exact: true });
  await expect(previous).toBeVisible();
  await reader.moveTo(previous);
  await reader.press('Enter');
  await reader.waitFor(/no data/);
  await reader.press('Enter');
  await reader.waitFor(/no data/);
  await reader.moveTo(page.getByRole('button', { name: 'Show as table' }));
  reader.expectSense([/link "Power"/, /spoken: Power/, /button "Previous"/, /spoken: \w+ \d+, \d+: no data/]);
});

test('acknowledges a problem with a note', async ({ page, portal }) => {
  await portal.sql`
    insert into events (sid, sn, code, opened_at, closed_at) values (${sid}, ${SN}, '0800', now() - interval '80 minutes', null)`;
  const reader = await transcribe(page);
  await signIn(page, { email: INSTALLER, to: `/pvPlant/detail?sid=${sid}&view=alerts` });
  const acknowledge = page.getByRole('button', { name: `Acknowledge: Temperature over, ${SN}` });
  await expect(acknowledge).toBeVisible();
  await reader.moveTo(acknowledge);
  await reader.press('Enter');
  const note = page.getByRole('dialog').getByLabel('Note');
  await expect(note).toBeFocused();
  await reader.hear();
  await reader.type('Fan ordered');
  await reader.moveTo(page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }));
  await reader.press('Enter');
  await reader.waitFor(/Acknowledged/);
  reader.expectSense([
    /button "Acknowledge: Temperature over, 0F0C0901"/,
    /textbox "Note/,
    /button "Acknowledge"/,
    /spoken: Acknowledged/,
  ]);
  // The row has gone with its button.
  await expect(page.locator('main h1')).toBeFocused();
});

test('creates a plant with two devices', async ({ page }) => {
  const reader = await transcribe(page);
  await signIn(page, { email: INSTALLER, to: '/pvPlant/edit' });
  await expect(page.locator('main h1')).toBeVisible();
  const fill = async (label: string, text: string) => {
    await reader.moveTo(field(page, label));
    await reader.type(text);
  };
  await fill('Plant name', 'Made by ear');
  await fill('DC peak power', '0.8');
  await fill('Country', 'Germ');
  await expect(page.locator('[role=option][data-combobox-selected]:visible')).toHaveText('Germany');
  await reader.hear();
  await reader.press('Enter');
  await expect(field(page, 'Time zone')).toHaveValue(/Berlin/);
  await fill('Latitude', '47.66, 9.17');
  await fill('Electricity price', '0.3');
  await reader.press('Enter');
  const numbers = page.getByLabel('Serial numbers');
  await expect(numbers).toBeVisible();
  await reader.hear();
  await reader.moveTo(numbers);
  await reader.type('0F0C0911 0F0C0912');
  await reader.press('Enter');
  const product = field(page, 'Product of the 2 devices that do not report one');
  await reader.moveTo(product);
  await reader.type('BDM-40');
  await expect(page.locator('[role=option][data-combobox-selected]:visible')).toHaveText('BDM-400');
  await reader.hear();
  await reader.press('Enter');
  await reader.press('Enter');
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeFocused();
  await reader.hear();
  reader.expectSense([
    /textbox "Plant name.*required/,
    /combobox "Country.*required/,
    /spoken: Germany/,
    /"Devices"/,
    /textbox "Serial numbers/,
    /spoken: 2 devices in the list/,
    /spoken: BDM-400/,
    /heading "Congratulations!"/,
  ]);
});

test('exports the readings of a month', async ({ page }) => {
  const reader = await transcribe(page);
  await signIn(page, { email: INSTALLER, to: `/pvPlant/detail?sid=${sid}` });
  await expect(page.locator('main h1')).toHaveText(/Read aloud/);
  await reader.moveTo(page.getByRole('link', { name: 'History', exact: true }));
  await reader.press('Enter');
  const day = page.getByRole('radio', { name: 'Day', exact: true });
  await expect(day).toBeAttached();
  await reader.moveTo(day);
  await reader.press('ArrowRight', 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'Month', exact: true })).toBeChecked();
  await reader.hear();
  await reader.moveTo(page.getByRole('button', { name: 'Export readings' }));
  await reader.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Export readings' }).getByRole('radio').first()).toBeFocused();
  await reader.hear();
  const exported = page.waitForResponse('**/v2/device/history/files/ask');
  await reader.press('Enter');
  await exported;
  await reader.hear();
  reader.expectSense([/radio "Day" checked/, /radio "Month" checked/, /button "Export readings"/, /radio "/]);
});

test('sets the reserve of a battery', async ({ page, portal }) => {
  const email = 'reserve-by-ear@example.com';
  const sn = 'EARBATT1';
  await addPerson(portal.sql, email, 'installer');
  await makePlant(portal, email, 'Plant with a battery', { sn: [{ sn, model: 10_004 }] });
  const { data } = await post(portal, 'device/credential', { sn }, await tokenOf(portal, email));
  const values = await connectBattery(portal, sn, data.password);
  const reader = await transcribe(page);
  await signIn(page, { email });
  await portal.sql`
    update sessions set second_factor = 'code' where user_id = (select id from users where email = ${email})`;
  await portal.sql`select pg_notify('heliograph_sessions', 'all')`;
  const [{ sid: of } = { sid: '' }] = await portal.sql<{ sid: string }[]>`select sid from devices where sn = ${sn}`;
  await page.goto(`/devices/battery?sid=${of}&sn=${sn}&view=settings`);
  const reserve = page.getByRole('slider', { name: 'Move the reserve' });
  await expect(reserve).toHaveValue('20');
  await reader.moveTo(reserve);
  await reader.press('PageUp', 'Enter');
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await expect(dialog).toBeVisible();
  await reader.moveTo(dialog.getByRole('button', { name: 'Send' }));
  await reader.press('Enter');
  await expect.poll(() => values.batteryReservePercent).toBe(30);
  await expect(reserve).toHaveValue('30');
  await reader.waitFor(/Read back/);
  reader.expectSense([
    /slider "Move the reserve" 20/,
    /slider "Move the reserve" 30/,
    /button "Send"/,
    /spoken: Read back/,
  ]);
});

test('invites a person', async ({ page }) => {
  const reader = await transcribe(page);
  await signIn(page, { email: INSTALLER, to: '/users' });
  const invite = page.locator('main').getByRole('button', { name: 'Invite a person' }).first();
  await expect(invite).toBeVisible();
  await reader.moveTo(invite);
  await reader.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('E-mail')).toBeVisible();
  await reader.hear();
  await reader.moveTo(dialog.getByLabel('E-mail'));
  await reader.type('ear@example.com');
  await reader.press('Tab', 'Tab', 'Tab', 'Tab');
  reader.expectSense([/button "Invite a person"/, /textbox "E-mail.*required/]);
});

test('changes the language', async ({ page }) => {
  const reader = await transcribe(page);
  await signIn(page, { email: INSTALLER });
  await expect(page.locator('main h1')).toBeVisible();
  await reader.moveTo(page.getByRole('button', { name: /^Your account/ }));
  await page.keyboard.press('Enter');
  const language = page.getByRole('combobox', { name: /Language/ }).last();
  await expect(language).toBeVisible();
  await reader.hear();
  await reader.moveTo(language);
  await reader.press('ArrowDown', 'ArrowDown');
  await reader.press('Escape');
  reader.expectSense([/button "Your account: transcript@example.com"/, /combobox "Language/]);
});

test('makes a public link of a plant', async ({ page }) => {
  const reader = await transcribe(page);
  await signIn(page, { email: INSTALLER, to: `/pvPlant/detail?sid=${sid}` });
  const more = page.getByRole('button', { name: 'More actions' });
  await expect(more).toBeVisible();
  await reader.moveTo(more);
  await reader.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await reader.moveTo(page.getByRole('menuitem', { name: 'Public link' }), 'ArrowDown');
  await reader.press('Enter');
  const pages = page.getByRole('region', { name: 'Public pages' });
  await expect(pages).toBeVisible();
  await reader.hear();
  const create = pages.getByRole('button').first();
  await reader.moveTo(create);
  await reader.press('Enter', 'Tab', 'Tab');
  reader.expectSense([/button "More actions" .*opens menu/, /menuitem "Public link"/, /button "/]);
});

test('finds the module without power on the roof', async ({ page }) => {
  const reader = await transcribe(page);
  await signIn(page, { email: INSTALLER, to: `/pvPlant/detail?sid=${sid}&view=layout` });
  await expect(page.locator('main h1')).toHaveText(/Read aloud/);
  await expect(page.locator('main [data-bone]')).toHaveCount(0);
  await reader.moveTo(page.getByRole('application'));
  await reader.press('ArrowRight', 'ArrowRight');
  await reader.waitFor(/0F0C0901_2/);
  await reader.press('Tab', 'Tab', 'Tab', 'Tab');
  reader.expectSense([
    /application "Roof plan: 0 of 2 modules report power.*arrow keys/,
    /spoken: 0F0C0901_1, Now No data/,
    /spoken: 0F0C0901_2, Now No data/,
    /button "Zoom in"/,
  ]);
});

test('signs out under the bar that asks for a second factor', async ({ page, portal }) => {
  const email = 'factor-by-ear@example.com';
  await addPerson(portal.sql, email, 'installer');
  const reader = await transcribe(page);
  await signIn(page, { email });
  await expect(page.locator('main h1')).toBeVisible();
  await reader.moveTo(page.getByRole('button', { name: /^Your account/ }));
  await page.keyboard.press('Enter');
  const out = page.getByRole('button', { name: 'Sign out', exact: true });
  await expect(out).toBeVisible();
  await reader.hear();
  await reader.moveTo(out);
  await reader.press('Enter');
  await expect(page.locator('input[name="account"]')).toBeVisible();
  await expect(page.locator('main h1')).toBeFocused();
  await reader.hear();
  reader.expectSense([/"Sign out"/, /heading "Heliograph"/]);
});
