// battery/hx/params/setting: a set is validated as a whole, written at once, and valid when read back; undone by sending the last valid set.
import { expect, test } from 'vitest';
import { startBatteryServer } from '../../../../../test/batteryServer.ts';
import { BATTERY_SET, BATTERY_VALUES } from '../../../../../test/batterySets.ts';
import { makeDevice, makeUser } from '../../../../../test/factories.ts';
import { obeys } from '../../../../../test/gatewayPlant.ts';

const server = await startBatteryServer();
const { sql, ask, call } = server;
const commands = async (sid: string) =>
  (await sql<{ n: number }[]>`select count(*)::int as n from commands where sid = ${sid}`)[0]!.n;

test('writes a set as a whole, and shows it as stored in the device when read back', async () => {
  const { key, first, memory, view, becomes, one } = await server.battery();
  expect(await view()).toMatchObject({ inDevice: null, change: null, lastGood: null });
  const { command } = await ask('battery/hx/params/setting', { ...key, ...BATTERY_SET }, first);
  expect(command).toMatchObject({ state: 'approved', isIssued: false, action: 'write', askedBy: one.email });
  await becomes('readBack');
  expect(memory.values).toEqual(BATTERY_VALUES);
  expect(memory.heard.map(({ do: what }) => what)).toEqual(['write', 'read']);
  expect(await view()).toMatchObject({
    inDevice: BATTERY_SET,
    change: { wanted: BATTERY_SET, isIssued: true, reason: '', isReturn: false },
    lastGood: null,
  });
  const [line] = await sql`
    select before, after from audit_log where object = ${key.sid} and action = 'battery/hx/params/setting'`;
  expect(line).toMatchObject({ after: { command: command.id, asked: BATTERY_VALUES } });
});

test('restores the last valid set by sending it, and can undo that', async () => {
  const { key, first, memory, view, read, becomes } = await server.battery();
  await read();
  const before = (await view()).inDevice!;
  await ask('battery/hx/params/setting', { ...key, ...BATTERY_SET, reservePercent: 18 }, first);
  // No last valid set while the state of the change is unknown.
  expect((await view()).lastGood).toBeNull();
  await becomes('readBack');
  expect((await view()).lastGood?.settings).toEqual(before);
  await ask('battery/hx/params/setting', { ...key, ...before }, first);
  await expect.poll(async () => (await view()).inDevice, { interval: 50 }).toEqual(before);
  expect(memory.values.batteryMode).toBe(1);
  expect((await view()).lastGood?.settings).toMatchObject({ mode: 'timeOfUse', reservePercent: 18 });
});

test('fails a change when the device stores other values, and keeps the previous set as the last valid one', async () => {
  const { key, first, view, read, becomes } = await server.battery('Battery', {
    how: (command, memory) => {
      const responses = obeys(command, memory);
      if (command.do === 'write') memory.values.batteryReservePercent = 40;
      return responses;
    },
  });
  await read();
  const before = (await view()).inDevice!;
  await ask('battery/hx/params/setting', { ...key, ...BATTERY_SET }, first);
  await becomes('failed');
  expect(await view()).toMatchObject({
    inDevice: { reservePercent: 40 },
    change: { reason: 'differs', isIssued: false, wanted: { reservePercent: 15 } },
    lastGood: { settings: before },
  });
});

test('keeps the device’s set as the last valid one when the device rejects a change', async () => {
  const { key, first, view, read, becomes } = await server.battery('Battery', {
    how: (command, memory) =>
      command.do === 'write' ? [{ state: 'refused', reason: 'outOfRange' }] : obeys(command, memory),
  });
  await read();
  const before = (await view()).inDevice!;
  await ask('battery/hx/params/setting', { ...key, ...BATTERY_SET }, first);
  await becomes('failed');
  expect(await view()).toMatchObject({
    inDevice: before,
    change: { reason: 'outOfRange' },
    lastGood: { settings: before },
  });
});

const { key, first, strong, one } = await server.battery('Battery', { isAway: true });
const changedSet = (rest: object) => ({ ...key, ...BATTERY_SET, ...rest });
const [charge, evening] = BATTERY_SET.periods;

test.each<[string, object, number]>([
  ['whose periods overlap', { periods: [charge, { ...evening, fromMin: 299 }] }, 1587],
  ['whose period ends when it begins', { periods: [{ ...charge, toMin: 120 }] }, 1586],
  ['of time of use without a period', { periods: [] }, 1584],
  [
    'of more periods than the device keeps',
    { periods: Array.from({ length: 7 }, (_, i) => ({ ...charge, fromMin: i, toMin: i + 1 })) },
    1585,
  ],
  ['with a target below the reserve', { reservePercent: 21 }, 1588],
  ['with a reserve below the shut-down level', { reservePercent: 9, shutdownPercent: 10 }, 1583],
  ['with more power than there is', { periods: [{ ...charge, powerW: 12_001 }] }, 1554],
  ['with half a per cent', { reservePercent: 15.5 }, 1554],
  ['with a shut-down level out of range', { reservePercent: 60, shutdownPercent: 51, periods: [] }, 1554],
  ['of another plant', { sid: 'DE_20261121_k7Qm4x' }, 1005],
  ['of a device that is not there', { sn: 'NOBODY1' }, 1006],
  ['without a mode', { mode: undefined }, 400],
  ['of an unknown mode', { mode: 'party' }, 400],
  ['of a mode with an inherited name', { mode: 'constructor' }, 400],
  ['with a text for a time', { periods: [{ ...charge, fromMin: 'two' }] }, 400],
  ['with half a minute', { periods: [{ ...charge, fromMin: 0.5 }] }, 400],
  ['beyond the day', { periods: [{ ...charge, toMin: 1441 }] }, 400],
  ['with nine periods', { periods: Array.from({ length: 9 }, () => charge) }, 400],
  ['with a number that cannot be stored', { sn: '\u0000' }, 400],
])('refuses a set %s, and queues nothing', async (_, wrong, code) => {
  const before = await commands(key.sid);
  expect(await call('battery/hx/params/setting', changedSet(wrong) as never, first)).toMatchObject({ code });
  expect(await commands(key.sid)).toBe(before);
});

test('names the wrong period and the reason in the error', async () => {
  const { msg } = await call(
    'battery/hx/params/setting',
    changedSet({ periods: [charge, { ...evening, fromMin: 200 }] }) as never,
    first,
  );
  expect(msg).toBe('Period 2: The selected time cannot be earlier than the previous end time');
});

test('limits power to the rated power of the product', async () => {
  const [product] = await sql<{ id: number }[]>`
    insert into products (model, name, kind, inputs, phases, rated_power_w, frame_profile, parameters)
    select 777001, 'Small battery', kind, inputs, phases, 2500, frame_profile, parameters from products where name = 'Battery' returning id`;
  const { sn } = await makeDevice(sql, { sid: key.sid, product: 'Battery' });
  await sql`update devices set product_id = ${product!.id} where sn = ${sn}`;
  expect(await call('battery/hx/params/setting', changedSet({ sn }) as never, first)).toMatchObject({
    code: 1589,
    msg: 'The power of period 2 is above the rated power of 2500 W.',
  });
  // A catalogue without levels does not describe a battery.
  await sql`update products set parameters = '[{"name":"batteryMode"}]' where id = ${product!.id}`;
  expect(await call('battery/hx/params/setting', changedSet({ sn }) as never, first)).toMatchObject({ code: 1580 });
});

test('keeps omitted parts as stored in the device, and refuses when these are unknown', async () => {
  const own = await server.battery();
  const { periods: _, peakW: _peak, ...levels } = { ...BATTERY_SET, reservePercent: 16 };
  const body = { ...own.key, ...levels };
  expect(await call('battery/hx/params/setting', body, own.first)).toMatchObject({ code: 1582 });
  await own.read();
  await ask('battery/hx/params/setting', body, own.first);
  await own.becomes('readBack');
  expect((await own.view()).inDevice).toEqual({ ...BATTERY_SET, reservePercent: 16 });
});

test('prevents bypassing the validation through gateway/bsg/server', async () => {
  for (const name of ['batteryMode', 'batteryPeriod1EndMin', 'batteryReservePercent'])
    expect(await call('gateway/bsg/server', { ...key, waitS: 0, write: [{ name, value: 3 }] }, first)).toMatchObject({
      code: 1581,
    });
});

test('accepts only one of two concurrent sets', async () => {
  const own = await server.battery('Battery', { isAway: true });
  const responses = await Promise.all(
    [1, 2].map(() => call('battery/hx/params/setting', { ...own.key, ...BATTERY_SET }, own.first)),
  );
  expect(responses.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([200, 1550]);
});

test('refuses a password alone, a stranger, and everyone while the owner has control off', async () => {
  const passwordOnly = { token: await server.signedIn(one.id) };
  expect(await call('battery/hx/params/setting', changedSet({}) as never, passwordOnly)).toMatchObject({ code: 1552 });
  const stranger = await strong((await makeUser(sql)).id);
  expect(await call('battery/hx/params/setting', changedSet({}) as never, stranger)).toMatchObject({ code: 1005 });
  const off = await server.battery();
  await ask('gateway/control', { sid: off.sid, isOff: true }, off.owning);
  expect(await call('battery/hx/params/setting', { ...off.key, ...BATTERY_SET }, off.first)).toMatchObject({
    code: 1551,
  });
});

test('refuses other kinds of devices, and batteries that no command can reach', async () => {
  const hybrid = await makeDevice(sql, { sid: key.sid, product: 'Hybrid inverter' });
  expect(await call('battery/hx/params/setting', changedSet({ sn: hybrid.sn }) as never, first)).toMatchObject({
    code: 1400,
  });
  const unreachable = await makeDevice(sql, { sid: key.sid, product: 'Battery' });
  const frames = await makeDevice(sql, { sid: key.sid, product: 'BDM-800' });
  await sql`update devices set gateway_sn = ${frames.sn} where sn = ${unreachable.sn}`;
  expect(await call('battery/hx/params/setting', changedSet({ sn: unreachable.sn }) as never, first)).toMatchObject({
    code: 1555,
  });
});

test('keeps the previous set as the last valid one when the device has not answered', async () => {
  const own = await server.battery('Battery', {
    how: (command, memory) => (command.do === 'write' ? undefined : obeys(command, memory)),
  });
  await own.read();
  const before = (await own.view()).inDevice!;
  await ask('battery/hx/params/setting', { ...own.key, ...BATTERY_SET }, own.first);
  await own.becomes('issued');
  await sql`
    update commands set state = 'expired', reason = 'noAnswer', ended_at = now() where sid = ${own.sid} and action = 'write'`;
  expect(await own.view()).toMatchObject({ change: { state: 'expired' }, lastGood: { settings: before } });
});

test('keeps the change and the last valid set despite a year of commands by a limit rule', async () => {
  const { sid, sn, key, first, view, read, becomes } = await server.battery('Hybrid inverter');
  await read();
  const before = (await view()).inDevice!;
  await ask('ksp/paramateCure', { ...key, ...BATTERY_SET }, first);
  await becomes('readBack');
  await sql`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, read_back, state, step, asked_at, queued_at, issued_at, ended_at, valid_s,
      expires_at, by_rule)
    select ${sid}, gen_random_uuid(), ${sn}, ${sn}, 'limit', v, v, 'readBack', 'read', at, at, at, at, 300, at, 'change'
    from (select jsonb_build_object('limitPercent', n % 100) as v, ${server.clock.now()}::timestamptz + n * interval '5 minutes' as at
      from generate_series(1, 1100) n) reported`;
  expect(await view()).toMatchObject({ change: { state: 'readBack' }, lastGood: { settings: before } });
});

test('requires a second person if the catalogue says so', async () => {
  const own = await server.battery();
  await sql`
    update products set parameters = (
      select jsonb_agg(case when p ->> 'name' = 'batteryMode' then p || '{"isProtected": true}' else p end)
      from jsonb_array_elements(parameters) p)
    where name = 'Battery'`;
  const { command } = await ask('battery/hx/params/setting', { ...own.key, ...BATTERY_SET }, own.first);
  expect(command).toMatchObject({ state: 'draft', isProtected: true });
  expect((await own.view()).isProtected).toBe(true);
  await ask('gateway/commands/answer', { sid: own.sid, id: command.id, answer: 'approve' }, own.second);
  await own.becomes('readBack');
});
