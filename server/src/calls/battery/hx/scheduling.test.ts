// battery/hx/scheduling: the periods alone, the rest as the device has it; refused for overlap.
import { expect, test } from 'vitest';
import { startBatteryServer } from '../../../../test/batteryServer.ts';
import { BATTERY_SET } from '../../../../test/batterySets.ts';
import { makeUser } from '../../../../test/factories.ts';

const server = await startBatteryServer();
const { sql, ask, call } = server;
const [charge] = BATTERY_SET.periods;
const night = { ...charge!, fromMin: 1_320, toMin: 120 };

test('it is checked with the rest of what the device has, and written with it', async () => {
  const { key, first, memory, view, read, becomes } = await server.battery();
  // Nobody has read the rest yet.
  expect(await call('battery/hx/scheduling', { ...key, periods: [charge!] }, first)).toMatchObject({ code: 1582 });
  await read();
  const heard = memory.heard.length;
  // Over midnight up to 02:00, where the first begins; then a minute into it.
  const reaching = { ...night, toMin: 121 };
  expect(await call('battery/hx/scheduling', { ...key, periods: [charge!, reaching] }, first)).toMatchObject({
    code: 1587,
    msg: 'Period 1: The selected time cannot be earlier than the previous end time',
  });
  expect(await sql`select from commands where sid = ${key.sid} and action = 'write'`).toHaveLength(0);
  expect(memory.heard).toHaveLength(heard);

  const before = (await view()).inDevice!;
  await ask('battery/hx/scheduling', { ...key, periods: [charge!, night] }, first);
  await becomes('readBack');
  expect((await view()).inDevice).toEqual({ ...before, periods: [charge, night] });
  await ask('battery/hx/scheduling', { ...key, periods: [] }, first);
  await expect.poll(async () => (await view()).inDevice?.periods, { interval: 50 }).toEqual([]);
});

test('a stranger learns nothing of it', async () => {
  const { key, strong } = await server.battery('Battery', { isAway: true });
  const stranger = await strong((await makeUser(sql)).id);
  expect(await call('battery/hx/scheduling', { ...key, periods: [] }, stranger)).toMatchObject({ code: 1005 });
});
