// site/limitRule: a plant's rule, the current limit, and visibility.
import { expect, test } from 'vitest';
import { makeDevice, makeUser } from '../../../test/factories.ts';
import { SIXTY, startLimitRuleServer } from '../../../test/limitRuleServer.ts';
import { enforceLimits } from '../../commands/limitRules/enforce.ts';

const { sql, ask, call, context, clock, signedIn, createPlant } = await startLimitRuleServer();

test('returns the state before a rule is set, before it is applied, and after', async () => {
  const { sid, one, set, told, holds } = await createPlant();
  expect(await told()).toMatchObject({
    rule: null,
    revision: 0,
    setBy: '',
    setIso: null,
    now: null,
    installedW: 6_900,
    hasMeter: true,
    hasPrices: true,
    control: { mayWrite: true },
    counts: { limited: 1, holding: 0, above: 0, returning: 0 },
  });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-400' });
  await set(SIXTY);
  expect(await told()).toMatchObject({ revision: 1, setBy: one.email, now: null, others: [{ sn, why: 'notOffered' }] });
  await enforceLimits(context);
  // The other one may produce its 400 W, whatever this one does.
  const percent = Math.floor(((0.6 * 6_900 - 400) / 6_500) * 100);
  await holds(percent);
  expect(await told()).toMatchObject({
    now: { percent, cause: 'feedIn', changedIso: '2026-06-15T12:00:00+02:00' },
    counts: { limited: 1, holding: 1 },
  });
});

test('reports a device that confirms its limit but produces more, after a settling time', async () => {
  const { sid, inverter, set, told, holds, after } = await createPlant();
  await sql`
    update devices set product_id = (select id from products where name = 'BDM-800') where sid = ${sid} and sn = ${inverter}`;
  await sql`update products set functions = (select functions from products where name = 'Microinverter') where name = 'BDM-800'`;
  await set({ ...SIXTY, most: 400, mostUnit: 'W' });
  await enforceLimits(context);
  await holds(50);
  await after(60, -500, 600);
  expect((await told()).counts.above).toBe(0);
  await after(60, -500, 600);
  expect((await told()).counts.above).toBe(1);
  await after(60, -500, 430);
  expect((await told()).counts.above).toBe(0);
});

test('hides the rule from strangers and from users who cannot see devices or money', async () => {
  const { sid, set } = await createPlant();
  await set({ kind: 'price', priceOf: 'sold', below: 0.05, limitPercent: 0 });
  clock.forward(1);
  const stranger = { token: await signedIn((await makeUser(sql)).id) };
  expect(await call('site/limitRule', { sid }, stranger)).toMatchObject({ code: 1005, data: {} });
  const guest = await makeUser(sql, { role: 'owner' });
  await sql`update sites set shared_with = ${[guest.id]}, seen_by = seen_by || ${guest.id}::int where sid = ${sid}`;
  const guestAuth = { token: await signedIn(guest.id) };
  const visible = await ask('site/limitRule', { sid }, guestAuth);
  expect(visible).toMatchObject({ setBy: '', control: { mayWrite: false }, rule: { kind: 'price' } });
});
