// device/modules/statistics/echarts: a module's day beside the median of its neighbours, gaps as gaps; its energy by day.
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
      ...{ input1PowerW: one, input1VoltageV: 38, input1CurrentA: one / 38 },
      ...{ input2PowerW: two, input2VoltageV: 36, input2CurrentA: two / 36 },
    };
    await makeSample(sql, { sid, sn, at, powerW: one + two, quantities });
    return sn;
  };
  return { sid, device };
}

test('device/modules/statistics/echarts draws a module beside the median of those that see the same sky', async () => {
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
  // Turned to the west, a module leaves its device's neighbours and finds others.
  await server.ask('device/modules/edit', { sid, sn, list: [{ input: 1, azimuth: 255 }] }, { token });
  const turned = await ask({ sid, sn, lines: ['Current', 'Voltage', 'Power'] });
  expect(turned.legend).toEqual([
    ...['Power', 'Neighbours Power', 'Voltage', 'Neighbours Voltage', 'Current', 'Neighbours Current'],
  ]);
  expect(turned.neighbours).toBe(2);
  expect(turned.series.map(({ unit, data }) => [unit, known(data)])).toEqual([
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
  // A released device is nobody's neighbour any more.
  await sql`update devices set removed_at = now() where sn = ${west}`;
  expect(await ask({ sid, sn })).toMatchObject({ neighbours: 0, legend: ['Power'] });
});

test('device/modules/statistics/echarts of a day that is over, or without data', async () => {
  const { sid, device } = await plant();
  const sn = await device(165, [100, 300], '2026-06-10T08:00:00Z');
  expect(known((await ask({ sid, sn, date: '2026-06-10' })).series[0]!.data)).toEqual([100]);
  const empty = await ask({ sid, sn, date: '2026-06-11' });
  expect([known(empty.series[0]!.data), empty.peak]).toEqual([[], null]);
  expect((await ask({ sid, sn, date: '2026-03-29' })).xAxisData).toHaveLength(276);
});

test('device/modules/statistics/echarts has its energy by day, as device/modules/statistics/date tells it', async () => {
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

test.each([
  [{ types: 3, rangeDate: '2026-06-13~2026-06-11' }, 1017],
  [{ types: 3, rangeDate: '2026-01-01~2026-06-11' }, 1016],
  [{ types: 5 }, 400],
  [{ types: 1, lines: ['Temperature'] }, 400],
  [{ types: 1, input: 5 }, 1412],
])('device/modules/statistics/echarts refuses %j', async (asked, code) => {
  const { device } = await plant();
  const body = { sn: await device(165, [1, 1]), input: 1, ...asked };
  const answer = await server.call('device/modules/statistics/echarts', body as never, { token });
  expect(answer).toMatchObject({ status: 200, code });
});

test('device/modules/statistics/echarts of a device of another company does not exist', async () => {
  const { sn } = await makeDevice(sql);
  const answer = await server.call('device/modules/statistics/echarts', { sn, input: 1, types: 1 }, { token });
  expect(answer).toMatchObject({ code: 1006, data: {} });
});
