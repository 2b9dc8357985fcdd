// Limit rules over a real connection, from the call to the device and back: sent once, renewed, lowered at once and raised later, safe without data, released at the end; also with two servers and after outages.
import { expect, test } from 'vitest';
import { createGatewayPlant } from '../../../test/gatewayPlant.ts';
import { LATER, NO_EXPORT, SIXTY, startLimitRuleServer } from '../../../test/limitRuleServer.ts';
import { connectDevice, passwordOf } from '../../../test/mqttDevices.ts';
import { expireCommands } from '../../jobs/expireCommands.ts';
import { connect } from '../../platform/database/connect.ts';
import { enforceLimits } from './enforce.ts';

const server = await startLimitRuleServer();
const { sql, ask, context, clock, port, createPlant } = server;

test('a feed-in limit is sent, confirmed by the read-back, not repeated, and renewed', async () => {
  const { sid, inverter, first, one, memory, set, told, commands, holds, after } = await createPlant();
  expect(await told()).toMatchObject({ rule: null, revision: 0, now: null, counts: { limited: 1, holding: 0 } });
  await set(SIXTY);
  await enforceLimits(context);
  await holds(60);
  expect(await told()).toMatchObject({
    rule: { kind: 'feedIn', most: 60, mostUnit: '%', safePercent: 30 },
    revision: 1,
    setBy: one.email,
    now: { percent: 60, cause: 'feedIn' },
    counts: { limited: 1, holding: 1, returning: 0 },
    others: [],
  });
  await after(60, -2_000);
  expect(await commands()).toHaveLength(1);
  expect(memory.heard.map(({ do: what, parameters }) => [what, parameters])).toEqual([
    ['limit', { limitPercent: 60 }],
    ['read', { limitPercent: null }],
  ]);
  // The inverter lost its limit overnight.
  memory.values.limitPercent = 100;
  await after(3_600, -2_000);
  await holds(60);
  expect((await commands()).map(({ byRule }) => byRule)).toEqual(['change', 'renewal']);
  const list = (renewals: boolean) => ask('gateway/commands/list', { sid, filters: { renewals } }, first);
  expect((await list(false)).list.map(({ byRule, sn }) => [byRule, sn])).toEqual([['change', inverter]]);
  expect((await list(true)).total).toBe(2);
  const lines = await sql`
    select user_id, before, after from audit_log where object = ${sid} order by id`;
  expect(lines).toMatchObject([{ userId: one.id, before: {}, after: { kind: 'feedIn', most: 60 } }]);
});

test('a limit by the meter is lowered at once and raised after five minutes, and becomes the safe value when the meter is offline', async () => {
  const { set, told, commands, holds, after } = await createPlant();
  await set(NO_EXPORT);
  await enforceLimits(context);
  // 1,000 W are used of 6,900: 14 %, in steps of 5.
  await holds(10);
  await after(60, 3_000, 690);
  expect((await told()).now).toMatchObject({ percent: 10, cause: 'meter' });
  await after(240, 3_000, 690);
  await holds(50);
  await after(10, -1_500, 3_450);
  await holds(25);
  expect(await commands()).toHaveLength(3);
  // The last meter reading counts for five minutes: 200 W are used.
  for (let minute = 0; minute < 5; minute++) {
    await after(60, null, 1_700);
    await holds(0);
  }
  await after(60, null, 1_700);
  await holds(10);
  expect((await told()).now).toMatchObject({ percent: 10, cause: 'noMeter' });
});

test('a price rule applies the price of the hour in plant local time', async () => {
  const { sid, first, set, told, holds, after } = await createPlant();
  const period = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 12, toHour: 14, price: 0.3, feedInPrice: 0 };
  await ask(
    'site/prices/setUp',
    {
      sid,
      rewrite: true,
      list: [{ validFrom: '2020-01-01', kind: 'timeOfUse', price: 0.3, feedInPrice: 0.08, periods: [period] }],
    },
    first,
  );
  await set({ kind: 'price', priceOf: 'sold', below: 0.05, limitPercent: 0, safePercent: 100 });
  await enforceLimits(context);
  await holds(0);
  expect((await told()).now).toMatchObject({ percent: 0, cause: 'priceLow' });
  // 14:00 in Berlin.
  await after(2 * 3_600, -2_000);
  await holds(100);
  expect((await told()).now).toMatchObject({ percent: 100, cause: 'priceHigh' });
});

test('a gateway with fallback limits receives one, and a renewal after a third of its time', async () => {
  const { sid, sn, memory, set, told, holds, after, commands } = await createPlant();
  await sql`
    insert into gateways (sn, sid, limit_return) values (${sn}, ${sid}, true) on conflict (sn) do update set limit_return = true`;
  await set(SIXTY);
  await enforceLimits(context);
  await holds(60);
  const expected = { limitPercent: 60, returnPercent: 30, returnAfterS: 1_800 };
  expect(memory.values).toMatchObject(expected);
  expect((await told()).counts).toEqual({ limited: 1, holding: 1, above: 0, returning: 1 });
  await after(590, -2_000);
  expect(await commands()).toHaveLength(1);
  // Rules without a meter are checked every 30 seconds.
  await after(30, -2_000);
  await holds(60);
  expect((await commands()).map(({ parameters }) => parameters)).toEqual([expected, expected]);
});

test('a locked plant does not delay other plants, and is checked later', async () => {
  const locked = await createPlant();
  await locked.set(SIXTY);
  const others = [
    await createPlant(),
    await createPlant(),
    await createPlant(),
    await createPlant(),
    await createPlant(),
  ];
  // All of them are due later than the locked plant.
  for (const { set } of others) await set(SIXTY);
  await sql`update limit_rules set due_at = ${clock.now()}::timestamptz - interval '1 minute' where sid = ${locked.sid}`;
  const locker = connect(server.databaseUrl, { max: 1 });
  await locker.begin(async (tx) => {
    await tx`select from sites where sid = ${locked.sid} for no key update`;
    const enforced = enforceLimits(context);
    // While the plant is locked.
    for (const { holds } of others) await holds(60);
    await enforced;
    expect(await locked.commands()).toEqual([]);
  });
  await locker.end({ timeout: 1 });
  clock.forward(61);
  await enforceLimits(context);
  await locked.holds(60);
});

test('no limit is queued after an owner switches control off during a check', async () => {
  const { sid, set, commands } = await createPlant();
  await set(SIXTY);
  const owner = connect(server.databaseUrl, { max: 1 });
  let enforced: Promise<unknown> | undefined;
  await owner.begin(async (tx) => {
    await tx`update sites set control_off_at = ${clock.now()} where sid = ${sid}`;
    enforced = enforceLimits(context);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await tx`update commands set state = 'failed' where sid = ${sid} and state = 'approved'`;
  });
  await enforced;
  await owner.end({ timeout: 1 });
  expect(await commands()).toEqual([]);
  const [rule] = await sql`select percent, cause from limit_rules where sid = ${sid}`;
  expect(rule).toEqual({ percent: null, cause: 'controlOff' });
});

test('a device that was offline for weeks before its rule ended is released', async () => {
  const { sid, one, strong, set, holds, after } = await createPlant();
  await set(SIXTY);
  await enforceLimits(context);
  await holds(60);
  clock.forward(20 * 86_400);
  await ask('site/limitRule/setUp', { sid, kind: 'none' }, await strong(one.id));
  await enforceLimits(context);
  await after(3_600, -2_000);
  await holds(100);
});

test('a device that returns weeks after its rule ended is released', async () => {
  const { sid, sn, one, strong, password, set, comeBack, commands, holds, after } = await createPlant();
  await set(SIXTY);
  await enforceLimits(context);
  await holds(60);
  // The new connection displaces that of the playing gateway.
  const away = await connectDevice(port, { sn, password });
  clock.forward(86_400);
  await ask('site/limitRule/setUp', { sid, kind: 'none' }, await strong(one.id));
  await enforceLimits(context);
  clock.forward(20 * 86_400);
  await enforceLimits(context);
  expect(await commands()).toHaveLength(1);
  away.client.end(true);
  await comeBack();
  await after(3_600, -2_000);
  await holds(100);
  await after(3_600, -2_000);
  expect(await sql`select due_at from limit_rules where sid = ${sid}`).toEqual([{ dueAt: null }]);
});

test('a rule is still enforced after a clock that was ahead is corrected', async () => {
  const { sid, set } = await createPlant();
  await set(SIXTY);
  const correct = clock.now();
  clock.forward(86_400);
  await enforceLimits(context);
  clock.set(correct.toISOString());
  await enforceLimits(context);
  const [row] = await sql`select checked_at from limit_rules where sid = ${sid}`;
  expect(row).toEqual({ checkedAt: correct });
});

test('the announcement of a gateway reports whether it supports fallback limits', async () => {
  const { sn } = await createGatewayPlant(server);
  const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  const announce = (more: object) => device.up('announce', { v: 1, kind: 'gateway', intervalS: 60, ...more });
  const isSupported = async () => (await sql`select limit_return as can from gateways where sn = ${sn}`)[0]!.can;
  await announce({ limitReturn: true });
  expect(await isSupported()).toBe(true);
  await announce({ limitReturn: 'perhaps' });
  expect(await isSupported()).toBe(false);
});

test('a limit is sent once when two servers enforce it at the same time', async () => {
  const { set, holds, commands } = await createPlant();
  await set(SIXTY);
  const other = connect(server.databaseUrl, { max: 2 });
  await Promise.all([enforceLimits(context), enforceLimits({ ...context, sql: other }), enforceLimits(context)]);
  await other.end({ timeout: 1 });
  await holds(60);
  expect(await commands()).toHaveLength(1);
});

test('a limit that a device does not answer is repeated and never rolled back above the rule, also after a day without a server', async () => {
  const { set, comeBack, holds, after, commands, memory } = await createPlant({ how: () => undefined });
  await set(SIXTY);
  await enforceLimits(context);
  await expect.poll(() => memory.heard.length, LATER).toBeGreaterThan(0);
  clock.forward(311);
  await expireCommands(context);
  expect(await commands()).toMatchObject([{ state: 'expired', byRule: 'change' }]);
  expect(await sql`select from commands where returns is not null`).toHaveLength(0);
  // Not at once: otherwise it would be repeated endlessly.
  await after(60, -2_000);
  expect(await commands()).toHaveLength(1);
  await comeBack();
  // As if all servers had been stopped for a day.
  await after(86_400, -2_000);
  await holds(60);
  expect(await commands()).toHaveLength(2);
});

test('a device that executed a limit without answering is released when it returns hours later', async () => {
  clock.set('2026-06-18T10:00:00Z');
  const { sid, first, memory, set, comeBack, commands, holds, after } = await createPlant();
  const period = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 12, toHour: 14, price: 0.3, feedInPrice: 0 };
  const prices = { validFrom: '2020-01-01', kind: 'timeOfUse' as const, price: 0.3, feedInPrice: 0.08 };
  await ask('site/prices/setUp', { sid, rewrite: true, list: [{ ...prices, periods: [period] }] }, first);
  await set({ kind: 'price', priceOf: 'sold', below: 0.05, limitPercent: 0, safePercent: 100 });
  await enforceLimits(context);
  await holds(0);
  await after(2 * 3_600, -2_000);
  await holds(100);
  // At the next noon it executes the limit without answering.
  await comeBack(({ parameters }, { values }) => void Object.assign(values, parameters));
  await after(22 * 3_600, -2_000);
  await expect.poll(() => memory.values.limitPercent, LATER).toBe(0);
  clock.forward(400);
  await expireCommands(context);
  expect((await commands()).at(-1)).toMatchObject({ state: 'expired', parameters: { limitPercent: 0 } });
  await comeBack();
  // The next morning.
  await after(18 * 3_600, -2_000);
  await holds(100);
  const sent = (await commands()).length;
  await after(400, -2_000);
  expect(await commands()).toHaveLength(sent);
});

test('an unsent limit is replaced by the current one, and all devices are released when the rule ends', async () => {
  const { sid, sn, password, memory, set, comeBack, holds, after, commands } = await createPlant();
  await set(SIXTY);
  await enforceLimits(context);
  await holds(60);
  // The new connection displaces that of the playing gateway.
  const away = await connectDevice(port, { sn, password });
  await set({ ...SIXTY, most: 40 });
  await after(5, -2_000);
  expect((await commands()).at(-1)).toMatchObject({ parameters: { limitPercent: 40 } });
  await sql`update commands set state = 'approved', issued_at = null where sid = ${sid} and state = 'issued'`;
  await set({ ...SIXTY, most: 20 });
  await after(5, -2_000);
  expect(await commands()).toMatchObject([
    { state: 'readBack' },
    { state: 'failed', reason: 'replaced' },
    { parameters: { limitPercent: 20 } },
  ]);
  away.client.end(true);
  await comeBack();
  clock.forward(60);
  await holds(20);
  await set({ kind: 'none' });
  await after(5, -2_000);
  await holds(100);
  await after(30, -2_000);
  const [row] = await sql`select due_at from limit_rules where sid = ${sid}`;
  expect(row!.dueAt).toBeNull();
  expect(memory.values.limitPercent).toBe(100);
});
