// Remote control by three people at once: one requests a change, a second one of the company approver it, and the owner ends remote control.
import type { Page } from '@playwright/test';
import { ANNOUNCED, connectDevice, obeyCommands, publish } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, expectAccessible, type Portal, signIn, test } from './portal.ts';

const LATER = { timeout: 20_000 };
const SN = 'GWCMD001';

/** Simulates a gateway that stores every written value and reads it back. */
async function simulateGateway(portal: Portal, password: string): Promise<Record<string, number>> {
  const parameters: Record<string, number> = { reconnectTimeS: 60, overVoltageV: 264.5, limitPercent: 100, on: 1 };
  const client = await connectDevice(portal, SN, password);
  await obeyCommands(client, parameters);
  await publish(client, 'announce', { ...ANNOUNCED, devices: [] });
  return parameters;
}

/** Opens the page of parameters in a session with a second factor. */
async function openParameters(portal: Portal, page: Page, email: string, sid: string): Promise<void> {
  await signIn(page, { email });
  await portal.sql`
    update sessions set second_factor = 'code' where user_id = (select id from users where email = ${email})`;
  await portal.sql`select pg_notify('heliograph_sessions', 'all')`;
  await page.goto(`/pvPlant/parameterSetting?sid=${sid}`);
}

async function makeControlledPlant(portal: Portal) {
  const [requester, approver, ownerEmail] = [
    'requester@example.com',
    'approver@example.com',
    'plant-owner@example.com',
  ] as const;
  await addPerson(portal.sql, requester, 'installer');
  await addPerson(portal.sql, approver, 'installer');
  await addPerson(portal.sql, ownerEmail, 'owner');
  await portal.sql`
    update memberships m set company_id = (select o.company_id from memberships o join users u on u.id = o.user_id where u.email = ${requester})
    from users u where u.id = m.user_id and u.email = ${approver}`;
  const sid = await makePlant(portal, requester, 'Plant with protection', {
    sn: [{ sn: SN, model: 10_000 }],
    userEmail: ownerEmail,
  });
  const { data } = await post(portal, 'device/credential', { sn: SN }, await tokenOf(portal, requester));
  return { sid, requester, approver, ownerEmail, parameters: await simulateGateway(portal, data.password) };
}

test('a protection value changes once a second person approves it, and nothing changes after the owner ends remote control', async ({
  page,
  browser,
  portal,
}) => {
  test.setTimeout(120_000);
  const { sid, requester, approver, ownerEmail, parameters } = await makeControlledPlant(portal);
  await openParameters(portal, page, requester, sid);
  await page.getByRole('button', { name: 'Load from device' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Over voltage protection' });
  await expect(row).toContainText('264.5 V', LATER);
  // Keyboard only.
  await page.getByLabel('Requested: Over voltage protection').focus();
  await page.keyboard.type('253');
  await page.getByRole('button', { name: 'Review 1 change' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await expect(dialog.getByRole('row').filter({ hasText: 'Over voltage' })).toContainText('253 V');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Request approval' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Waiting for approval', LATER);

  const second = await browser.newContext({ baseURL: portal.url });
  const other = await second.newPage();
  await openParameters(portal, other, approver, sid);
  await other.getByRole('button', { name: /^Approve/ }).focus();
  await other.keyboard.press('Enter');
  await expect(other.getByText('Read back', { exact: true }).first()).toBeVisible(LATER);
  await second.close();
  expect(parameters.overVoltageV).toBe(253);
  // The requester's page follows by itself.
  await expect(row).not.toContainText('Not issued yet', LATER);
  await expect(row).toContainText('253 V', LATER);
  await expectAccessible(page);

  const third = await browser.newContext({ baseURL: portal.url });
  const owner = await third.newPage();
  await signIn(owner, { email: ownerEmail, to: `/pvPlant/parameterSetting?sid=${sid}` });
  await owner.getByRole('switch').focus();
  await owner.keyboard.press('Space');
  await expect(owner.getByText('nothing is sent to its devices')).toBeVisible(LATER);
  await third.close();
  await page.reload();
  await expect(page.getByText('nothing is sent to its devices')).toBeVisible(LATER);
  await expect(page.getByRole('button', { name: 'Load from device' })).toHaveCount(0);
});
