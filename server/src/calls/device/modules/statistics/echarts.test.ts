// device/modules/statistics/echarts: a module's day compared with the median of its neighbours, gaps as gaps; its energy by day.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { makeDay, makeSample } from '../../../../../test/readings.ts';
import { testServer } from '../../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const ask = (body: object) =>
  server.ask('device/modules/statistics/echarts', { input: 1, types: 1, ...body } as never, { token });
const known = (data: readonly (number | null)[]) => data.filter((value) => value !== null);

async function plant() {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const device = async (azimuth: number, powers: [number, number], at = '2026-06-15T08:00:00Z') => {
    const { sn } = await makeDevice(sql, { sid, product: 'BDM-2250' });
    await sql`update devices set tilt_deg = 30, azimuth_deg = ${azimuth} where sn = ${sn}`;
    const [one, two] = powers;
    const quantities = {
      input1PowerW: one,
      input1VoltageV: 38,
      input1CurrentA: one / 38,
      input2PowerW: two,
      input2VoltageV: 36,
      input2CurrentA: two / 36,
    };
    await makeSample(sql, { sid, sn, at, powerW: one + two, quantities });
    return sn;
  };
  return { sid, device };
}

test('draws a module and the median of modules with the same orientation', async () => {
  const { sid, device } = await plant();
  const sn = await device(165, [100, 300]);
  await device(167, [310, 290]);
  const west = await device(255, [20, 10]);
  const chart = await ask({ sid, sn });
  expect(chart.legend).toEqual(['Power', 'Neighbours Power']);
  expect(chart.xAxisData).toHaveLength(288);
  expect(chart.neighbours).toBe(3);
  const [own, others] = chart.series;
  expect([own!.unit, own!.data[120], own!.data[121]]).toEqual(['W', 100, null]);
  expect(known(own!.data)).toEqual([100]);
  expect(known(others!.data)).toEqual([300]);
  expect(chart.peak).toEqual({ powerW: 100, atIso: '2026-06-15T10:00:00+02:00' });
  expect(chart.sun.set).toMatch(/^2026-06-15T21:/);
  // Facing west, a module leaves its device's neighbours and finds others.
  await server.ask('device/modules/edit', { sid, sn, list: [{ input: 1, azimuth: 255 }] }, { token });
  const rotated = await ask({ sid, sn, lines: ['Current', 'Voltage', 'Power'] });
  expect(rotated.legend).toEqual([
    ...['Power', 'Neighbours Power', 'Voltage', 'Neighbours Voltage', 'Current', 'Neighbours Current'],
  ]);
  expect(rotated.neighbours).toBe(2);
  expect(rotated.series.map(({ unit, data }) => [unit, known(data)])).toEqual([
    ...[
      ['W', [100]],
      ['W', [15]],
    ],
    ...[
      ['V', [38]],
      ['V', [37]],
    ],
    ...[
      ['A', [2.63]],
      ['A', [0.4]],
    ],
  ]);
  // A released device is no longer a neighbour.
  await sql`update devices set removed_at = now() where sn = ${west}`;
  expect(await ask({ sid, sn })).toMatchObject({ neighbours: 0, legend: ['Power'] });
});

test('draws a past day, and a day without data', async () => {
  const { sid, device } = await plant();
  const sn = await device(165, [100, 300], '2026-06-10T08:00:00Z');
  expect(known((await ask({ sid, sn, date: '2026-06-10' })).series[0]!.data)).toEqual([100]);
  const empty = await ask({ sid, sn, date: '2026-06-11' });
  expect([known(empty.series[0]!.data), empty.peak]).toEqual([[], null]);
  expect((await ask({ sid, sn, date: '2026-03-29' })).xAxisData).toHaveLength(276);
});

test('draws energy by day with the figures of device/modules/statistics/date', async () => {
  const { sid, device } = await plant();
  const sn = await device(165, [100, 300], '2026-06-10T08:00:00Z');
  await makeDay(sql, { sid, sn, day: '2026-06-10', energyWh: 2000 });
  await makeDay(sql, { sid, sn, day: '2026-06-11', energyWh: 2000 });
  const chart = await ask({ sn, types: 3, rangeDate: '2026-06-09~2026-06-11' });
  expect(chart.xAxisData).toEqual(['09/06/2026', '10/06/2026', '11/06/2026']);
  expect(chart.series).toEqual([{ name: 'Energy', unit: 'kWh', stack: '', data: [null, 0.5, null] }]);
  expect(chart.provenance.map(({ source }) => source)).toEqual(['none', 'integrated', 'none']);
  const date = { sn, input: 1, types: 1, date: '2026-06-10' } as const;
  expect((await server.ask('device/modules/statistics/date', date, { token })).power).toBe('0.5');
});

test('returns minimum and maximum of each slot, the requested section, and the neighbours’ median in five minutes', async () => {
  const { sid, device } = await plant();
  const sn = await device(165, [100, 300]);
  for (const [second, watts] of [
    ['20', 10],
    ['40', 400],
  ] as const) {
    const quantities = { input1PowerW: watts, input1VoltageV: 38 + watts / 100, input2PowerW: 300 };
    await makeSample(sql, { sid, sn, at: `2026-06-15T08:00:${second}Z`, powerW: watts + 300, quantities });
  }
  // Reports at another minute.
  await device(165, [200, 280], '2026-06-15T08:02:00Z');
  const body = { sid, sn, date: '2026-06-15', lines: ['Power', 'Voltage'], withBands: true };
  const day = await ask(body);
  expect(day.legend).toEqual(['Power', 'Neighbours Power', 'Voltage', 'Neighbours Voltage']);
  expect([day.series[0]!.data[120], day.bands[0]!.least[120], day.bands[0]!.greatest[120]]).toEqual([170, 10, 400]);
  expect([day.series[1]!.data[120], day.bands[1]!.least[120], day.bands[1]!.greatest[120]]).toEqual([280, 280, 280]);
  expect([day.bands[2]!.least[120], day.bands[2]!.greatest[120]]).toEqual([38, 42]);
  const part = await ask({ ...body, lines: ['Power'], minInterval: 1, fromMinute: 600, toMinute: 603 });
  expect(part.xAxisData).toEqual(['10:00', '10:01', '10:02']);
  expect(part.series.map(({ data }) => data)).toEqual([
    [170, null, null],
    [280, 280, 280],
  ]);
  expect(part.bands[0]).toEqual({ least: [10, null, null], greatest: [400, null, null] });
  // The peak of the day is the same at every step.
  expect(part.peak).toEqual(day.peak);
  const hours = await ask({ ...body, lines: ['Power'], minInterval: 60 });
  expect([hours.xAxisData.length, hours.series[0]!.data[10], hours.bands[0]!.greatest[10]]).toEqual([24, 170, 400]);
  expect((await ask({ sid, sn })).bands).toEqual([]);
});

test('returns a band where two modules are distinguished by their currents only', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  for (const [second, powerW] of [
    ['00', 100],
    ['30', 300],
  ] as const)
    await makeSample(sql, {
      sid,
      sn,
      at: `2026-06-15T08:00:${second}Z`,
      powerW,
      quantities: { input1CurrentA: 3, input2CurrentA: 1 },
    });
  const { series, bands } = await ask({ sid, sn, date: '2026-06-15', withBands: true });
  expect([series[0]!.data[120], bands[0]!.least[120], bands[0]!.greatest[120]]).toEqual([150, 75, 225]);
});

test('returns the clear-sky power of its plane, where the modules sum to their device', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, powerMaxW: 1000 });
  const { sn } = await makeDevice(sql, { sid, product: 'BDM-800' });
  await sql`update devices set tilt_deg = 30, azimuth_deg = 90 where sid = ${sid} and sn = ${sn}`;
  const of = async (input: number) => (await ask({ sid, sn, input, date: '2026-06-15', withExpected: true })).expected!;
  const alike = [await of(1), await of(2)];
  expect(alike[0]).toEqual(alike[1]);
  await server.ask('device/modules/edit', { sid, sn, list: [{ input: 2, azimuth: 270 }] }, { token });
  const [east, west] = [await of(1), await of(2)];
  expect([east.basis, east.data[96]! > west.data[96]!, east.data[216]! < west.data[216]!]).toEqual([
    ...['placement', true, true],
  ]);
  const day = { sid, sn, types: 1, date: '2026-06-15', withExpected: true } as const;
  const whole = await server.ask('device/statistics/echarts', day, { token });
  expect(east.data[150]! + west.data[150]!).toBeCloseTo(whole.expected!.data[150]!, 0);
  expect((await ask({ ...day, lines: ['Voltage'] })).expected).toBeNull();
  expect((await ask({ ...day, withExpected: undefined })).expected).toBeNull();
});

test.each([
  [{ types: 3, rangeDate: '2026-06-13~2026-06-11' }, 1017],
  [{ types: 3, rangeDate: '2026-01-01~2026-06-11' }, 1016],
  [{ types: 5 }, 400],
  [{ types: 1, lines: ['Temperature'] }, 400],
  [{ types: 1, input: 5 }, 1412],
  [{ types: 1, minInterval: 0 }, 400],
  [{ types: 1, fromMinute: 90, toMinute: 60 }, 1017],
  [{ types: 1, date: '2199-01-01' }, 1440],
  [{ types: 3, rangeDate: '2199-01-01~2199-01-31' }, 1440],
])('refuses %j', async (request, code) => {
  const { device } = await plant();
  const body = { sn: await device(165, [1, 1]), input: 1, ...request };
  const response = await server.call('device/modules/statistics/echarts', body as never, { token });
  expect(response).toMatchObject({ status: 200, code });
});

test('treats a device of another company as missing', async () => {
  const { sn } = await makeDevice(sql);
  const response = await server.call('device/modules/statistics/echarts', { sn, input: 1, types: 1 }, { token });
  expect(response).toMatchObject({ code: 1006, data: {} });
});
