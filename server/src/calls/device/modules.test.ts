// device/modules: the inputs of one device with their measurements.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql, clock } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const sid = await makeSite(sql, { companyId: user.companyId });

test('lists the inputs with a panel, with voltage, power and today’s energy', async () => {
  const { sn } = await makeDevice(sql, { sid, sn: 'CCCC0001', product: 'BDM-1200-LV' });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 1100 });
  const quantities = { input1VoltageV: 38.5, input1PowerW: 300.04, input3VoltageV: 39, input3PowerW: 0 };
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 300, quantities });
  const { list, total } = await server.ask('device/modules', { sn }, { token });
  expect(total).toBe(2);
  expect(list).toEqual([
    expect.objectContaining({
      plcSN: 'CCCC0001_1',
      addr: 1,
      now: 300,
      voltage: 38.5,
      current: null,
      // All production of the device: the other input reported zero.
      todayPower: 1.1,
      units: 'W',
      status: '0000',
    }),
    expect.objectContaining({ plcSN: 'CCCC0001_3', addr: 3, now: 0, voltage: 39, current: null, todayPower: 0 }),
  ]);
  expect(list[0]).toMatchObject({ model: 1200, model_name: 'BDM-1200-LV', lastUpdateIso: '2026-06-15T11:58:00+02:00' });
});

test('lists one module with the power and energy of the device for a one-input model', async () => {
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 600 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 210, quantities: { input1CurrentA: 0 } });
  const { list } = await server.ask('device/modules', { sn }, { token });
  expect(list).toHaveLength(1);
  // The current was measured as 0; the voltage was not measured.
  expect(list[0]).toMatchObject({ plcSN: `${sn}_1`, now: 210, todayPower: 0.6, current: 0, voltage: null });
});

test('divides the power of a two-input model by the currents of its inputs', async () => {
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  const quantities = { input1CurrentA: 3, input2CurrentA: 1 };
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 400, quantities });
  const { list } = await server.ask('device/modules', { sn }, { token });
  expect(list.map(({ now, current }) => [now, current])).toEqual([
    [300, 3],
    [100, 1],
  ]);
  clock.set('2026-06-15T10:14:00Z');
  const stale = await server.ask('device/modules', { sn }, { token });
  clock.set('2026-06-15T10:00:00Z');
  expect(stale.list.map(({ now, current }) => [now, current])).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('treats a device of another company as missing', async () => {
  const { sn } = await makeDevice(sql);
  expect(await server.call('device/modules', { sn }, { token })).toMatchObject({ code: 1006, data: {} });
});
