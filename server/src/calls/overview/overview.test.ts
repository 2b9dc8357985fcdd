// overview/overview: sums over the plants a session may see, each by its own day and price.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { checkSilence } from '../../telemetry/silence.ts';

const server = await testServer();
const { sql, clock } = server;

test('overview/overview sums energy, money and counts of the visible plants alone, old days and new ones', async () => {
  const user = await makeUser(sql);
  const one = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId, price: 0.2 }) });
  const other = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId, price: 0.5 }) });
  const foreign = await makeDevice(sql);
  await sql`insert into site_prices (sid, valid_from, price) values (${one.sid}, '2026-06-15', 0.4)`;
  for (const device of [one, other, foreign]) {
    await makeDay(sql, { ...device, day: '2025-08-01', energyWh: 8000 });
    await makeDay(sql, { ...device, day: '2026-02-01', energyWh: 4000 });
    await makeDay(sql, { ...device, day: '2026-06-02', energyWh: 3000 });
    await makeDay(sql, { ...device, day: '2026-06-14', energyWh: 2000 });
    await makeDay(sql, { ...device, day: '2026-06-15', energyWh: 1000 });
    await makeSample(sql, { ...device, at: '2026-06-15T09:58:00Z', powerW: 100 });
  }
  // Too old to be counted as power of now; a device that has left is not counted at all.
  const { sn: stale } = await makeDevice(sql, { sid: one.sid });
  await makeSample(sql, { sid: one.sid, sn: stale, at: '2026-06-15T09:30:00Z', powerW: 50 });
  const { sn: gone } = await makeDevice(sql, { sid: one.sid });
  await sql`update devices set removed_at = now() where sn = ${gone}`;
  await checkSilence(server.context);

  const token = await server.signedIn(user.id);
  const overview = await server.ask('overview/overview', {}, { token });
  expect(overview).toMatchObject({ siteCount: 2, deviceCount: 3, mrCount: 3, gatewayCount: 0 });
  expect(overview.statisticsProduction).toMatchObject({
    today: '2',
    yesterday: '4',
    month: '12',
    year: '20',
    total: '36',
    totalNow: '200',
    todayMoney: '0.90',
    yesterdayMoney: '1.40',
    monthMoney: '4.40',
    yearMoney: '7.20',
    totalMoney: '12.80',
    totalMoneyUnit: 'EUR',
  });
  expect(overview.benefit.light).toBe('600.0');
  // Asked again it says the same, and what today has brought since.
  await sql`update site_days set energy_wh = energy_wh + 500 where sid = ${one.sid} and day = '2026-06-15'`;
  const again = await server.ask('overview/overview', {}, { token });
  expect(again.statisticsProduction).toMatchObject({
    today: '2.5',
    yesterday: '4',
    total: '36.5',
    totalMoney: '13.00',
  });
});

test('overview/overview takes the day of each plant', async () => {
  // 16 June in Auckland, 15 June in Berlin.
  clock.set('2026-06-15T13:00:00Z');
  const user = await makeUser(sql);
  const { companyId } = user;
  const east = await makeDevice(sql, {
    sid: await makeSite(sql, { companyId, timezone: 'Pacific/Auckland', latitude: -36.8, longitude: 174.7 }),
  });
  const west = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  await makeDay(sql, { ...east, day: '2026-06-15', energyWh: 1000 });
  await makeDay(sql, { ...west, day: '2026-06-15', energyWh: 20 });
  const token = await server.signedIn(user.id);
  const { statisticsProduction } = await server.ask('overview/overview', {}, { token });
  clock.set('2026-06-15T10:00:00Z');
  expect(statisticsProduction).toMatchObject({ today: '0.02', yesterday: '1' });
});

test('overview/overview leaves money out where currencies differ', async () => {
  const user = await makeUser(sql);
  const { companyId } = user;
  for (const currency of ['EUR', 'CHF']) {
    const device = await makeDevice(sql, { sid: await makeSite(sql, { companyId, currency }) });
    await makeDay(sql, { ...device, day: '2026-06-15', energyWh: 1000 });
  }
  const { statisticsProduction } = await server.ask('overview/overview', {}, { token: await server.signedIn(user.id) });
  expect(statisticsProduction).toMatchObject({
    today: '2',
    total: '2',
    todayMoney: '',
    totalMoney: '',
    totalMoneyUnit: '',
  });
});

test('overview/overview of who sees no plant has no values', async () => {
  const token = await server.signedIn((await makeUser(sql, { role: 'owner' })).id);
  const overview = await server.ask('overview/overview', {}, { token });
  expect(overview).toMatchObject({ siteCount: 0, deviceCount: 0, mrCount: 0, gatewayCount: 0 });
  expect(overview.statisticsProduction).toMatchObject({ today: '', total: '', totalNow: '', totalMoney: '' });
  expect(overview.benefit.co2).toBe('');
});
