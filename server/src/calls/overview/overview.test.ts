// overview/overview: stored totals of the accessible plants, each by its own day and price, the same as on the dashboard.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { foldAll, foldDue } from '../../../test/foldAll.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { detectOfflineDevices } from '../../problems/deviceEvents/offlineDetection.ts';

const server = await testServer();
const { sql, clock } = server;

test('sums energy, money and counts of the accessible plants only, for past days and today', async () => {
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
  // Too old to count as current power; a released device is not counted at all.
  const { sn: stale } = await makeDevice(sql, { sid: one.sid });
  await makeSample(sql, { sid: one.sid, sn: stale, at: '2026-06-15T09:30:00Z', powerW: 50 });
  const { sn: removed } = await makeDevice(sql, { sid: one.sid });
  await sql`update devices set removed_at = now() where sn = ${removed}`;
  await detectOfflineDevices(server.context);
  await foldAll(server.context);

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
  // Both calls return the same figure.
  const board = await server.ask('dashboard/device/summary', {}, { token });
  expect(board).toMatchObject({
    siteCount: 2,
    deviceCount: 3,
    now: 200,
    todayPower: 2,
    monthPower: 12,
    totalPower: 36,
  });
  expect(board.kinds.microinverter).toBe(3);
  // Today is updated at once; corrections of past days follow gradually.
  await sql`update site_days set energy_wh = energy_wh + 500 where sid = ${one.sid} and day in ('2026-06-15', '2025-08-01')`;
  await sql`update site_live set today_wh = today_wh + 500, total_wh = total_wh + 1000 where sid = ${one.sid}`;
  clock.set('2026-06-15T10:00:10Z');
  await foldDue(server.context);
  const productionNow = async () => (await server.ask('overview/overview', {}, { token })).statisticsProduction;
  expect(await productionNow()).toMatchObject({
    today: '2.5',
    yesterday: '4',
    year: '20.5',
    total: '37',
    totalMoney: '13.00',
  });
  clock.set('2026-06-15T10:02:00Z');
  await foldDue(server.context);
  expect(await productionNow()).toMatchObject({ today: '2.5', year: '20.5', total: '37', totalMoney: '13.10' });
  expect(await server.ask('dashboard/device/summary', {}, { token })).toMatchObject({
    todayPower: 2.5,
    totalPower: 37,
  });
  clock.set('2026-06-15T10:00:00Z');
});

test('returns to an owner and a guest what they can access, by the same sums', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const trade = await makeUser(sql);
  const own = await makeDevice(sql, {
    sid: await makeSite(sql, { ownerId: owner.id, price: 0.2, sharedWith: [trade.id] }),
  });
  const other = await makeDevice(sql, { sid: await makeSite(sql, { companyId: trade.companyId, price: 1 }) });
  for (const device of [own, other])
    for (const day of ['2025-12-31', '2026-01-01', '2026-06-14', '2026-06-15'])
      await makeDay(sql, { ...device, day, energyWh: 1000 });
  await foldAll(server.context);
  const of = async (id: number) =>
    (await server.ask('overview/overview', {}, { token: await server.signedIn(id) })).statisticsProduction;
  expect(await of(owner.id)).toMatchObject({
    today: '1',
    yesterday: '1',
    month: '2',
    year: '3',
    total: '4',
    todayMoney: '0.20',
    yesterdayMoney: '0.20',
    monthMoney: '0.40',
    yearMoney: '0.60',
    totalMoney: '0.80',
  });
  expect(await of(trade.id)).toMatchObject({
    today: '2',
    yesterday: '2',
    month: '4',
    year: '6',
    total: '8',
    todayMoney: '1.20',
    yesterdayMoney: '1.20',
    monthMoney: '2.40',
    yearMoney: '3.60',
    totalMoney: '4.80',
  });
});

test('assigns each plant its own year at the turn of the year', async () => {
  clock.set('2026-12-30T10:00:00Z');
  const { companyId, id } = await makeUser(sql);
  const east = await makeDevice(sql, {
    sid: await makeSite(sql, { companyId, price: 1, timezone: 'Pacific/Auckland' }),
  });
  const west = await makeDevice(sql, { sid: await makeSite(sql, { companyId, price: 1 }) });
  for (const device of [east, west])
    for (const day of ['2026-03-01', '2026-12-30', '2026-12-31'])
      await makeDay(sql, { ...device, day, energyWh: 1000 });
  await foldAll(server.context);
  const years = async (now: string) => {
    clock.set(now);
    // The pass over past days is not due by itself each time.
    await foldDue(server.context);
    const { statisticsProduction } = await server.ask('overview/overview', {}, { token: await server.signedIn(id) });
    const { year, yearMoney, totalMoney } = statisticsProduction;
    return [year, yearMoney, totalMoney];
  };
  expect(await years('2026-12-31T09:00:00Z')).toEqual(['6', '6.00', '6.00']);
  await makeDay(sql, { ...east, day: '2027-01-01', energyWh: 10 });
  // 1 January in Auckland, 31 December in Berlin.
  expect(await years('2026-12-31T12:00:00Z')).toEqual(['3.01', '3.01', '6.01']);
  await makeDay(sql, { ...west, day: '2027-01-01', energyWh: 200 });
  expect(await years('2027-01-01T08:00:00Z')).toEqual(['0.21', '0.21', '6.21']);
  expect(await years('2027-01-05T08:00:00Z')).toEqual(['0.21', '0.21', '6.21']);
  clock.set('2026-06-15T10:00:00Z');
});

test('uses the day of each plant', async () => {
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
  await foldAll(server.context);
  const { statisticsProduction } = await server.ask('overview/overview', {}, { token });
  clock.set('2026-06-15T10:00:00Z');
  expect(statisticsProduction).toMatchObject({ today: '0.02', yesterday: '1' });
});

test('omits money where currencies differ', async () => {
  const user = await makeUser(sql);
  const { companyId } = user;
  for (const currency of ['EUR', 'CHF']) {
    const device = await makeDevice(sql, { sid: await makeSite(sql, { companyId, currency }) });
    await makeDay(sql, { ...device, day: '2026-06-15', energyWh: 1000 });
  }
  await foldAll(server.context);
  const { statisticsProduction } = await server.ask('overview/overview', {}, { token: await server.signedIn(user.id) });
  expect(statisticsProduction).toMatchObject({
    today: '2',
    total: '2',
    todayMoney: '',
    totalMoney: '',
    totalMoneyUnit: '',
  });
});

test('returns no values to a user without plants', async () => {
  const token = await server.signedIn((await makeUser(sql, { role: 'owner' })).id);
  const overview = await server.ask('overview/overview', {}, { token });
  expect(overview).toMatchObject({ siteCount: 0, deviceCount: 0, mrCount: 0, gatewayCount: 0 });
  expect(overview.statisticsProduction).toMatchObject({ today: '', total: '', totalNow: '', totalMoney: '' });
  expect(overview.benefit.co2).toBe('');
});

test('never shows a year below its month after an import of past days, and corrects it a minute later', async () => {
  const user = await makeUser(sql);
  const device = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId, price: 0.2 }) });
  await makeDay(sql, { ...device, day: '2026-06-15', energyWh: 1000 });
  await foldAll(server.context);
  const token = await server.signedIn(user.id);
  const made = async () => (await server.ask('overview/overview', {}, { token })).statisticsProduction;
  expect(await made()).toMatchObject({ month: '1', year: '1', yearMoney: '0.20' });
  await makeDay(sql, { ...device, day: '2026-03-01', energyWh: 5000 });
  await makeDay(sql, { ...device, day: '2026-06-02', energyWh: 3000 });
  clock.set('2026-06-15T10:00:10Z');
  await foldDue(server.context);
  expect(await made()).toMatchObject({ month: '4', monthMoney: '0.80', year: '4', yearMoney: '0.80' });
  clock.set('2026-06-15T10:02:00Z');
  await foldDue(server.context);
  expect(await made()).toMatchObject({ month: '4', year: '9', yearMoney: '1.80' });
  clock.set('2026-06-15T10:00:00Z');
});
