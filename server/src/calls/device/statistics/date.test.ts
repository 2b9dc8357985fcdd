// device/statistics/date: energy and money of one device for a day or month.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeDay } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

test('sums a day or month of one device, with money at the price of each day', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.2 });
  await sql`insert into site_prices (sid, valid_from, price) values (${sid}, '2026-06-14', 0.5)`;
  const { sn } = await makeDevice(sql, { sid });
  const { sn: other } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-13', energyWh: 1000 });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 2000, source: 'integrated' });
  await makeDay(sql, { sid, sn: other, day: '2026-06-14', energyWh: 9000 });
  const sumOf = async (types: 1 | 2, date?: string) =>
    await server.ask('device/statistics/date', { sn, types, date }, { token });
  expect(await sumOf(1, '2026-06-14')).toMatchObject({
    power: '2',
    economic: '1.00',
    economicUnit: 'EUR',
    consumption: '',
    worthBasis: { by: 'electricityPrice', kind: 'flat', price: 0.5, hasChanged: false },
    provenance: { source: 'integrated' },
  });
  expect(await sumOf(2)).toMatchObject({
    power: '3',
    economic: '1.20',
    worthBasis: { price: 0.5, hasChanged: true },
    provenance: { source: 'mixed' },
  });
  const none = { power: '', economic: '', worthBasis: null, provenance: { source: 'none', completeness: 0 } };
  expect(await sumOf(1)).toMatchObject(none);
});

test('refuses an invalid or future day, and a device of others', async () => {
  const { sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }) });
  expect(await server.call('device/statistics/date', { sn, types: 1, date: 'yesterday' }, { token })).toMatchObject({
    code: 400,
  });
  for (const [types, date] of [
    [1, '2199-01-01'],
    [2, '2199-01'],
  ] as const)
    expect(await server.call('device/statistics/date', { sn, types, date }, { token })).toMatchObject({ code: 1440 });
  const foreign = await makeDevice(sql);
  expect(await server.call('device/statistics/date', { sn: foreign.sn, types: 1 }, { token })).toMatchObject({
    code: 1006,
    data: {},
  });
});
