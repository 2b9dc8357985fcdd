// site/overview: figures by the plant's own day, money by the price of the day, and nothing for a stranger.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { foldAll } from '../../../test/foldAll.ts';
import { makeDay, makeSample } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';

const server = await testServer();
const { sql, clock } = server;

test('returns today, yesterday, month, year and total with money at the price of each day', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.2 });
  await sql`insert into site_prices (sid, valid_from, price) values (${sid}, '2026-06-15', 0.5)`;
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2025-12-31', energyWh: 10_000 });
  await makeDay(sql, { sid, sn, day: '2026-05-31', energyWh: 3000 });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 2000 });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 1000 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:58:00Z', powerW: 212.5 });

  const token = await server.signedIn(user.id);
  const overview = await server.ask('site/overview', { sid }, { token });
  expect(overview.statisticsProduction).toMatchObject({
    today: '1',
    yesterday: '2',
    month: '3',
    year: '6',
    total: '16',
    totalNow: '212.5',
    todayMoney: '0.50',
    yesterdayMoney: '0.40',
    monthMoney: '0.90',
    yearMoney: '1.50',
    totalMoney: '3.50',
    totalMoneyUnit: 'EUR',
  });
  expect(overview.benefit.co2).toBe('7.52');
  expect(overview.energy.PVPanel).toMatchObject({ power: '212.5', direction: 1, show: true, showPower: true });
  expect(overview.energy.home.show).toBe(false);
  expect(overview.energy.grid.show).toBe(false);
  expect(overview).toMatchObject({ reporting: 1, deviceCount: 1, max_power: 212.5, isNight: false });
  expect(overview.lastUpdate).toBe('15/06/2026 11:58');
  expect(overview.lastUpdateIso).toBe('2026-06-15T11:58:00+02:00');
  expect(overview.deviceList[0]).toMatchObject({ sn, now: '212.5', modelName: 'BDM-400' });
  expect(overview.provenance.today.source).toBe('counted');
});

test('returns no value in place of an old or missing one', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:44:00Z', powerW: 212.5 });
  const { statisticsProduction, energy, reporting, provenance, deviceList } = await server.ask(
    'site/overview',
    { sid },
    { token: await server.signedIn(user.id) },
  );
  expect(statisticsProduction).toMatchObject({ totalNow: '', today: '', month: '', total: '', todayMoney: '' });
  expect(energy.PVPanel).toMatchObject({ power: '', showPower: false, direction: 0 });
  expect(deviceList[0]).toMatchObject({ now: '', today: '' });
  expect(reporting).toBe(0);
  expect(provenance.total).toEqual({ source: 'none', completeness: 0 });
});

test('returns the same peak as every chart, over five minutes and never below the current power', async () => {
  clock.set('2026-06-15T10:07:00Z');
  const user = await makeUser(sql);
  let token = await server.signedIn(user.id);
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }) });
  for (const [at, powerW] of [
    ['09:45', 100],
    ['09:50', 300],
    ['09:55', 200],
  ] as const) {
    await makeSample(sql, { sid, sn, at: `2026-06-15T${at}:10Z`, powerW });
  }
  const readFigures = async () => {
    const { max_power, peak } = await server.ask('site/overview', { sid }, { token });
    const charts = [
      await server.ask('site/statistics/echarts', { sid, types: 1 }, { token }),
      await server.ask('site/statistics/echarts', { sid, types: 11 }, { token }),
      await server.ask('device/statistics/echarts', { sid, sn, types: 1, minInterval: 30 }, { token }),
    ];
    for (const chart of charts) expect(chart.peak).toEqual(peak);
    const { maxNow } = await server.ask('device/statistics/overview', { sid, sn }, { token });
    expect([max_power, maxNow]).toEqual([peak?.powerW ?? null, peak?.powerW ?? null]);
    return peak;
  };
  expect(await readFigures()).toEqual({ powerW: 300, atIso: '2026-06-15T11:50:00+02:00' });
  // Two reports within five minutes: their mean is below the newest, which is the current power.
  await makeSample(sql, { sid, sn, at: '2026-06-15T10:05:10Z', powerW: 290 });
  await makeSample(sql, { sid, sn, at: '2026-06-15T10:06:30Z', powerW: 350 });
  expect(await readFigures()).toEqual({ powerW: 350, atIso: '2026-06-15T12:06:30+02:00' });
  clock.set('2026-06-16T10:00:00Z');
  token = await server.signedIn(user.id);
  const yesterday = await server.ask('site/statistics/echarts', { sid, types: 11, date: '2026-06-15' }, { token });
  expect(yesterday.peak).toEqual({ powerW: 320, atIso: '2026-06-15T12:05:00+02:00' });
  expect(await readFigures()).toBeNull();
});

test('returns the record day and the next sunrise', async () => {
  clock.set('2026-06-15T22:30:00Z');
  const user = await makeUser(sql);
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }) });
  const token = await server.signedIn(user.id);
  expect((await server.ask('site/overview', { sid }, { token })).record).toBeNull();
  for (const [day, energyWh] of [
    ['2026-05-30', 3210.4],
    ['2026-06-02', 3000],
    ['2026-06-16', 9000],
  ] as const) {
    await makeDay(sql, { sid, sn, day, energyWh });
  }
  const { record, sunriseIso, isNight } = await server.ask('site/overview', { sid }, { token });
  expect(record).toEqual({ day: '2026-05-30', energy: 3.21 });
  expect(isNight).toBe(true);
  expect(sunriseIso).toMatch(/^2026-06-16T05:3\d:\d\d\+02:00$/);
});

test('states how money is valued: self-consumption at the import price, the rest at the export price', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.3 });
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 10_000 });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 10_000 });
  const token = await server.signedIn(user.id);
  const readFigures = async () => {
    const { worth, statisticsProduction } = await server.ask('site/overview', { sid }, { token });
    const { todayMoney, totalMoney, moneyBasis } = statisticsProduction;
    await foldAll(server.context);
    const fleet = (await server.ask('overview/overview', {}, { token })).statisticsProduction;
    expect([fleet.todayMoney, fleet.totalMoney]).toEqual([todayMoney, totalMoney]);
    return { worth, todayMoney, totalMoney, moneyBasis };
  };
  expect(await readFigures()).toEqual({
    worth: { price: 0.3, feedInPrice: null, ownUseShare: null, perKwh: 0.3 },
    todayMoney: '3.00',
    totalMoney: '6.00',
    moneyBasis: 'electricityPrice',
  });
  await server.ask('site/updateFast', { sid, feedInPrice: 0.08, ownUseShare: 0.4 }, { token });
  // From today on; yesterday keeps the price valid then.
  expect(await readFigures()).toEqual({
    worth: { price: 0.3, feedInPrice: 0.08, ownUseShare: 0.4, perKwh: expect.closeTo(0.168, 9) },
    todayMoney: '1.68',
    totalMoney: '4.68',
    moneyBasis: 'ownUseShare',
  });
  expect((await server.ask('site/detail', { sid }, { token })).ownUseShare).toBe(0.4);
  await server.ask('site/updateFast', { sid, feedInPrice: null }, { token });
  expect((await readFigures()).worth).toEqual({
    price: 0.3,
    feedInPrice: null,
    ownUseShare: 0.4,
    perKwh: expect.closeTo(0.3, 9),
  });
  await server.ask('site/updateFast', { sid, ownUseShare: null }, { token });
  expect((await readFigures()).moneyBasis).toBe('electricityPrice');
  expect((await server.call('site/updateFast', { sid, ownUseShare: 1.2 }, { token })).code).toBe(400);
});

test('uses the day of a plant beyond the date line', async () => {
  // 16 June there, 15 June in UTC.
  clock.set('2026-06-15T22:00:00Z');
  const user = await makeUser(sql);
  const sid = await makeSite(sql, {
    companyId: user.companyId,
    timezone: 'Pacific/Kiritimati',
    latitude: 1.87,
    longitude: -157.4,
  });
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 2000 });
  await makeDay(sql, { sid, sn, day: '2026-06-16', energyWh: 500 });
  const { statisticsProduction } = await server.ask(
    'site/overview',
    { sid },
    { token: await server.signedIn(user.id) },
  );
  expect(statisticsProduction).toMatchObject({ today: '0.5', yesterday: '2' });
});

test('reports how complete the data are', async () => {
  clock.set('2026-06-15T22:00:00Z');
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId, commissionedOn: '2026-06-12' });
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-12', energyWh: 2000, coveredS: 57_000 });
  await makeDay(sql, { sid, sn, day: '2026-06-13', energyWh: 2000, coveredS: 57_000, source: 'integrated' });
  const { provenance } = await server.ask('site/overview', { sid }, { token: await server.signedIn(user.id) });
  expect(provenance.month.source).toBe('mixed');
  // Two of the four days since commissioning (15 June has ended only in UTC, 16 June has just begun there).
  expect(provenance.month.completeness).toBeCloseTo(0.5, 1);
  // The sun has not risen there yet.
  expect(provenance.today).toEqual({ source: 'none', completeness: 0, notDue: true });
});

test('is visible to owner, guests and the branch above, and not to others', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const distributor = await makeUser(sql, { role: 'distributor' });
  const dealer = await makeCompany(sql, { parentId: distributor.companyId, kind: 'dealer' });
  const installer = await makeUser(sql, { companyId: await makeCompany(sql, { parentId: dealer }) });
  const owner = await makeUser(sql, { role: 'owner' });
  const guest = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, { companyId: installer.companyId, ownerId: owner.id, sharedWith: [guest.id] });
  const admin = await makeUser(sql, { role: 'administrator' });
  for (const { id } of [distributor, installer, owner, guest, admin]) {
    expect((await server.call('site/overview', { sid }, { token: await server.signedIn(id) })).code).toBe(200);
  }
  const otherInstaller = await makeUser(sql);
  const otherOwner = await makeUser(sql, { role: 'owner' });
  for (const { id } of [otherInstaller, otherOwner]) {
    const token = await server.signedIn(id);
    const foreign = await server.call('site/overview', { sid }, { token });
    const missing = await server.call('site/overview', { sid: 'DE_20260101_doesNotExist' }, { token });
    expect(foreign).toMatchObject({ status: 200, code: 1005 });
    expect(foreign).toEqual(missing);
  }
});

test('hides a foreign site by row-level security even from SQL without a condition', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const mine = await makeSite(sql, { ownerId: owner.id });
  const foreign = await makeSite(sql);
  const rows = await sql.begin(async (tx) => {
    await tx.unsafe(
      `set local role heliograph_call; set local heliograph.scope = 'own'; set local heliograph.user_id = '${owner.id}'`,
    );
    const changed = await tx`update sites set name = 'mine now' where sid = ${foreign} returning sid`;
    expect(changed.length).toBe(0);
    return await tx<{ sid: string }[]>`select sid from sites where sid in (${mine}, ${foreign})`;
  });
  expect(rows.map(({ sid }) => sid)).toEqual([mine]);
});

test('leaves money, benefits and devices empty for a role without these page modules', async () => {
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 2000 });
  const [role] = await sql<{ id: number }[]>`
    insert into roles (code, name, scope) values ('looker', 'Looker', 'branch') returning id`;
  await sql`insert into role_menus (role_id, menu_id) select ${role!.id}, id from menus where name = 'PvPlant'`;
  await sql`update memberships set role_id = ${role!.id} where user_id = ${user.id}`;

  const overview = await server.ask('site/overview', { sid }, { token: await server.signedIn(user.id) });
  expect(overview.statisticsProduction).toMatchObject({ total: '2', totalMoney: '' });
  expect(overview.benefit).toMatchObject({ co2: '', oil: '' });
  expect(overview.deviceList).toEqual([]);
  expect(overview.deviceCount).toBeNull();
});

test('returns the measured energy flow, with directions and ages', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const user = await makeUser(sql);
  const token = await server.signedIn(user.id);
  const sid = await makeSite(sql, { companyId: user.companyId, powerMaxW: 1000 });
  const { sn } = await makeDevice(sql, { sid });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  const battery = await makeDevice(sql, { sid, product: 'Battery' });
  await makeSample(sql, { sid, sn, at: '2026-06-15T09:59:40Z', powerW: 700 });
  const flow = async () => {
    const { energy, components } = await server.ask('site/overview', { sid }, { token });
    return { ...energy, components };
  };
  expect((await flow()).components).toEqual(['PVPanel']);
  await makeSample(sql, { ...meter, at: '2026-06-15T09:59:30Z', quantities: { gridPowerW: -150.04 } });
  const quantities = { batteryPowerW: -200, batterySocPercent: 61.5 };
  await makeSample(sql, { ...battery, at: '2026-06-15T09:59:00Z', quantities });
  expect(await flow()).toEqual({
    PVPanel: {
      power: '700',
      powerUnit: 'W',
      direction: 1,
      show: true,
      rate: '70',
      showPower: true,
      ageS: 20,
      isOld: false,
    },
    home: { power: '350', powerUnit: 'W', direction: 2, show: true, rate: '', showPower: true, ageS: 60, isOld: false },
    grid: { power: '150', powerUnit: 'W', direction: 2, show: true, rate: '', showPower: true, ageS: 30, isOld: false },
    battery: {
      power: '200',
      powerUnit: 'W',
      direction: 2,
      show: true,
      rate: '61.5',
      showPower: true,
      ageS: 60,
      isOld: false,
    },
    gen: { power: '', powerUnit: 'W', direction: 0, show: false, rate: '', showPower: false, ageS: null, isOld: false },
    components: ['PVPanel', 'home', 'grid', 'battery'],
  });
  await makeSample(sql, { ...meter, at: '2026-06-15T09:59:50Z', quantities: { gridPowerW: 90 } });
  expect((await flow()).grid).toMatchObject({ power: '90', direction: 1 });
  clock.set('2026-06-15T10:30:00Z');
  const stale = await flow();
  expect([stale.home, stale.grid, stale.battery].map(({ show, showPower, power }) => [show, showPower, power])).toEqual(
    [0, 1, 2].map(() => [true, false, '']),
  );
});

test('values self-consumption and exported energy of a plant with a meter, in balance, periods, by day and over the fleet', async () => {
  clock.set('2026-06-15T10:00:00Z');
  const user = await makeUser(sql);
  const token = await server.signedIn(user.id);
  const sid = await makeSite(sql, { companyId: user.companyId, price: 0.3 });
  await sql`update site_prices set feed_in_price = 0.1 where sid = ${sid}`;
  await sql`insert into site_prices (sid, valid_from, price, feed_in_price) values (${sid}, '2026-06-15', 0.4, 0.08)`;
  const { sn } = await makeDevice(sql, { sid });
  const meter = await makeDevice(sql, { sid, product: 'Meter' });
  for (const day of ['2026-06-13', '2026-06-14', '2026-06-15']) await makeDay(sql, { sid, sn, day, energyWh: 10_000 });
  // 200 Wh an hour from the grid and 250 to it, from 14 June until noon of the 15th.
  await ingestReports(
    server.context,
    Array.from({ length: 37 }, (_, hour) => {
      const at = new Date(Date.parse('2026-06-14T00:00:00+02:00') + hour * 3_600_000);
      const quantities = { gridImportWh: 200 * hour, gridExportWh: 250 * hour };
      return readingOfRow({ gateway: 'GW', sn: meter.sn, at, quantities });
    }),
  );
  const { statisticsProduction: made, balance } = await server.ask('site/overview', { sid }, { token });
  expect(balance!.yesterday).toMatchObject({
    production: { energy: 10 },
    fromGrid: { energy: 4.8 },
    toGrid: { energy: 6 },
    home: { energy: 8.8, missing: [] },
    ownUse: { energy: 4 },
    autarchy: 0.455,
    measuredHome: { energy: null, missing: ['home'] },
    money: { saved: 1.2, earned: 0.6, importCost: 1.44, fixedCharge: null, byHour: null },
  });
  expect(balance!.today.money).toEqual({ saved: 2.8, earned: 0.24, importCost: 0.96, fixedCharge: null, byHour: null });
  expect(made).toMatchObject({ moneyBasis: 'measured', yesterdayMoney: '1.80', todayMoney: '3.04' });
  // The day before the meter was installed counts as before.
  expect(made.monthMoney).toBe((1.8 + 3.04 + 3).toFixed(2));
  const day = await server.ask('site/statistics/date', { sid, types: 1, date: '2026-06-14' }, { token });
  expect(day).toMatchObject({ economic: '1.80', consumption: '8.8', power: '10' });
  await foldAll(server.context);
  const fleet = await server.ask('overview/overview', {}, { token });
  expect(fleet.statisticsProduction).toMatchObject({
    todayMoney: made.todayMoney,
    monthMoney: made.monthMoney,
    totalMoney: made.totalMoney,
  });
});
