// Rules of limits, from the call to the device and back over a real connection: told once, renewed, lowered at once and raised later, safe where data is missing, let go at the end; past kills and two servers.
import { expect, test } from 'vitest';
import { createGatewayPlant } from '../../../test/gatewayPlant.ts';
import { LATER, NO_EXPORT, SIXTY, startLimitRuleServer } from '../../../test/limitRuleServer.ts';
import { connectDevice, passwordOf } from '../../../test/mqttDevices.ts';
import { expireCommands } from '../../jobs/expireCommands.ts';
import { connect } from '../../platform/database/connect.ts';
import { enforceLimits } from './enforce.ts';

const server = await startLimitRuleServer();
const { sql, ask, context, clock, port, createPlant } = server;

test('a feed-in rule is told, proved by what is read back, not told again, and renewed', async () => {
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
  // The inverter forgot it over its night.
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

test('by the meter it is lowered at once and raised five minutes later; a silent meter makes it the safe value', async () => {
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
  // What the meter said last counts for five minutes: 200 W are used.
  for (let minute = 0; minute < 5; minute++) {
    await after(60, null, 1_700);
    await holds(0);
  }
  await after(60, null, 1_700);
  await holds(10);
  expect((await told()).now).toMatchObject({ percent: 10, cause: 'noMeter' });
});

test('by the price of the hour, on the plant’s clock', async () => {
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

test('a gateway that can is told where to return to, and told it again within a third of that time', async () => {
  const { sid, sn, memory, set, told, holds, after, commands } = await createPlant();
  await sql`
    insert into gateways (sn, sid, limit_return) values (${sn}, ${sid}, true) on conflict (sn) do update set limit_return = true`;
  await set(SIXTY);
  await enforceLimits(context);
  await holds(60);
  const wanted = { limitPercent: 60, returnPercent: 30, returnAfterS: 1_800 };
  expect(memory.values).toMatchObject(wanted);
  expect((await told()).counts).toEqual({ limited: 1, holding: 1, above: 0, returning: 1 });
  await after(590, -2_000);
  expect(await commands()).toHaveLength(1);
  // Rules without a meter are looked at each half minute.
  await after(30, -2_000);
  await holds(60);
  expect((await commands()).map(({ parameters }) => parameters)).toEqual([wanted, wanted]);
});

test('a plant that somebody holds keeps no other one waiting, and is looked at again', async () => {
  const held = await createPlant();
  await held.set(SIXTY);
  const others = [
    await createPlant(),
    await createPlant(),
    await createPlant(),
    await createPlant(),
    await createPlant(),
  ];
  // All of them later than the one that is held.
  for (const { set } of others) await set(SIXTY);
  await sql`update limit_rules set due_at = ${clock.now()}::timestamptz - interval '1 minute' where sid = ${held.sid}`;
  const holder = connect(server.databaseUrl, { max: 1 });
  await holder.begin(async (tx) => {
    await tx`select from sites where sid = ${held.sid} for no key update`;
    const kept = enforceLimits(context);
    // While it is held.
    for (const { holds } of others) await holds(60);
    await kept;
    expect(await held.commands()).toEqual([]);
  });
  await holder.end({ timeout: 1 });
  clock.forward(61);
  await enforceLimits(context);
  await held.holds(60);
});

test('nothing is queued behind an owner who switches control off while the keeper looks', async () => {
  const { sid, set, commands } = await createPlant();
  await set(SIXTY);
  const owner = connect(server.databaseUrl, { max: 1 });
  let kept: Promise<unknown> | undefined;
  await owner.begin(async (tx) => {
    await tx`update sites set control_off_at = ${clock.now()} where sid = ${sid}`;
    kept = enforceLimits(context);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await tx`update commands set state = 'failed' where sid = ${sid} and state = 'approved'`;
  });
  await kept;
  await owner.end({ timeout: 1 });
  expect(await commands()).toEqual([]);
  const [rule] = await sql`select percent, cause from limit_rules where sid = ${sid}`;
  expect(rule).toEqual({ percent: null, cause: 'controlOff' });
});

test('what was away for weeks before its rule ended is let go, too', async () => {
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

test('what comes back weeks after its rule ended is let go, too', async () => {
  const { sid, sn, one, strong, password, set, comeBack, commands, holds, after } = await createPlant();
  await set(SIXTY);
  await enforceLimits(context);
  await holds(60);
  // The connection that is there displaces the one that played.
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

test('a rule is kept on when a clock that was ahead is right again', async () => {
  const { sid, set } = await createPlant();
  await set(SIXTY);
  const right = clock.now();
  clock.forward(86_400);
  await enforceLimits(context);
  clock.set(right.toISOString());
  await enforceLimits(context);
  const [row] = await sql`select checked_at from limit_rules where sid = ${sid}`;
  expect(row).toEqual({ checkedAt: right });
});

test('what a gateway announces says whether it can', async () => {
  const { sn } = await createGatewayPlant(server);
  const device = await connectDevice(port, { sn, password: await passwordOf(sql, sn) });
  const announce = (more: object) => device.up('announce', { v: 1, kind: 'gateway', intervalS: 60, ...more });
  const can = async () => (await sql`select limit_return as can from gateways where sn = ${sn}`)[0]!.can;
  await announce({ limitReturn: true });
  expect(await can()).toBe(true);
  await announce({ limitReturn: 'perhaps' });
  expect(await can()).toBe(false);
});

test('two servers that are at it tell it once', async () => {
  const { set, holds, commands } = await createPlant();
  await set(SIXTY);
  const other = connect(server.databaseUrl, { max: 2 });
  await Promise.all([enforceLimits(context), enforceLimits({ ...context, sql: other }), enforceLimits(context)]);
  await other.end({ timeout: 1 });
  await holds(60);
  expect(await commands()).toHaveLength(1);
});

test('a device that says nothing is told again, never taken back to more than the rule; a server that was away begins with what is due', async () => {
  const { set, comeBack, holds, after, commands, memory } = await createPlant({ how: () => undefined });
  await set(SIXTY);
  await enforceLimits(context);
  await expect.poll(() => memory.heard.length, LATER).toBeGreaterThan(0);
  clock.forward(311);
  await expireCommands(context);
  expect(await commands()).toMatchObject([{ state: 'expired', byRule: 'change' }]);
  expect(await sql`select from commands where returns is not null`).toHaveLength(0);
  // Not at once: it would be asked without end.
  await after(60, -2_000);
  expect(await commands()).toHaveLength(1);
  await comeBack();
  // As when all servers were stopped for a day.
  await after(86_400, -2_000);
  await holds(60);
  expect(await commands()).toHaveLength(2);
});

test('a device that obeyed and did not say so is let go when it comes back hours later', async () => {
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
  // The next noon it obeys, and nobody hears of it.
  await comeBack(({ parameters }, { values }) => void Object.assign(values, parameters));
  await after(22 * 3_600, -2_000);
  await expect.poll(() => memory.values.limitPercent, LATER).toBe(0);
  clock.forward(400);
  await expireCommands(context);
  expect((await commands()).at(-1)).toMatchObject({ state: 'expired', parameters: { limitPercent: 0 } });
  await comeBack();
  // In the morning after.
  await after(18 * 3_600, -2_000);
  await holds(100);
  const told = (await commands()).length;
  await after(400, -2_000);
  expect(await commands()).toHaveLength(told);
});

test('what is not sent yet is replaced by what is wanted by now; what ended lets all go', async () => {
  const { sid, sn, password, memory, set, comeBack, holds, after, commands } = await createPlant();
  await set(SIXTY);
  await enforceLimits(context);
  await holds(60);
  // The connection that is there displaces the one that played.
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
