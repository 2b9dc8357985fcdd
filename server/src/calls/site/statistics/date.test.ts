// site/statistics/date: energy and money of a day, month, year and lifetime by the plant's own calendar.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeDay } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

test('sums a day, month, year and lifetime, with money at the price of each day', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.2, currency: 'CHF' });
  await sql`insert into site_prices (sid, valid_from, price) values (${sid}, '2026-06-01', 0.5)`;
  const { sn } = await makeDevice(sql, { sid });
  const { sn: other } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2024-02-29', energyWh: 8000, source: 'imported' });
  await makeDay(sql, { sid, sn, day: '2026-05-31', energyWh: 4000 });
  await makeDay(sql, { sid, sn, day: '2026-06-01', energyWh: 2000 });
  await makeDay(sql, { sid, sn: other, day: '2026-06-01', energyWh: 500 });
  const sumOf = async (types: 1 | 2 | 3 | 4, date?: string) => {
    const { power, economic, provenance } = await server.ask('site/statistics/date', { sid, types, date }, { token });
    return [power, economic, provenance.source];
  };
  expect(await sumOf(1, '2026-06-01')).toEqual(['2.5', '1.25', 'counted']);
  expect(await sumOf(2, '2026-06-01')).toEqual(['2.5', '1.25', 'counted']);
  expect(await sumOf(2, '2026-05')).toEqual(['4', '0.80', 'counted']);
  expect(await sumOf(3)).toEqual(['6.5', '2.05', 'counted']);
  expect(await sumOf(3, '2024')).toEqual(['8', '1.60', 'imported']);
  expect(await sumOf(4)).toEqual(['14.5', '3.65', 'mixed']);
  // A day without data has no energy, which is not 0.
  expect(await sumOf(1)).toEqual(['', '', 'none']);
});

test('returns units, and omits consumption that is not measured', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, currency: 'CHF' });
  expect(await server.ask('site/statistics/date', { sid, types: 1 }, { token })).toEqual({
    power: '',
    consumption: '',
    economic: '',
    powerUnit: 'kWh',
    consumptionUnit: 'kWh',
    economicUnit: 'CHF',
    provenance: { source: 'none', completeness: 0 },
    worthBasis: null,
    money: null,
    negativePrices: null,
    balance: null,
    doubtful: [],
  });
});

test('sums a range of days like the charts, with the balance on request', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.5 });
  const { sn } = await makeDevice(sql, { sid });
  for (const [day, energyWh] of [
    ['2026-05-30', 1111],
    ['2026-05-31', 2222],
    ['2026-06-01', 3333],
  ] as const)
    await makeDay(sql, { sid, sn, day, energyWh });
  await sql`
    insert into site_flows (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported)
    select ${sid}, '2026-05-31'::date, t.flow, true, t.wh, 0, 0, 86400, 1, 0, 0, 0
    from (values ('fromGrid', 1500), ('toGrid', 722)) as t (flow, wh)`;
  const rangeDate = '2026-05-31~2026-06-01';
  const body = { sid, types: 1 as const, rangeDate };
  const response = await server.ask('site/statistics/date', { ...body, withBalance: true }, { token });
  expect(response.power).toBe('5.555');
  const chart = await server.ask('site/statistics/echarts', { sid, types: 3, rangeDate, withMoney: true }, { token });
  expect(chart.series[0]!.data).toEqual([2.222, 3.333]);
  const { balance } = response;
  expect([balance!.fromGrid.energy, balance!.toGrid.energy]).toEqual([1.5, 0.722]);
  expect(balance!.money).toEqual(response.money);
  expect((await server.ask('site/statistics/date', body, { token })).balance).toBeNull();
});

test.each([
  ['that is reversed', '2026-06-03~2026-06-01', 1017],
  ['of more than a century', '1900-01-01~2026-06-01', 1016],
  ['in the future', '2199-01-01~2199-02-01', 1440],
  ['of invalid days', '2026-02-30~2026-03-01', 400],
] as const)('refuses a range %s', async (_what, rangeDate, code) => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  expect(await server.call('site/statistics/date', { sid, types: 1, rangeDate }, { token })).toMatchObject({ code });
});

test('refuses an invalid day, a future one, and a plant of others', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  expect(await server.call('site/statistics/date', { sid, types: 1, date: '2026-13-01' }, { token })).toMatchObject({
    code: 400,
  });
  expect(await server.call('site/statistics/date', { sid, types: 1, date: '2199-01-01' }, { token })).toMatchObject({
    code: 1440,
  });
  const foreign = await makeSite(sql);
  expect(await server.call('site/statistics/date', { sid: foreign, types: 4 }, { token })).toMatchObject({
    code: 1005,
    data: {},
  });
});
