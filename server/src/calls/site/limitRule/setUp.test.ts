// site/limitRule/setUp: permissions, prerequisites of a rule, and no manual limit next to it.
import { expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../../../test/factories.ts';
import { createGatewayPlant, makeChild } from '../../../../test/gatewayPlant.ts';
import { NO_EXPORT, type Rule, SIXTY, startLimitRuleServer } from '../../../../test/limitRuleServer.ts';
import { enforceLimits } from '../../../commands/limitRules/enforce.ts';

const server = await startLimitRuleServer();
const { sql, ask, call, context, createPlant } = server;

test('refuses while the owner has control off, a password alone, a guest, a stranger, and a manual limit', async () => {
  const plant = await createPlant();
  const { sid, inverter, one, first, owning, strong, set, told, holds, after, commands } = plant;
  const setUp = (who: { token: string }, rule: Rule = SIXTY) => call('site/limitRule/setUp', { sid, ...rule }, who);
  const stranger = await strong((await makeUser(sql)).id);
  expect(await setUp(stranger)).toMatchObject({ code: 1005 });
  expect(await call('site/limitRule', { sid }, stranger)).toMatchObject({ code: 1005 });
  const guest = await makeUser(sql, { role: 'owner' });
  await sql`update sites set shared_with = ${[guest.id]} where sid = ${sid}`;
  await sql`update sites set seen_by = seen_by || ${guest.id}::int where sid = ${sid}`;
  const guestAuth = await strong(guest.id);
  expect((await setUp(guestAuth)).code).not.toBe(200);
  expect((await ask('site/limitRule', { sid }, guestAuth)).setBy).toBe('');
  await sql`update sessions set second_factor = null where user_id = ${one.id}`;
  expect(await setUp({ token: await server.signedIn(one.id) })).toMatchObject({ code: 1552 });
  await sql`update sessions set second_factor = 'code' where user_id = ${one.id}`;
  await set(SIXTY);
  await enforceLimits(context);
  await holds(60);
  const manualLimit = { sid, sn: inverter, action: 'limit', limitPercent: 100, waitS: 0 } as const;
  expect(await call('gateway/bsg/server', manualLimit, first)).toMatchObject({ code: 1599 });
  expect(await setUp(first, { ...SIXTY, revision: 0 })).toMatchObject({ code: 1569 });
  await ask('gateway/control', { sid, isOff: true }, owning);
  expect(await setUp(first)).toMatchObject({ code: 1551 });
  await after(7_200, -2_000);
  expect(await commands()).toHaveLength(1);
  expect((await told()).now).toMatchObject({ percent: null, cause: 'controlOff' });
  await sql`update sites set control_off_at = null where sid = ${sid}`;
  await after(30, -2_000);
  await holds(60);
});

test('refuses plants that cannot be limited or lack a meter or price, and names devices that are not limited', async () => {
  const { sid, sn, first } = await createGatewayPlant(server);
  const setUp = (rule: Rule) => call('site/limitRule/setUp', { sid, ...rule }, first);
  const other = await makeDevice(sql, { sid, product: 'BDM-400' });
  expect(await setUp(SIXTY)).toMatchObject({ code: 1566 });
  await makeChild(sql, { sid, gateway: sn });
  expect(await setUp(NO_EXPORT)).toMatchObject({ code: 1567 });
  await sql`delete from site_prices where sid = ${sid}`;
  const byPrice: Rule = { kind: 'price', priceOf: 'bought', below: 0.1, limitPercent: 50 };
  expect(await setUp(byPrice)).toMatchObject({ code: 1568 });
  expect((await ask('site/limitRule', { sid }, first)).others).toMatchObject([{ sn: other.sn, why: 'notOffered' }]);
  for (const wrong of [
    { kind: 'feedIn', most: 60 },
    { kind: 'feedIn', most: 101, mostUnit: '%' },
    { kind: 'none', most: 60, mostUnit: '%' },
    { kind: 'price', priceOf: 'sold', below: 0 },
    { ...byPrice, byMeter: true },
  ])
    expect(await setUp(wrong as Rule), JSON.stringify(wrong)).toMatchObject({ code: 400 });
});
