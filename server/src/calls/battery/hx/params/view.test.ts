// battery/hx/params/view: what may be set, what the device reported, and what was requested.
import { expect, test } from 'vitest';
import { BATTERY_LIMITS, BATTERY_SET, BATTERY_VALUES, tellBattery } from '../../../../../test/batterySets.ts';
import { makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const { sql, ask, call, clock, signedIn } = await testServer();
clock.set('2026-11-23T12:00:00Z');
const user = await makeUser(sql);
const owner = await makeUser(sql, { role: 'owner' });
const guest = await makeUser(sql, { role: 'owner' });
const [token, ownerToken, guestToken, stranger] = await Promise.all(
  [user.id, owner.id, guest.id, (await makeUser(sql)).id].map((id) => signedIn(id)),
);
const sid = await makeSite(sql, {
  companyId: user.companyId,
  ownerId: owner.id,
  sharedWith: [guest.id],
  timezone: 'Europe/Berlin',
});
const { sn } = await makeDevice(sql, { sid, product: 'Battery' });
const viewAs = (who = token!) => ask('battery/hx/params/view', { sid, sn }, { token: who });

test('returns limits and names before the settings have been read', async () => {
  const view = await viewAs();
  expect(view).toMatchObject({
    sn,
    gatewaySn: sn,
    modelName: 'Battery',
    timezone: 'Europe/Berlin',
    isOnline: false,
    limits: BATTERY_LIMITS,
    inDevice: null,
    inDeviceIso: null,
    change: null,
    lastGood: null,
    isProtected: false,
    isVerified: false,
    // A password alone allows viewing only.
    control: { mayRead: true, mayWrite: false, needsSecondFactor: true },
    clockMove: { day: '2027-03-28', atMin: 120, byMin: 60 },
  });
  expect(view.names).toEqual(Object.keys(BATTERY_VALUES));
});

test('returns the settings in the device once all of them are known', async () => {
  const { batteryPeriod6Action: _, ...incomplete } = BATTERY_VALUES;
  await tellBattery(sql, { sid, sn }, incomplete);
  expect((await viewAs()).inDevice).toBeNull();
  await tellBattery(sql, { sid, sn });
  expect((await viewAs()).inDevice).toEqual(BATTERY_SET);
  await tellBattery(sql, { sid, sn }, { ...BATTERY_VALUES, batteryMode: 99 });
  expect((await viewAs()).inDevice).toBeNull();
});

test('lets the owner set mode and reserve, and a guest nothing', async () => {
  const control = { mayWrite: false, mayRead: false, mayApprove: false };
  expect(await viewAs(ownerToken)).toMatchObject({
    control,
    rights: { read: true, set: 'modeAndReserve', reason: null, needsPassword: true, restrict: false },
  });
  expect(await viewAs(guestToken)).toMatchObject({
    control,
    rights: { read: false, set: 'nothing', reason: 'guest', needsPassword: false, restrict: false },
  });
  // A password alone is not enough for the service company.
  expect((await viewAs()).rights).toMatchObject({ read: true, set: 'nothing', reason: 'secondFactor', restrict: true });
});

test('refuses a stranger, a missing plant, another kind of device, and a battery that no command can reach', async () => {
  const path = 'battery/hx/params/view';
  expect(await call(path, { sid, sn }, { token: stranger! })).toMatchObject({ code: 1005, data: {} });
  expect(await call(path, { sid: 'DE_20261121_k7Qm4x', sn }, { token: token! })).toMatchObject({
    code: 1005,
    data: {},
  });
  expect(await call(path, { sid, sn: 'NOBODY1' }, { token: token! })).toMatchObject({ code: 1006 });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  expect(await call(path, meter, { token: token! })).toMatchObject({ code: 1400 });
  await sql`update devices set gateway_sn = ${(await makeDevice(sql, { sid })).sn} where sn = ${sn}`;
  expect(await call(path, { sid, sn }, { token: token! })).toMatchObject({ code: 1555 });
});

test('refuses a catalogue without the levels of a battery', async () => {
  const other = await makeDevice(sql, { sid, product: 'Battery' });
  await sql`
    update products set parameters = '[{"name":"batteryMode","min":1,"max":2,"step":1}]' where name = 'Battery'`;
  expect(await call('battery/hx/params/view', other, { token: token! })).toMatchObject({ code: 1580 });
});
