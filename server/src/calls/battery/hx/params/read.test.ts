// battery/hx/params/read: one command reads all settings, however many pages open at the same time.
import { expect, test } from 'vitest';
import { startBatteryServer } from '../../../../../test/batteryServer.ts';
import { BATTERY_SET } from '../../../../../test/batterySets.ts';
import { makeDevice, makeUser } from '../../../../../test/factories.ts';

const server = await startBatteryServer();
const { sql, ask, call, clock } = server;

test.each(['Battery', 'Hybrid inverter'] as const)('reads the settings of a %s from the device', async (product) => {
  const { key, owning, first, memory, view } = await server.battery(product);
  expect(await view()).toMatchObject({ isBusy: false, inDevice: null });
  const { command } = await ask('battery/hx/params/read', key, first);
  expect(command).toMatchObject({ action: 'read', state: 'approved' });
  await expect.poll(async () => (await view()).isBusy, { interval: 50 }).toBe(false);
  expect(memory.heard.map(({ do: what }) => what)).toEqual(['read']);
  expect((await view()).inDevice).toEqual({ ...BATTERY_SET, mode: 'ownUse' });
  clock.forward(1);
  // Reading changes nothing, so the owner needs no second factor.
  expect(await call('battery/hx/params/read', key, owning)).toMatchObject({ code: 200 });
});

test('returns the command that reads already, also to two pages at the same time', async () => {
  const { key, first, second, view, sid } = await server.battery('Battery', { isAway: true });
  const responses = await Promise.all([first, second, first].map((who) => ask('battery/hx/params/read', key, who)));
  expect(new Set(responses.map(({ command }) => command.id)).size).toBe(1);
  expect(await sql`select from commands where sid = ${sid}`).toHaveLength(1);
  expect(await view()).toMatchObject({ isBusy: true });
});

test('sends no read while a change is written and read back', async () => {
  const { key, first, sid } = await server.battery('Battery', { isAway: true });
  const { command } = await ask('battery/hx/params/setting', { ...key, ...BATTERY_SET }, first);
  expect((await ask('battery/hx/params/read', key, first)).command.id).toBe(command.id);
  expect(await sql`select from commands where sid = ${sid}`).toHaveLength(1);
});

test('refuses a stranger, other kinds of devices and a missing one', async () => {
  const { key, first, sid } = await server.battery('Battery', { isAway: true });
  const stranger = { token: await server.signedIn((await makeUser(sql)).id) };
  expect(await call('battery/hx/params/read', key, stranger)).toMatchObject({ code: 1005 });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  expect(await call('battery/hx/params/read', { sid, sn }, first)).toMatchObject({ code: 1400 });
  expect(await call('battery/hx/params/read', { sid, sn: 'NOBODY1' }, first)).toMatchObject({ code: 1006 });
  expect(await sql`select from commands where sid = ${sid}`).toHaveLength(0);
});
