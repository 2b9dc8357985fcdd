// site/modules/page: current power and today's energy of each module page; pages sum to the modules, and these to their devices.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeDay, makeSample } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

test('sums current power and today’s energy by page, with the number of modules counted', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
  const { sn: silent } = await makeDevice(sql, { sid, product: 'BDM-800' });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 2000 });
  const quantities = {
    input1VoltageV: 38,
    input1PowerW: 300,
    input1CounterWh: 1000,
    input2VoltageV: 38,
    input2PowerW: 200,
    input2CounterWh: 600,
    input3VoltageV: 38,
    input3PowerW: 100,
    input3CounterWh: 400,
  };
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 600, quantities });
  for (const name of ['East', 'Empty']) await server.ask('device/modules/page/add', { sid, name }, { token });
  const list = [
    { sn, input: 1 },
    { sn, input: 3 },
    { sn: silent, input: 1 },
  ];
  await server.ask('device/modules/move/batch', { sid, page: 1, list }, { token });
  const units = { nowUnit: 'W', todayPowerUnit: 'kWh' };
  expect(await server.ask('site/modules/page', { sid }, { token })).toEqual({
    list: [
      { page: 1, name: 'East', modules: 3, now: 400, todayPower: 1.4, nowOf: 2, todayOf: 2, ...units },
      { page: 2, name: 'Empty', modules: 0, now: null, todayPower: null, nowOf: 0, todayOf: 0, ...units },
      { page: 0, name: '', modules: 2, now: 200, todayPower: 0.6, nowOf: 1, todayOf: 1, ...units },
    ],
    total_plc: 5,
  });
});

test('agrees with site/modules, device/modules and module statistics on today’s energy, also without counters', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 900 });
  const at = (clock: string, powerW: number, input1CurrentA: number, input2CurrentA: number) =>
    makeSample(sql, { sid, sn, at: `2026-06-15T${clock}:00Z`, powerW, quantities: { input1CurrentA, input2CurrentA } });
  await at('08:00', 300, 2, 1);
  await at('08:05', 300, 1, 2);
  await at('08:10', 300, 3, 0);
  const [all, plant, device] = await Promise.all([
    server.ask('site/modules/page', { sid }, { token }),
    server.ask('site/modules', { sid }, { token }),
    server.ask('device/modules', { sn }, { token }),
  ]);
  const modules = [1, 2].map((input) => server.ask('device/modules/statistics/overview', { sn, input }, { token }));
  const own = (await Promise.all(modules)).map(({ today }) => today);
  expect(own.map(({ energy }) => energy)).toEqual([0.6, 0.3]);
  expect(own[0]!.provenance.source).toBe('integrated');
  expect(plant.list[0]!.modules.map(({ todayPower }) => todayPower)).toEqual([0.6, 0.3]);
  expect(device.list.map(({ todayPower }) => todayPower)).toEqual([0.6, 0.3]);
  expect(all.list).toMatchObject([{ page: 0, todayPower: 0.9, todayOf: 2 }]);
});

test('treats a plant of another company as missing', async () => {
  const sid = await makeSite(sql);
  expect(await server.call('site/modules/page', { sid }, { token })).toMatchObject({ code: 1005, data: {} });
});
