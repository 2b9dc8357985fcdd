// ksp/paramateCure, ksp/cureParamateMap, ksp/recordTime: the settings of a hybrid's battery with the times they were read, with the same validation as for batteries.
import { expect, test } from 'vitest';
import { startBatteryServer } from '../../../test/batteryServer.ts';
import { BATTERY_SET } from '../../../test/batterySets.ts';
import { makeDevice } from '../../../test/factories.ts';

const server = await startBatteryServer();
const { sql, ask, call } = server;

test('writes settings, reads them back, and returns them with the times of reading', async () => {
  const { key, first, view, read, becomes } = await server.battery('Hybrid inverter');
  await read();
  await ask('ksp/paramateCure', { ...key, ...BATTERY_SET }, first);
  await becomes('readBack');
  expect((await view()).inDevice).toEqual(BATTERY_SET);
  const { list, total } = await ask('ksp/recordTime', key, first);
  expect(total).toBe(2);
  expect(list.map(({ isChange, settings }) => [isChange, settings.mode])).toEqual([
    [true, 'timeOfUse'],
    [false, 'ownUse'],
  ]);
  expect((await ask('ksp/recordTime', { ...key, page: { size: 1, num: 1 } }, first)).list).toEqual([list[1]]);
});

test('validates like a battery', async () => {
  const { key, first } = await server.battery('Hybrid inverter');
  expect(await call('ksp/paramateCure', { ...key, ...BATTERY_SET, reservePercent: 5 }, first)).toMatchObject({
    code: 1583,
  });
  const battery = await makeDevice(sql, { sid: key.sid, product: 'Battery' });
  expect(await call('ksp/paramateCure', { ...battery, ...BATTERY_SET }, first)).toMatchObject({ code: 1400 });
});
