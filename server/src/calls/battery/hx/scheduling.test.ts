// battery/hx/scheduling: sets the periods only, the rest stays as in the device; overlaps are refused.
import { expect, test } from 'vitest';
import { startBatteryServer } from '../../../../test/batteryServer.ts';
import { BATTERY_SET } from '../../../../test/batterySets.ts';
import { makeUser } from '../../../../test/factories.ts';

const server = await startBatteryServer();
const { sql, ask, call } = server;
const [charge] = BATTERY_SET.periods;
const night = { ...charge!, fromMin: 1_320, toMin: 120 };

test('validates periods with the other settings of the device, and writes them together', async () => {
  const { key, first, memory, view, read, becomes } = await server.battery();
  // The other settings have not been read yet.
  expect(await call('battery/hx/scheduling', { ...key, periods: [charge!] }, first)).toMatchObject({ code: 1582 });
  await read();
  const commandCount = memory.heard.length;
  // Over midnight up to 02:00, where the first period begins; then one minute into it.
  const overlapping = { ...night, toMin: 121 };
  expect(await call('battery/hx/scheduling', { ...key, periods: [charge!, overlapping] }, first)).toMatchObject({
    code: 1587,
    msg: 'Period 1: The selected time cannot be earlier than the previous end time',
  });
  expect(await sql`select from commands where sid = ${key.sid} and action = 'write'`).toHaveLength(0);
  expect(memory.heard).toHaveLength(commandCount);

  const before = (await view()).inDevice!;
  await ask('battery/hx/scheduling', { ...key, periods: [charge!, night] }, first);
  await becomes('readBack');
  expect((await view()).inDevice).toEqual({ ...before, periods: [charge, night] });
  await ask('battery/hx/scheduling', { ...key, periods: [] }, first);
  await expect.poll(async () => (await view()).inDevice?.periods, { interval: 50 }).toEqual([]);
});

test('reveals nothing to a stranger', async () => {
  const { key, strong } = await server.battery('Battery', { isAway: true });
  const stranger = await strong((await makeUser(sql)).id);
  expect(await call('battery/hx/scheduling', { ...key, periods: [] }, stranger)).toMatchObject({ code: 1005 });
});
