// Tests remote control by demo accounts, whose password is published: they set simulated devices, nothing else, and nothing while the demonstration is off.
import { fleet } from '@heliograph/simulator/fleet.ts';
import { expect, test } from 'vitest';
import { BATTERY_SET, tellBattery } from '../../test/batterySets.ts';
import { makeDevice, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { settleDemoAccounts } from './accounts.ts';
import { createFleet, DEMO_PASSWORD, recordDevices } from './createFleet.ts';

const server = await testServer({ DEMO: 'on' });
const { sql, ask, call, context, clock } = server;
const BEGAN = clock.now().getTime();
const sites = fleet(1, BEGAN).filter(({ key }) => key === 'moorgate');
const { sids } = await createFleet(context, 1, () => sites);
await recordDevices(sql, sites);
await settleDemoAccounts(context, true);
const sid = Object.values(sids)[0]!;
const [battery] = await sql<{ sn: string; gateway: string }[]>`
  select d.sn, d.gateway_sn as gateway from devices d join products p on p.id = d.product_id
  where d.sid = ${sid} and p.parameters @> '[{"name": "batteryMode"}]'`;
const key = { sid, sn: battery!.sn };
await tellBattery(sql, key);
const [{ owner }] =
  (await sql`select u.email as owner from sites s join users u on u.id = s.owner_id where s.sid = ${sid}`) as unknown as [
    { owner: string },
  ];
const signIn = async (account: string) => {
  const { tokenInfo } = await ask('sign-in', { account, password: DEMO_PASSWORD });
  return { token: tokenInfo.token };
};
const commands = async () => (await sql`select from commands where sid = ${sid} and action = 'write'`).length;

test('lets the one-click owner read and set the simulated battery without a second factor', async () => {
  const visitor = await signIn(owner);
  const { rights } = await ask('battery/hx/params/view', key, visitor);
  expect(rights).toMatchObject({ read: true, set: 'modeAndReserve', needsPassword: false });
  const change = { ...key, ...BATTERY_SET, reservePercent: 18 };
  expect(await call('battery/hx/params/setting', change, visitor)).toMatchObject({ code: 200 });
  // A second visitor at the same time is refused like anybody else while a change is pending.
  expect(await call('battery/hx/params/setting', change, await signIn(owner))).toMatchObject({ code: 1550 });
  expect(await commands()).toBe(1);
  await sql`update commands set state = 'readBack' where sid = ${sid}`;
});

test('refuses demo accounts a real device, and needs a second factor of everybody else', async () => {
  const administrator = await signIn('admin@example.com');
  const { sn } = await makeDevice(sql, { sid, product: 'Battery' });
  await tellBattery(sql, { sid, sn });
  const real = { sid, sn, ...BATTERY_SET, reservePercent: 19 };
  const before = await commands();
  expect(await call('battery/hx/params/setting', real, administrator)).toMatchObject({ code: 1552 });
  expect(
    await call('battery/hx/params/setting', { ...key, ...BATTERY_SET, reservePercent: 19 }, administrator),
  ).toMatchObject({
    code: 200,
  });
  const own = await makeUser(sql, { role: 'administrator', passwordHash: await hashPassword('a long sentence') });
  const token = { token: await server.signedIn(own.id) };
  expect(await call('battery/hx/params/setting', real, token)).toMatchObject({ code: 1552 });
  expect(await commands()).toBe(before + 1);
});

test('lets nobody with the published password in while the demonstration is off', async () => {
  const visitor = await signIn(owner);
  await settleDemoAccounts(context, false);
  expect(await call('battery/hx/params/read', key, visitor)).toMatchObject({ status: 401 });
  expect((await call('sign-in', { account: owner, password: DEMO_PASSWORD })).code).not.toBe(200);
});
