// battery/hx/params/setting by the owner of the plant: mode and reserve only, confirmed by a second factor or the password, unless the service company has restricted it.
import { expect, test } from 'vitest';
import { startBatteryServer } from '../../../../../test/batteryServer.ts';
import { BATTERY_SET, tellBattery } from '../../../../../test/batterySets.ts';
import { makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../../../../test/factories.ts';
import { makePasskey } from '../../../../../test/signIns.ts';
import { hashPassword } from '../../../../accounts/passwords/passwords.ts';

const PASSWORD = 'correct horse battery staple';
const passwordHash = await hashPassword(PASSWORD);
const server = await startBatteryServer();
const { sql, ask, call, signedIn } = server;

/** A plant with a battery that was read, and its owner, signed in with a password alone. */
async function home() {
  const made = await server.battery('Battery', { isAway: true });
  await tellBattery(sql, made.key);
  await sql`update users set password_hash = ${passwordHash} where id = ${made.owner.id}`;
  await sql`update sessions set second_factor = null where user_id = ${made.owner.id}`;
  const set = (change: object, token = made.owning) =>
    call('battery/hx/params/setting', { ...made.key, ...BATTERY_SET, ...change } as never, token);
  const commands = async () =>
    (await sql<{ n: number }[]>`select count(*)::int as n from commands where sid = ${made.sid}`)[0]!.n;
  const viewAs = (token = made.owning) => ask('battery/hx/params/view', made.key, token);
  return { ...made, set, commands, viewAs };
}

test('lets the owner set mode and reserve after entering the password', async () => {
  const { set, commands, viewAs, sid, owner } = await home();
  expect(await set({ reservePercent: 18 })).toMatchObject({ code: 1646 });
  expect(await set({ reservePercent: 18, password: 'a wrong one' })).toMatchObject({ code: 1002 });
  expect(await commands()).toBe(0);
  expect(await set({ mode: 'ownUse', reservePercent: 18, password: PASSWORD })).toMatchObject({ code: 200 });
  expect((await viewAs()).change).toMatchObject({ wanted: { ...BATTERY_SET, mode: 'ownUse', reservePercent: 18 } });
  const lines =
    await sql`select user_id, before::text || after::text as text from audit_log where object = ${sid} and action = 'battery/hx/params/setting'`;
  expect(lines).toMatchObject([{ userId: owner.id }]);
  expect(JSON.stringify(lines)).not.toContain(PASSWORD);
});

test('limits guesses of the password as sign-in does', async () => {
  const { set, commands } = await home();
  const codes: number[] = [];
  for (let guess = 0; guess < 11; guess++)
    codes.push((await set({ reservePercent: 18, password: `guess ${guess}` })).code);
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 1002), 1000]);
  expect(await set({ reservePercent: 18, password: PASSWORD })).toMatchObject({ code: 1000 });
  expect(await commands()).toBe(0);
});

test('needs no password of an owner with a second factor, and accepts none in its place', async () => {
  const { set, viewAs, owner, strong } = await home();
  await makePasskey(sql, { userId: owner.id });
  expect((await viewAs()).rights).toMatchObject({ set: 'nothing', reason: 'secondFactor', needsPassword: false });
  expect(await set({ reservePercent: 18, password: PASSWORD })).toMatchObject({ code: 1552 });
  expect(await set({ reservePercent: 18 }, await strong(owner.id))).toMatchObject({ code: 200 });
});

test.each<[string, object]>([
  ['the shut-down level', { shutdownPercent: 9 }],
  ['a period', { periods: BATTERY_SET.periods.slice(0, 1) }],
  ['the import limit', { peakW: 10 }],
])('refuses an owner who changes %s, and queues nothing', async (_, change) => {
  const { set, commands } = await home();
  expect(await set({ ...change, password: PASSWORD })).toMatchObject({ code: 1648 });
  expect(await commands()).toBe(0);
});

test('refuses an owner before the settings are read, as nobody knows what else would change', async () => {
  const { set, key, commands } = await home();
  await sql`delete from device_parameters where sid = ${key.sid}`;
  expect(await set({ password: PASSWORD })).toMatchObject({ code: 1582 });
  expect(await commands()).toBe(0);
});

test('refuses a restricted owner, who sees the person and the company that restricted it', async () => {
  const { sid, set, commands, viewAs, first, one, second } = await home();
  await ask('battery/hx/params/ownerAccess', { sid, isAllowed: false }, first);
  const [company] = await sql<
    { name: string }[]
  >`select c.name from companies c join sites s on s.company_id = c.id where s.sid = ${sid}`;
  const [user] = await sql<{ name: string }[]>`select name from users where id = ${one.id}`;
  expect(await viewAs()).toMatchObject({
    rights: { set: 'nothing', reason: 'restricted', read: true, companyName: company!.name },
    restriction: { byName: user!.name, companyName: company!.name },
  });
  expect(await set({ reservePercent: 18, password: PASSWORD })).toMatchObject({ code: 1647 });
  expect(await commands()).toBe(0);
  await ask('battery/hx/params/ownerAccess', { sid, isAllowed: true }, second);
  expect(await viewAs()).toMatchObject({ rights: { set: 'modeAndReserve' }, restriction: null });
  expect(await set({ reservePercent: 18, password: PASSWORD })).toMatchObject({ code: 200 });
});

test('refuses an owner whose role has lost the permission, and one who has switched control off', async () => {
  const off = await home();
  await ask('gateway/control', { sid: off.sid, isOff: true }, off.owning);
  expect((await off.viewAs()).rights).toMatchObject({ read: false, set: 'nothing', reason: 'controlOff' });
  expect(await off.set({ password: PASSWORD })).toMatchObject({ code: 1551 });
  expect(await call('battery/hx/params/read', off.key, off.owning)).toMatchObject({ code: 1551 });
});

test('refuses an owner in the plants of others: a guest, a stranger, and the owner of another plant with its id', async () => {
  const { key, set, commands } = await home();
  const guest = await makeUser(sql, { role: 'owner', passwordHash });
  await shareSite(sql, key.sid, guest.id);
  expect(await set({ password: PASSWORD }, { token: await signedIn(guest.id) })).toMatchObject({ code: 1301 });
  const other = await makeUser(sql, { role: 'owner', passwordHash });
  const token = { token: await signedIn(other.id) };
  expect(await set({ password: PASSWORD }, token)).toMatchObject({ code: 1005 });
  const own = await makeSite(sql, { companyId: other.companyId, ownerId: other.id });
  const { sn } = await makeDevice(sql, { sid: own, product: 'Battery' });
  expect(await set({ sid: own, password: PASSWORD }, token)).toMatchObject({ code: 1006 });
  expect(await set({ sn, password: PASSWORD }, token)).toMatchObject({ code: 1005 });
  expect(await commands()).toBe(0);
});

test.each(['installer', 'dealer', 'manager', 'owner'] as const)('refuses a guest with the role %s', async (role) => {
  const { key, set, commands } = await home();
  const guest = await makeUser(sql, { role, passwordHash, companyId: await makeCompany(sql) });
  await shareSite(sql, key.sid, guest.id);
  const token = await signedIn(guest.id);
  await sql`update sessions set second_factor = 'code' where user_id = ${guest.id}`;
  expect(await set({ password: PASSWORD }, { token })).toMatchObject({ code: 1301 });
  expect(await call('battery/hx/params/read', key, { token })).toMatchObject({ code: 1301 });
  expect(await commands()).toBe(0);
});
