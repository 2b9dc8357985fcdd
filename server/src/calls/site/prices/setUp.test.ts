// site/prices/setUp: versions from a day on, prices by the hour, effects on past days, and errors.
import { priceWeek } from '@heliograph/contract/prices.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser, shareSite } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { importFlowDays } from '../../../energy/flows/importedFlowDays.ts';
import { readingOfRow } from '../../../families/rows.ts';
import { ingestReports } from '../../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../../jobs/siteJobs/runSiteJobs.ts';

const { sql, ask, call, context, signedIn, clock } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);

/** Off-peak from 22 to 6, peak from 17 to 20 on workdays, standard otherwise. */
const NIGHT = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 22, toHour: 6, price: 0.2 };
const PEAK = { weekdays: [1, 2, 3, 4, 5], fromHour: 17, toHour: 20, price: 0.5, feedInPrice: 0.1 };
const BY_HOUR = { kind: 'timeOfUse' as const, price: 0.3, feedInPrice: 0.08, periods: [NIGHT, PEAK] };
const FLAT = { validFrom: '2000-01-01', kind: 'flat' as const, price: 0.3 };

/** A hybrid that produces, imports and exports fixed amounts in each hour of the days from 10 June (a Wednesday) on. */
async function plant(perHour: (hour: number) => { made: number; bought: number; sold: number }, hours = 48) {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'Hybrid inverter' });
  let [made, bought, sold] = [1e6, 1e6, 1e6];
  const readings = [];
  for (let hour = 0; hour <= hours; hour++) {
    const at = new Date(Date.parse('2026-06-10T00:00:00+02:00') + hour * 3_600_000);
    const quantities = { counterWh: made, gridImportWh: bought, gridExportWh: sold };
    readings.push(readingOfRow({ gateway: 'GW', sn, at, quantities }));
    const next = perHour(hour % 24);
    made += next.made;
    bought += next.bought;
    sold += next.sold;
  }
  await ingestReports(context, readings);
  return { sid, sn };
}
/** 600 Wh an hour from 8 to 19, half of it exported at 12 and 13; 100 Wh an hour imported at other hours. */
const usual = (hour: number) => {
  const isLight = hour >= 8 && hour < 19;
  return { made: isLight ? 600 : 0, bought: isLight ? 0 : 100, sold: hour === 12 || hour === 13 ? 300 : 0 };
};
const setUp = (sid: string, list: object[], more: object = {}) =>
  ask('site/prices/setUp', { sid, list, ...more } as never, { token });
const moneyOfDay = async (sid: string) => (await ask('site/overview', { sid }, { token })).balance!.yesterday.money!;

test('values self-consumption, export and import at the price of each hour, the same today and after the job', async () => {
  clock.set('2026-06-11T09:00:00Z');
  const { sid } = await plant(usual, 30);
  const list = [FLAT, { validFrom: '2026-06-10', ...BY_HOUR }];
  expect(await call('site/prices/setUp', { sid, list }, { token })).toMatchObject({
    code: 1430,
    msg: expect.stringContaining('2026-06-10'),
  });
  await setUp(sid, list, { rewrite: true });
  // Until its hours are known, a day is valued at the mean price of its hours.
  const mean = (8 * 0.2 + 3 * 0.5 + 13 * 0.3) / 24;
  expect(await moneyOfDay(sid)).toMatchObject({ saved: expect.closeTo(6 * mean, 4), byHour: 0 });
  await runSiteJobs(context);
  // 11 hours of 600 Wh less 2 of 300: from 17 to 19 peak; exported at noon; imported from 0 to 6 and 22 to 24 off-peak, at 19 peak
  expect(await moneyOfDay(sid)).toEqual({
    saved: expect.closeTo(1.2 * 0.5 + 4.8 * 0.3, 4),
    earned: expect.closeTo(0.6 * 0.08, 4),
    importCost: expect.closeTo(0.8 * 0.2 + 0.1 * 0.5 + 0.4 * 0.3, 4),
    fixedCharge: null,
    byHour: 1,
  });
  clock.set('2026-06-15T10:00:00Z');
});

test('keeps the money of past days for a price from today on, also when set by the plant form', async () => {
  clock.set('2026-06-12T10:00:00Z');
  const { sid } = await plant(usual, 58);
  const moneyOf = async (day: string) =>
    (await ask('site/statistics/date', { sid, types: 1, date: day }, { token })).economic;
  const before = [await moneyOf('2026-06-10'), await moneyOf('2026-06-11')];
  const today = await moneyOf('2026-06-12');
  await setUp(sid, [FLAT, { validFrom: '2026-06-12', ...BY_HOUR, price: 3 }]);
  await runSiteJobs(context);
  expect([await moneyOf('2026-06-10'), await moneyOf('2026-06-11')]).toEqual(before);
  expect(Number(await moneyOf('2026-06-12'))).toBeCloseTo(10 * Number(today), 1);
  const yesterday = await moneyOfDay(sid);
  expect(yesterday).toMatchObject({ saved: expect.closeTo(6 * 0.3, 4), byHour: null });
  await ask('site/updateFast', { sid, electricityPrice: 0.99 }, { token });
  expect(await moneyOfDay(sid)).toEqual(yesterday);
  expect((await ask('site/prices', { sid }, { token })).list.map(({ validFrom, kind }) => [validFrom, kind])).toEqual([
    ['2000-01-01', 'flat'],
    ['2026-06-12', 'flat'],
  ]);
  clock.set('2026-06-15T10:00:00Z');
});

test('keeps days of imported flows without samples when hours are computed from the samples', async () => {
  const { sid, sn } = await plant(usual, 30);
  const old = { sn, flow: 'toGrid', day: '2025-06-10', energyWh: 4000, integratedWh: 0, spreadWh: 0 };
  await importFlowDays(context, [{ ...old, source: 'counted', coveredS: 86_400, hours: null }]);
  await setUp(sid, [FLAT, { validFrom: '2020-01-01', ...BY_HOUR }], { rewrite: true });
  await runSiteJobs(context);
  const days = await sql<{ day: string; wh: number; isByHour: boolean }[]>`
    select day, energy_wh as wh, hours is not null as is_by_hour from site_flows where sid = ${sid} and flow = 'toGrid' order by day`;
  expect([...days]).toEqual([
    { day: '2025-06-10', wh: 4000, isByHour: false },
    { day: '2026-06-10', wh: 600, isByHour: true },
    { day: '2026-06-11', wh: 0, isByHour: true },
  ]);
});

test('keeps a price by the hour when the plant form changes other values, and replaces it by a new import price', async () => {
  const { sid } = await plant(usual, 4);
  await setUp(sid, [FLAT, { validFrom: '2026-06-15', ...BY_HOUR, fixedCharge: 9 }]);
  const kinds = async () =>
    (await ask('site/prices', { sid }, { token })).list.map(({ validFrom, kind }) => `${validFrom} ${kind}`);
  await ask('site/updateFast', { sid, ownUseShare: 0.4, feedInPrice: 0.07 }, { token });
  expect(await kinds()).toEqual(['2000-01-01 flat', '2026-06-15 timeOfUse']);
  const detail = await ask('site/detail', { sid }, { token });
  expect(detail).toMatchObject({ priceKind: 'timeOfUse', ownUseShare: 0.4, feedInPrice: 0.07 });
  // As the form sends it, unchanged.
  await ask('site/updateFast', { sid, electricityPrice: detail.electricityPrice! }, { token });
  expect(await kinds()).toEqual(['2000-01-01 flat', '2026-06-15 timeOfUse']);
  await ask('site/updateFast', { sid, electricityPrice: 0.33 }, { token });
  expect(await kinds()).toEqual(['2000-01-01 flat', '2026-06-15 flat']);
  expect((await ask('site/prices', { sid }, { token })).list[1]).toMatchObject({ price: 0.33, fixedCharge: 9 });
});

test('adds fixed charges by day, or by month divided by its days, from the first figure on', async () => {
  clock.set('2026-06-11T20:00:00Z');
  const { sid } = await plant(usual, 40);
  await setUp(sid, [{ ...FLAT, fixedCharge: 15, fixedPer: 'month' }], { rewrite: true });
  const { balance } = await ask('site/overview', { sid }, { token });
  const { saved } = balance!.month.money!;
  expect(balance!.month.money).toMatchObject({ fixedCharge: expect.closeTo(1, 4) });
  expect(balance!.yesterday.money).toMatchObject({ fixedCharge: expect.closeTo(0.5, 4) });
  await setUp(sid, [{ ...FLAT, fixedCharge: 0.25, fixedPer: 'day' }], { rewrite: true });
  expect((await ask('site/overview', { sid }, { token })).balance!.year.money).toMatchObject({
    saved,
    fixedCharge: 0.5,
  });
  clock.set('2026-06-15T10:00:00Z');
});

test('continues a period over midnight into the next weekday, from Sunday to Monday', () => {
  const { hours } = priceWeek({
    price: 1,
    feedInPrice: null,
    periods: [{ ...NIGHT, weekdays: [7], feedInPrice: null }],
  });
  const cheap = hours.flatMap((hour, index) => (hour!.price === 0.2 ? [index] : []));
  expect(cheap).toEqual([0, 1, 2, 3, 4, 5, 166, 167]);
});

test.each([
  ['an hour with two prices', [{ validFrom: '2026-01-01', ...BY_HOUR, periods: [NIGHT, { ...PEAK, toHour: 23 }] }]],
  ['an hour without a price', [{ validFrom: '2026-01-01', ...BY_HOUR, price: null }]],
  ['no period', [{ validFrom: '2026-01-01', ...BY_HOUR, periods: [] }]],
  ['a period of no hour', [{ validFrom: '2026-01-01', ...BY_HOUR, periods: [{ ...NIGHT, fromHour: 6 }] }]],
  ['a flat price without one', [{ ...FLAT, price: null }]],
  ['two versions of one day', [FLAT, { ...FLAT, price: 0.4 }]],
  ['no version', []],
])('refuses invalid input: %s', async (_, list) => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  expect(await call('site/prices/setUp', { sid, list }, { token })).toMatchObject({ code: 400 });
});

test('refuses a stranger, changes by a read-only user, and replacement by a user who cannot see money', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const stranger = await signedIn((await makeUser(sql)).id);
  expect(await call('site/prices', { sid }, { token: stranger })).toMatchObject({ code: 1005 });
  expect(await call('site/prices/setUp', { sid, list: [FLAT] }, { token: stranger })).toMatchObject({ code: 1005 });
  const blind = await makeUser(sql, { companyId: user.companyId });
  await sql`insert into roles (code, name, scope) values ('blind', 'blind', 'branch')`;
  await sql`
    insert into role_menus (role_id, menu_id)
    select r.id, m.id from roles r, menus m where r.code = 'blind' and m.name <> 'SiteMoney'`;
  await sql`update memberships set role_id = (select id from roles where code = 'blind') where user_id = ${blind.id}`;
  const blindToken = await signedIn(blind.id);
  expect((await ask('site/prices', { sid }, { token: blindToken })).list).toEqual([]);
  expect(await call('site/prices/setUp', { sid, list: [FLAT] }, { token: blindToken })).toMatchObject({ status: 403 });
  const guest = await makeUser(sql);
  await shareSite(sql, sid, guest.id);
  const guestToken = await signedIn(guest.id);
  expect((await ask('site/prices', { sid }, { token: guestToken })).list).toHaveLength(1);
  expect(await call('site/prices/setUp', { sid, list: [FLAT] }, { token: guestToken })).toMatchObject({ code: 1301 });
});
