// device/delete: releases a device, whose history stays; a gateway alone or with its attached devices.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const { sql, ask, call, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);
const plant = () => makeSite(sql, { companyId: user.companyId });
const devicesOf = async (sid: string) =>
  (await sql<{ sn: string }[]>`select sn from devices where sid = ${sid} and removed_at is null order by sn`).map(
    ({ sn }) => sn,
  );

test('frees the number, keeps the days, and records the reason', async () => {
  const sid = await plant();
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-10', energyWh: 500 });
  expect(await ask('device/delete', { sid, sn, reason: 'hail' }, { token })).toEqual({ removed: [sn] });
  expect(await devicesOf(sid)).toEqual([]);
  expect(await sql`select sid from serial_numbers where sn = ${sn}`).toEqual([{ sid: null }]);
  expect(await sql`select removed_reason from devices where sn = ${sn}`).toEqual([{ removedReason: 'hail' }]);
  expect(await sql`select energy_wh from device_days where sid = ${sid}`).toEqual([{ energyWh: 500 }]);
  expect((await call('device/delete', { sid, sn }, { token })).code).toBe(1006);
  // It returns to its history, and the reason of its release is gone.
  await ask('site/updateFast', { sid, sn: [sn] }, { token });
  expect(await sql`select removed_reason from devices where sn = ${sn}`).toEqual([{ removedReason: '' }]);
});

test('releases a gateway alone, or with all attached devices', async () => {
  const sid = await plant();
  const gateway = await makeDevice(sql, { sid, product: 'HG-1' });
  const children = [await makeDevice(sql, { sid }), await makeDevice(sql, { sid })].map(({ sn }) => sn);
  const other = await makeDevice(sql, { sid });
  await sql`update devices set gateway_sn = ${gateway.sn} where sn = any (${children})`;
  expect(await ask('device/delete', { sid, sn: gateway.sn }, { token })).toEqual({ removed: [gateway.sn] });
  expect(await devicesOf(sid)).toEqual([...children, other.sn].sort());
  await ask('site/updateFast', { sid, sn: [{ sn: gateway.sn, model: 10_000 }] }, { token });
  const { removed } = await ask('device/delete', { sid, sn: gateway.sn, children: 'go' }, { token });
  expect(removed).toEqual([gateway.sn, ...children]);
  expect(await devicesOf(sid)).toEqual([other.sn]);
});

test('refuses a stranger, and an owner whose role lost the permission', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, { companyId: user.companyId, ownerId: owner.id });
  const { sn } = await makeDevice(sql, { sid });
  await sql`
    delete from role_menus where role_id = (select id from roles where code = 'owner')
      and menu_id = (select id from menus where name = 'DeviceRemove')`;
  const stranger = await signedIn((await makeUser(sql)).id);
  expect((await call('device/delete', { sid, sn }, { token: stranger })).code).toBe(1005);
  expect((await call('device/delete', { sid, sn }, { token: await signedIn(owner.id) })).status).toBe(403);
  expect(await devicesOf(sid)).toEqual([sn]);
});
