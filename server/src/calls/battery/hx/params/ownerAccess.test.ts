// battery/hx/params/ownerAccess: the service company and the operator restrict an owner; nobody else does.
import { expect, test } from 'vitest';
import { makeSite, makeUser, shareSite } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const { sql, ask, call, signedIn } = await testServer();
const installer = await makeUser(sql, { role: 'installer' });
const owner = await makeUser(sql, { role: 'owner' });
const sid = await makeSite(sql, { companyId: installer.companyId, ownerId: owner.id });
const as = async (id: number) => ({ token: await signedIn(id) });
const isRestricted = async () =>
  (await sql<{ off: boolean }[]>`select battery_owner_off_at is not null as off from sites where sid = ${sid}`)[0]!.off;

test('is set by the service company and by the operator, and logged', async () => {
  const operator = await makeUser(sql, { role: 'administrator' });
  expect(await ask('battery/hx/params/ownerAccess', { sid, isAllowed: false }, await as(installer.id))).toEqual({
    isAllowed: false,
  });
  expect(await isRestricted()).toBe(true);
  // Who restricted it first stays on record.
  await ask('battery/hx/params/ownerAccess', { sid, isAllowed: false }, await as(operator.id));
  const [site] = await sql`select battery_owner_off_by from sites where sid = ${sid}`;
  expect(site).toMatchObject({ batteryOwnerOffBy: installer.id });
  await ask('battery/hx/params/ownerAccess', { sid, isAllowed: true }, await as(operator.id));
  expect(await isRestricted()).toBe(false);
  expect(await sql`select before, after from audit_log where object = ${sid} order by id`).toMatchObject([
    { before: { ownerSetsBatteries: true }, after: { ownerSetsBatteries: false } },
    { before: { ownerSetsBatteries: false }, after: { ownerSetsBatteries: false } },
    { before: { ownerSetsBatteries: false }, after: { ownerSetsBatteries: true } },
  ]);
});

test('is refused to the owner, also one who may control devices, to guests and to strangers', async () => {
  expect(await call('battery/hx/params/ownerAccess', { sid, isAllowed: true }, await as(owner.id))).toMatchObject({
    status: 403,
  });
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope) values ('own_control', 'Control', 'own') returning id`;
  await sql`
    insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name in ('PvPlant', 'DeviceControl', 'SiteDevices')`;
  await sql`update memberships set role_id = ${role!.id} where user_id = ${owner.id}`;
  expect(await call('battery/hx/params/ownerAccess', { sid, isAllowed: true }, await as(owner.id))).toMatchObject({
    code: 1649,
  });
  const guest = await makeUser(sql);
  await shareSite(sql, sid, guest.id);
  expect(await call('battery/hx/params/ownerAccess', { sid, isAllowed: false }, await as(guest.id))).toMatchObject({
    code: 1301,
  });
  const stranger = await makeUser(sql);
  expect(await call('battery/hx/params/ownerAccess', { sid, isAllowed: false }, await as(stranger.id))).toMatchObject({
    code: 1005,
  });
  expect(await isRestricted()).toBe(false);
});
