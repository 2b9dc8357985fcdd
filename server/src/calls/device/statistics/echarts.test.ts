// device/statistics/echarts: the quantities of a device over a day, its energy by period, and errors.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeDay, makeSample } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
const device = async (product = 'BDM-400') =>
  await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }), product });
const known = (data: readonly (number | null)[]) => data.filter((value) => value !== null);

test('draws only production by default, with null for a gap', async () => {
  const { sid, sn } = await device();
  await makeSample(sql, { sid, sn, at: '2026-06-15T08:00:10Z', powerW: 100, quantities: { temperatureC: 41.5 } });
  await makeSample(sql, { sid, sn, at: '2026-06-15T08:10:10Z', powerW: 0 });
  // The evening before by the plant's clock.
  await makeSample(sql, { sid, sn, at: '2026-06-14T21:59:00Z', powerW: 7 });
  const chart = await server.ask('device/statistics/echarts', { sn, types: 1 }, { token });
  expect(chart.legend).toEqual(['Production']);
  expect(chart.xAxisData).toHaveLength(288);
  const { data, unit } = chart.series[0]!;
  expect(unit).toBe('W');
  expect([data[120], data[121], data[122]]).toEqual([100, null, 0]);
  expect(known(data)).toHaveLength(2);
  expect(chart.sun.set).toMatch(/^2026-06-15T21:/);

  const lines = ['Temperature', 'Production'];
  const two = await server.ask('device/statistics/echarts', { sid, sn, types: 1, lines }, { token });
  expect(new Set(two.legend)).toEqual(new Set(lines));
  const temperature = two.series.find(({ name }) => name === 'Temperature')!;
  expect(temperature.unit).toMatch(/C$/);
  expect(known(temperature.data)).toEqual([41.5]);
});

test('draws slots of the requested minutes, the last of a day possibly shorter', async () => {
  const { sid, sn } = await device();
  for (const at of ['08:00', '08:20', '08:40']) {
    await makeSample(sql, { sid, sn, at: `2026-06-15T${at}:00Z`, powerW: 30 });
  }
  const hourly = await server.ask('device/statistics/echarts', { sn, types: 1, minInterval: 60 }, { token });
  expect(hourly.xAxisData).toHaveLength(24);
  expect(known(hourly.series[0]!.data)).toEqual([30]);
  const odd = await server.ask('device/statistics/echarts', { sn, types: 1, minInterval: 7 }, { token });
  expect(odd.series[0]!.data).toHaveLength(206);
  const quarter = await server.ask('device/statistics/echarts', { sn, types: 11 }, { token });
  expect(quarter.series[0]!.data).toHaveLength(96);
  expect(known(quarter.series[0]!.data)).toEqual([30, 30, 30]);
});

test('returns minimum and maximum of each slot, none dropped, and the requested section', async () => {
  const { sid, sn } = await device();
  for (const [second, powerW] of [
    ['00', 100],
    ['20', 10],
    ['40', 400],
  ] as const)
    await makeSample(sql, { sid, sn, at: `2026-06-15T08:00:${second}Z`, powerW, quantities: { temperatureC: 40 } });
  const body = { sid, sn, types: 1, date: '2026-06-15', lines: ['Production', 'Temperature'], withBands: true };
  const day = await server.ask('device/statistics/echarts', body, { token });
  expect([day.series[0]!.data[120], day.bands[0]!.least[120], day.bands[0]!.greatest[120]]).toEqual([170, 10, 400]);
  expect([day.bands[1]!.least[120], day.bands[1]!.greatest[120]]).toEqual([40, 40]);
  const part = await server.ask(
    'device/statistics/echarts',
    { ...body, minInterval: 1, fromMinute: 600, toMinute: 603 },
    { token },
  );
  expect(part.xAxisData).toEqual(['10:00', '10:01', '10:02']);
  expect(part.series[0]!.data).toEqual([170, null, null]);
  expect(part.bands[0]).toEqual({ least: [10, null, null], greatest: [400, null, null] });
  expect((await server.ask('device/statistics/echarts', { sid, sn, types: 1 }, { token })).bands).toEqual([]);
});

test('returns the clear-sky power of its own modules as its share of the plant', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, powerMaxW: 1000 });
  const east = await makeDevice(sql, { sid, product: 'BDM-400' });
  const west = await makeDevice(sql, { sid, product: 'BDM-400' });
  for (const [sn, azimuth] of [
    [east.sn, 90],
    [west.sn, 270],
  ] as const)
    await sql`update devices set tilt_deg = 30, azimuth_deg = ${azimuth} where sid = ${sid} and sn = ${sn}`;
  const of = async (sn: string) => {
    const { expected } = await server.ask(
      'device/statistics/echarts',
      { sid, sn, types: 1, date: '2026-06-15', withExpected: true },
      { token },
    );
    return expected!;
  };
  const [morning, evening] = [await of(east.sn), await of(west.sn)];
  expect([morning.basis, morning.data[96]! > evening.data[96]!, morning.data[216]! < evening.data[216]!]).toEqual([
    ...['placement', true, true],
  ]);
  const day = { sid, types: 1, date: '2026-06-15' } as const;
  const whole = await server.ask('site/statistics/echarts', { ...day, withExpected: true }, { token });
  expect(morning.data[150]! + evening.data[150]!).toBeCloseTo(whole.expected!.data[150]!, 0);
  const temperature = await server.ask(
    'device/statistics/echarts',
    { ...day, sn: east.sn, lines: ['Temperature'], withExpected: true },
    { token },
  );
  expect(temperature.expected).toBeNull();
  // Not computed unless requested.
  expect((await server.ask('device/statistics/echarts', { ...day, sn: east.sn }, { token })).expected).toBeNull();
  expect((await server.ask('site/statistics/echarts', day, { token })).expected).toBeNull();
});

test.each([
  ['2026-03-29', 276],
  ['2025-10-26', 300],
])('divides %s in Berlin into %i slots', async (date, slots) => {
  const { sn } = await device();
  const { xAxisIso, series } = await server.ask('device/statistics/echarts', { sn, types: 1, date }, { token });
  expect([xAxisIso.length, series[0]!.data.length]).toEqual([slots, slots]);
});

test('draws energy of only this device by day, month and year', async () => {
  const { sid, sn } = await device();
  const { sn: other } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-11', energyWh: 1234 });
  await makeDay(sql, { sid, sn: other, day: '2026-06-11', energyWh: 50 });
  await makeDay(sql, { sid, sn: other, day: '2026-06-12', energyWh: 50 });
  const days = await server.ask(
    'device/statistics/echarts',
    { sn, types: 3, rangeDate: '2026-06-11~2026-06-12' },
    { token },
  );
  expect(days.xAxisData).toEqual(['11/06/2026', '12/06/2026']);
  expect(days.series).toEqual([{ name: 'Production', unit: 'kWh', stack: '', data: [1.234, null] }]);
  expect(days.provenance.map(({ source }) => source)).toEqual(['counted', 'none']);
  const one = await server.ask(
    'device/statistics/echarts',
    { sn, types: 3, rangeDate: '2026-06-11~2026-06-11' },
    { token },
  );
  expect(one.series[0]!.data).toEqual([1.234]);
  const months = await server.ask('device/statistics/echarts', { sn, types: 5, date: '2026-06-11' }, { token });
  expect(months.series[0]!.data[5]).toBe(1.234);
  const years = await server.ask('device/statistics/echarts', { sn, types: 6 }, { token });
  expect([years.xAxisData, years.series[0]!.data]).toEqual([['2026'], [1.234]]);
});

test.each([
  [{ types: 3, rangeDate: '2026-06-13~2026-06-11' }, 1017],
  [{ types: 3, rangeDate: '2024-01-01~2026-01-01' }, 1016],
  [{ types: 1, date: '2026-02-30' }, 400],
  // A BDM-400 does not measure the grid voltage, and the other word is unknown to all devices.
  [{ types: 1, lines: ['AC Voltage'] }, 400],
  [{ types: 1, lines: ['Production', 'counter_wh; drop table'] }, 400],
  [{ types: 1, minInterval: 0 }, 400],
  [{ types: 1, fromMinute: 90, toMinute: 60 }, 1017],
  [{ types: 1, date: '2199-01-01' }, 1440],
  [{ types: 3, rangeDate: '2199-01-01~2199-01-31' }, 1440],
] as const)('refuses %j', async ({ ...request }, code) => {
  const { sn } = await device();
  const answer = await server.call('device/statistics/echarts', { sn, ...(request as { types: number }) }, { token });
  expect(answer).toMatchObject({ status: 200, code });
});

test('treats a device of another company, or with the wrong plant, as missing', async () => {
  const foreign = await makeDevice(sql);
  expect(await server.call('device/statistics/echarts', { sn: foreign.sn, types: 1 }, { token })).toMatchObject({
    code: 1006,
    data: {},
  });
  const { sn } = await device();
  const { sid: elsewhere } = await device();
  expect(await server.call('device/statistics/echarts', { sid: elsewhere, sn, types: 3 }, { token })).toMatchObject({
    code: 1006,
  });
});
