// battery/hx/params/view: what may be set, what the device said, what was asked for.
import { expect, test } from 'vitest';
import { BATTERY_LIMITS, BATTERY_SET, BATTERY_VALUES, tellBattery } from '../../../../../test/batterySets.ts';
import { makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const { sql, ask, call, clock, signedIn } = await testServer();
clock.set('2026-11-23T12:00:00Z');
const user = await makeUser(sql);
const owner = await makeUser(sql, { role: 'owner' });
const guest = await makeUser(sql, { role: 'owner' });
const [token, owning, looking, stranger] = await Promise.all(
  [user.id, owner.id, guest.id, (await makeUser(sql)).id].map((id) => signedIn(id)),
);
const sid = await makeSite(sql, {
  companyId: user.companyId,
  ownerId: owner.id,
  sharedWith: [guest.id],
  timezone: 'Europe/Berlin',
});
const { sn } = await makeDevice(sql, { sid, product: 'Battery' });
const seen = (who = token!) => ask('battery/hx/params/view', { sid, sn }, { token: who });

test('what may be set, before anybody has read it', async () => {
  const view = await seen();
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
    // A password alone: to be looked at.
    control: { mayRead: true, mayWrite: false, needsSecondFactor: true },
    clockMove: { day: '2027-03-28', atMin: 120, byMin: 60 },
  });
  expect(view.names).toEqual(Object.keys(BATTERY_VALUES));
});

test('as the device said it, when all of it is known', async () => {
  const { batteryPeriod6Action: _, ...most } = BATTERY_VALUES;
  await tellBattery(sql, { sid, sn }, most);
  expect((await seen()).inDevice).toBeNull();
  await tellBattery(sql, { sid, sn });
  expect((await seen()).inDevice).toEqual(BATTERY_SET);
  await tellBattery(sql, { sid, sn }, { ...BATTERY_VALUES, batteryMode: 99 });
  expect((await seen()).inDevice).toBeNull();
});

test('an owner and a guest look, and may do nothing', async () => {
  for (const who of [owning!, looking!])
    expect((await seen(who)).control).toMatchObject({ mayWrite: false, mayRead: false, mayApprove: false });
});

test('a stranger, a missing plant, another kind, and one that nothing reaches', async () => {
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

test('a catalogue without a battery’s levels is told as such', async () => {
  const other = await makeDevice(sql, { sid, product: 'Battery' });
  await sql`
    update products set parameters = '[{"name":"batteryMode","min":1,"max":2,"step":1}]' where name = 'Battery'`;
  expect(await call('battery/hx/params/view', other, { token: token! })).toMatchObject({ code: 1580 });
});
