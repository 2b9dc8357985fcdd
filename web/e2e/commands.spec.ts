// Remote control: a protection value changed with a second person's approval and seen read back, by keys alone; an owner's veto.
import type { Page } from '@playwright/test';
import { ANNOUNCED, connectDevice, publish } from './mqttDevices.ts';
import { makePlant, post, tokenOf } from './plants.ts';
import { addPerson, expect, expectAccessible, signIn, test, type World } from './world.ts';

const LATER = { timeout: 20_000 };

/** A gateway that holds two values, and does as it is told. */
async function obeyingGateway(
  world: World,
  sn: string,
  password: string,
  children: string[],
): Promise<Record<string, number>> {
  const held: Record<string, number> = { reconnectTimeS: 60, overVoltageV: 264.5, limitPercent: 100, on: 1 };
  const client = await connectDevice(world, sn, password);
  client.on('message', (topic, payload) => {
    if (!topic.endsWith('/down/command')) return;
    const {
      id,
      do: what,
      parameters,
    } = JSON.parse(payload.toString()) as {
      id: string;
      do: string;
      parameters: Record<string, number>;
    };
    if (what === 'write' || what === 'limit') Object.assign(held, parameters);
    for (const state of ['accepted', 'done'])
      client.publish(
        `hg/${sn}/up/result`,
        JSON.stringify({ v: 1, id, at: Date.now(), state, reason: '', parameters: held }),
        { qos: 1 },
      );
  });
  await client.subscribeAsync(`hg/${sn}/down/#`, { qos: 1 });
  await publish(client, 'announce', {
    ...ANNOUNCED,
    devices: children.map((child) => ({ sn: child, kind: 'microinverter', inputs: 1 })),
  });
  // Who was never heard is told no limit by a rule.
  const at = Math.floor(Date.now() / 1000) * 1000;
  await publish(client, 'report', { v: 1, devices: children.map((child) => ({ sn: child, at, q: { powerW: 120 } })) });
  return held;
}

/** Signed in with more than a password. */
const withCode = async (world: World, page: Page, email: string) => {
  await signIn(page, { email });
  await strengthen(world, email);
};
const strengthen = async (world: World, email: string) => {
  await world.sql`
    update sessions set second_factor = 'code' where user_id = (select id from users where email = ${email})`;
  await world.sql`select pg_notify('heliograph_sessions', 'all')`;
};

async function controlled(world: World, name: string, sn: string, children: string[] = []) {
  const people = ['asks', 'approves', 'owns'].map((who) => `${who}-${sn.toLowerCase()}@example.com`);
  const [asks, approves, owns] = people as [string, string, string];
  await addPerson(world.sql, asks, 'installer');
  await addPerson(world.sql, approves, 'installer');
  await addPerson(world.sql, owns, 'owner');
  await world.sql`
    update memberships m set company_id = (select o.company_id from memberships o join users u on u.id = o.user_id where u.email = ${asks})
    from users u where u.id = m.user_id and u.email = ${approves}`;
  const sid = await makePlant(world, asks, name, { sn: [{ sn, model: 10_000 }], userEmail: owns });
  const token = await tokenOf(world, asks);
  const { data } = await post(world, 'device/credential', { sn }, token);
  return { sid, asks, approves, owns, held: await obeyingGateway(world, sn, data.password, children) };
}

test('a protection value is changed with approval, and seen read back', async ({ page, browser, world }) => {
  test.setTimeout(180_000);
  const { sid, asks, approves, held } = await controlled(world, 'Plant with protection', 'GWCMD001');
  await signIn(page, { email: asks, to: `/pvPlant/parameterSetting?sid=${sid}` });
  await expect(page.getByText('Signed in with a password alone you can look')).toBeVisible(LATER);
  await expectAccessible(page);
  await strengthen(world, asks);
  await page.reload();
  await page.getByRole('button', { name: 'Read from the device' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Over voltage protection' });
  await expect(row).toContainText('264.5 V', LATER);
  await expect(row).toContainText('Not issued yet');
  await page.getByLabel('Wanted: Over voltage protection').fill('999');
  await expect(page.getByText('Not within the allowed range')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review 1 change' })).toBeDisabled();
  // A named set says where it is from and that nobody checked it, fills in, and sends nothing.
  await page.getByLabel('Values of a grid profile').click();
  await page.getByRole('option', { name: 'DE · VDE-AR-N 4105:2018' }).click();
  await expect(page.getByText('Source: general knowledge of the norm')).toBeVisible();
  await expect(page.getByText('Not verified: an example.')).toBeVisible();
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByLabel('Wanted: Over voltage protection')).toHaveValue('287.5');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Wanted: Over voltage protection')).toHaveValue('');
  // From here on by keys alone.
  await page.getByLabel('Wanted: Over voltage protection').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('253');
  await page.getByRole('button', { name: 'Review 1 change' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await expect(dialog.getByRole('row').filter({ hasText: 'Over voltage' })).toContainText('253 V');
  await expect(dialog).toContainText('A second person of your company has to approve this');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask for approval' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('Waits for approval', LATER);
  // Not oneself.
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expectAccessible(page);

  const other = await (await browser.newContext({ baseURL: world.url })).newPage();
  await withCode(world, other, approves);
  await other.goto(`/pvPlant/parameterSetting?sid=${sid}`);
  await other.getByRole('button', { name: /^Approve/ }).focus();
  await other.keyboard.press('Enter');
  await expect(other.getByText('Read back', { exact: true }).first()).toBeVisible(LATER);
  await other.context().close();
  expect(held.overVoltageV).toBe(253);
  await expect(row).toContainText('Issued', LATER);
  await expect(row).not.toContainText('Not issued yet', LATER);
  await expect(row).toContainText('253 V', LATER);
});

test('an owner switches remote control off, and sees every command', async ({ page, browser, world }) => {
  test.setTimeout(180_000);
  const { sid, asks, owns, held } = await controlled(world, 'Plant with a veto', 'GWCMD002');
  const installer = await (await browser.newContext({ baseURL: world.url })).newPage();
  await withCode(world, installer, asks);
  await installer.goto(`/pvPlant/parameterSetting?sid=${sid}`);
  await installer.getByLabel('Wanted: Over voltage protection').fill('253');
  await installer.getByRole('button', { name: 'Review 1 change' }).click();
  await installer.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(installer.getByText('Waits for approval').first()).toBeVisible(LATER);

  await signIn(page, { email: owns, to: `/pvPlant/parameterSetting?sid=${sid}` });
  await expect(page.getByText(asks)).toBeVisible(LATER);
  await page.getByRole('switch').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('nothing is sent to its devices')).toBeVisible(LATER);
  await expect(page.getByRole('listitem').filter({ hasText: 'The owner switched remote control off' })).toBeVisible(
    LATER,
  );
  await expectAccessible(page);
  await installer.reload();
  await expect(installer.getByText('nothing is sent to its devices')).toBeVisible(LATER);
  await expect(installer.getByRole('button', { name: 'Read from the device' })).toHaveCount(0);
  await installer.context().close();
  expect(held.overVoltageV).toBe(264.5);
});

test('an inverter is limited, and the limit is seen read back; then the values of many are set at once', async ({
  page,
  world,
}) => {
  test.setTimeout(180_000);
  const { sid, asks, held } = await controlled(world, 'Plant with a limit', 'GWCMD003', ['INVCMD003']);
  await withCode(world, page, asks);
  await page.goto(`/pvPlant/parameterSetting?sid=${sid}&sn=INVCMD003`);
  await page.getByRole('button', { name: 'Limit power' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Limit power of INVCMD003' });
  await dialog.getByLabel('At most, of the rated power').fill('130');
  await dialog.getByRole('button', { name: 'Send limit' }).click();
  await expect(dialog).toContainText('A whole number from 0 to 100');
  await expectAccessible(page);
  await dialog.getByLabel('At most, of the rated power').fill('60');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('60 % of the rated power')).toBeVisible(LATER);
  const line = page.getByRole('listitem').filter({ hasText: 'Limit of power: 60 %' });
  await expect(line).toContainText('Read back', LATER);
  expect(held.limitPercent).toBe(60);
  await expectAccessible(page);
  // What was ever sent to this device, and what a rule told it on a day that is long over, in one line.
  await world.sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, read_back, state, step, asked_at, queued_at, issued_at, ended_at,
      valid_s, expires_at, by_rule, stands_for)
    select ${sid}, gen_random_uuid(), 'GWCMD003', 'INVCMD003', 'limit', '{"limitPercent": 60}', '{"limitPercent": 60}', 'readBack', 'read',
      at, at, at, at, 300, at, 'change', '{"commands": 131, "changes": 46, "failed": 2, "least": 15, "most": 80}'
    from (select now() - interval '6 days' as at) long_ago`;
  await page.reload();
  const list = page.getByRole('region', { name: 'Commands' });
  await list.getByRole('button', { name: 'Only those of INVCMD003' }).click(LATER);
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').last()).toContainText('sent 131 times, from 15 % to 80 %', LATER);
  await expect(list.getByRole('listitem').last()).toContainText('46 of them to another limit; 2 not read back');
  await list.getByRole('button', { name: 'Show limits that were told again' }).click();
  await expect(list.getByRole('button', { name: 'Hide limits that were told again' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/hardwareConfig/inverter');
  await expect(page.getByText('Select a group first')).toBeVisible(LATER);
  await page.goto('/hardwareConfig/inverter?model=10000&q=GWCMD003');
  await expect(page.getByText('1 device', { exact: true })).toBeVisible(LATER);
  await page.getByLabel('Wanted: Reconnect time').fill('90');
  await page.getByRole('button', { name: 'Review for 1 device' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 device' }).click();
  const setup = page.getByRole('listitem').filter({ hasText: 'Reconnect time: 90 s' });
  await expect(setup).toContainText('Read back: 1', LATER);
  await setup.getByRole('button', { name: /^Results/ }).click();
  await expect(setup.getByRole('row').filter({ hasText: 'GWCMD003' })).toContainText('read back: 90 s', LATER);
  await expectAccessible(page);
  expect(held.reconnectTimeS).toBe(90);
});

test('a plant feeds in no more than its rule says: set, told to its inverter, and let go again', async ({
  page,
  world,
}) => {
  test.setTimeout(180_000);
  const { sid, asks, held } = await controlled(world, 'Plant with a rule', 'GWCMD004', ['INVCMD004']);
  await withCode(world, page, asks);
  await page.goto(`/pvPlant/parameterSetting?sid=${sid}&sn=INVCMD004`);
  await expect(page.getByText('No rule: devices feed in what they make')).toBeVisible(LATER);
  await page.getByRole('button', { name: 'Set the rule' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'What this plant may feed in' });
  await dialog.getByLabel('At most into the grid').fill('130');
  await dialog.getByRole('button', { name: 'Save the rule' }).click();
  await expect(dialog).toContainText('A whole number from 0 to 100');
  await expectAccessible(page);
  // Nobody knows what the plant's modules make: the safe value holds.
  await dialog.getByLabel('At most into the grid').fill('60');
  await dialog.getByLabel('When data is missing').fill('40');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('1 of 1 hold it')).toBeVisible(LATER);
  const { limitPercent } = held;
  expect(limitPercent).toBeLessThan(100);
  await expectAccessible(page);

  // By hand nothing is told beside the rule.
  await page.getByRole('button', { name: 'Limit power' }).click();
  await page.getByRole('dialog').getByLabel('At most, of the rated power').fill('90');
  await page.getByRole('dialog').getByRole('button', { name: 'Send limit' }).click();
  await expect(page.getByRole('dialog')).toContainText('rule');
  await page.keyboard.press('Escape');
  expect(held.limitPercent).toBe(limitPercent);

  await page.getByRole('button', { name: 'Set the rule' }).click();
  await dialog.getByText('No rule', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save the rule' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => held.limitPercent, LATER).toBe(100);
});
