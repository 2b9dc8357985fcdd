// device/statistics/overview: figures of one device by the plant's own day, money at the price of each day.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeDay, makeSample } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);

test('returns current power, energy with money, benefits and provenance', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.2 });
  await sql`insert into site_prices (sid, valid_from, price) values (${sid}, '2026-06-15', 0.5)`;
  const { sn } = await makeDevice(sql, { sid });
  const { sn: other } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2025-12-31', energyWh: 10_000, source: 'imported' });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 2000 });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 1000 });
  await makeDay(sql, { sid, sn: other, day: '2026-06-15', energyWh: 77_000 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:28:00Z', powerW: 310.06 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 100 });
  const overview = await server.ask('device/statistics/overview', { sn }, { token });
  expect(overview).toMatchObject({
    maxNow: 310.1,
    totalNow: 100,
    totalNowUnit: 'W',
    currency_unit: 'EUR',
    local_electric_price: 0.5,
    status: 0,
    alertCode: '0000',
    isConsumption: false,
    lastUpdate: '15/06/2026 11:58',
  });
  expect(overview.production).toMatchObject({
    today: '1',
    yesterday: '2',
    month: '3',
    year: '3',
    total: '13',
    totalNow: '100',
    todayMoney: '0.50',
    yesterdayMoney: '0.40',
    totalMoney: '2.90',
    totalMoneyUnit: 'EUR',
  });
  expect(overview.energy.PVPanel).toMatchObject({ power: '100', rate: '25', direction: 1, showPower: true });
  // A 60 W bulb runs 16.7 hours on one kWh.
  expect(overview.environmentalBenefit).toMatchObject({ light: (13_000 / 60).toFixed(1), lightUnit: 'H' });
  expect(overview.provenance.today.source).toBe('counted');
  expect(overview.provenance.total.source).toBe('mixed');
});

test('returns no current value from an old report, and no figures without data', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:44:00Z', powerW: 100 });
  const { totalNow, maxNow, production, energy, environmentalBenefit, provenance } = await server.ask(
    'device/statistics/overview',
    { sn },
    { token },
  );
  expect([totalNow, maxNow]).toEqual([null, 100]);
  expect(production).toMatchObject({ totalNow: '', today: '', total: '', totalMoney: '' });
  expect(energy.PVPanel).toMatchObject({ power: '', showPower: false });
  expect(environmentalBenefit.co2).toBe('');
  expect(provenance.month).toEqual({ source: 'none', completeness: 0 });
});

test('treats a device of another company as missing', async () => {
  const { sn } = await makeDevice(sql);
  expect(await server.call('device/statistics/overview', { sn }, { token })).toMatchObject({ code: 1006, data: {} });
});
