// Money with hourly prices: the same figure on every page, independent of the order of reports, and equal to that of a flat price if all hours cost the same.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { foldAll } from '../../../test/foldAll.ts';
import { readXlsx } from '../../../test/readXlsx.ts';
import { runs } from '../../../test/sampling.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { addDays, eachDay } from '../../platform/calendar/rules/localDays.ts';
import { reportSheets } from '../../reports/reportSheets.ts';
import { balanceLines } from '../../reports/reportTexts.ts';
import { importDayTotals } from '../days/importedDays.ts';

const { sql, ask, context, signedIn, clock } = await testServer();
const HOUR_MS = 3_600_000;
const FLAT = { validFrom: '2000-01-01', kind: 'flat' as const, price: 0.3, feedInPrice: 0.08 };
const NIGHT = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 22, toHour: 6, price: 0.2 };
const PEAK = { weekdays: [1, 2, 3, 4, 5], fromHour: 17, toHour: 20, price: 0.5, feedInPrice: 0.1 };
const byHour = (validFrom: string) => ({
  validFrom,
  kind: 'timeOfUse' as const,
  price: 0.3,
  feedInPrice: 0.08,
  periods: [NIGHT, PEAK],
});

interface Hour {
  produced: number;
  bought: number;
  sold: number;
}

async function installer() {
  const companyId = await makeCompany(sql);
  const { id } = await makeUser(sql, { companyId });
  return { companyId, token: await signedIn(id) };
}
type Installer = Awaited<ReturnType<typeof installer>>;

const setUp = async ({ token }: Installer, sid: string, list: object[]) => {
  await ask('site/prices/setUp', { sid, list, rewrite: true } as never, { token });
  await runSiteJobs(context);
};

/** Half-hourly counter readings of a hybrid inverter from an instant on. */
function readings(sn: string, fromMs: number, hours: readonly Hour[]) {
  let at = fromMs;
  let [produced, bought, sold] = [1e6, 1e6, 1e6];
  const rows = [];
  for (const hour of [...hours, { produced: 0, bought: 0, sold: 0 }]) {
    for (let half = 0; half < 2; half++) {
      const quantities = { counterWh: produced, gridImportWh: bought, gridExportWh: sold };
      rows.push(readingOfRow({ gateway: 'GW', sn, at: new Date(at), quantities }));
      at += HOUR_MS / 2;
      produced += hour.produced / 2;
      bought += hour.bought / 2;
      sold += hour.sold / 2;
    }
  }
  return rows;
}

async function hybrid({ companyId }: Installer) {
  const sid = await makeSite(sql, { companyId });
  return await makeDevice(sql, { sid, product: 'Hybrid inverter' });
}

/** Energies of a typical hour: production by day, export at noon, import otherwise. */
const typicalHour = (hour: number): Hour => {
  const isLight = hour % 24 >= 7 && hour % 24 < 20;
  const isNoon = hour % 24 === 12 || hour % 24 === 13;
  return { produced: isLight ? 500 : 0, bought: isLight ? 20 : 150 + hour, sold: isNoon ? 350 : 0 };
};

test('shows the same money on every page, by day, month, year and lifetime, of a plant and of the fleet', async () => {
  clock.set('2026-06-11T15:00:00Z');
  const who = await installer();
  const { token } = who;
  const { sid, sn } = await hybrid(who);
  const from = Date.parse('2026-05-30T00:00:00+02:00');
  await ingestReports(
    context,
    readings(
      sn,
      from,
      Array.from({ length: 12 * 24 + 15 }, (_, hour) => typicalHour(hour)),
    ),
  );
  await setUp(who, sid, [FLAT, byHour('2026-06-03')]);
  const site = await ask('site/overview', { sid }, { token });
  const production = site.statisticsProduction;
  const { balance } = site;
  const inMoney = (value: number | null) => (value ?? Number.NaN).toFixed(2);
  const days = await ask(
    'site/statistics/echarts',
    { sid, types: 3, rangeDate: '2026-05-30~2026-06-11', withMoney: true },
    { token },
  );
  const bar = (day: string) => days.money[days.xAxisIso.findIndex((iso) => iso.startsWith(day))]!;
  for (const [types, date, amount, of] of [
    [1, '2026-06-11', production.todayMoney, balance!.today],
    [1, '2026-06-10', production.yesterdayMoney, balance!.yesterday],
    [2, '2026-06-11', production.monthMoney, balance!.month],
    [3, '2026-06-11', production.yearMoney, balance!.year],
  ] as const) {
    const statistics = await ask('site/statistics/date', { sid, types, date }, { token });
    expect(statistics.economic).toBe(amount);
    expect(statistics.money).toEqual(of.money);
    expect(inMoney(of.money!.saved! + of.money!.earned!)).toBe(amount);
    if (types === 1) {
      expect(inMoney(bar(date).worth)).toBe(amount);
      expect(bar(date).importCost).toBe(of.money!.importCost);
    }
  }
  expect(bar('2026-06-10').worth).not.toBeCloseTo(bar('2026-06-06').worth!, 2);
  // Days add up to months, and months to years.
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0);
  const months = await ask(
    'site/statistics/echarts',
    { sid, types: 5, rangeDate: '2026-01-01~2026-06-11', withMoney: true },
    { token },
  );
  const years = await ask('site/statistics/echarts', { sid, types: 6, withMoney: true }, { token });
  for (const part of ['worth', 'importCost'] as const) {
    const all = sum(days.money.map((of) => of[part]));
    expect(sum(months.money.map((of) => of[part]))).toBeCloseTo(all, 3);
    expect(sum(years.money.map((of) => of[part]))).toBeCloseTo(all, 3);
  }
  // The fleet consists of this plant only.
  await foldAll(context);
  const fleet = await ask('overview/overview', {}, { token });
  expect(fleet.statisticsProduction).toMatchObject({
    todayMoney: production.todayMoney,
    monthMoney: production.monthMoney,
    totalMoney: production.totalMoney,
  });
  clock.set('2026-06-15T10:00:00Z');
});

test("gives devices without a meter their share of the plant's money", async () => {
  const who = await installer();
  const { token } = who;
  const sid = await makeSite(sql, { companyId: who.companyId });
  const [one, other] = [await makeDevice(sql, { sid }), await makeDevice(sql, { sid })];
  // One device produces in the morning, the other in the evening.
  const rows = [
    [one.sn, 7],
    [other.sn, 17],
  ] as const;
  for (const [sn, begins] of rows) {
    const counted = Array.from({ length: 25 }, (_, step) => {
      const at = new Date(Date.parse('2026-06-10T00:00:00+02:00') + begins * HOUR_MS + (step * HOUR_MS) / 12);
      return readingOfRow({ gateway: 'GW', sn, at, quantities: { powerW: 300, counterLifeWh: 5000 + step * 25 } });
    });
    await ingestReports(context, counted);
  }
  await setUp(who, sid, [FLAT, byHour('2026-06-01')]);
  const of = async (sn?: string) =>
    sn
      ? Number((await ask('device/statistics/date', { sid, sn, types: 1, date: '2026-06-10' }, { token })).economic)
      : Number((await ask('site/statistics/date', { sid, types: 1, date: '2026-06-10' }, { token })).economic);
  const plant = await of();
  expect((await of(one.sn)) + (await of(other.sn))).toBeCloseTo(plant, 1);
  const [day] = await sql<{ worth: number; hours: number[] }[]>`
    select p.worth, d.hours from site_day_prices p join site_days d on d.sid = p.sid and d.day = p.day
    where p.sid = ${sid} and p.day = '2026-06-10'`;
  const [early, late] = [day!.hours[7]! + day!.hours[8]!, day!.hours[17]! + day!.hours[18]!];
  expect(early).toBeGreaterThan(0);
  expect(late).toBeGreaterThan(0);
  expect(day!.worth).toBeCloseTo((early * 0.3 + late * 0.5) / (early + late), 6);
});

/** Stored hours and prices of a plant's days. */
const stored = async (sid: string) => [
  ...(await sql`select day, hours from site_days where sid = ${sid} order by day`),
  ...(await sql`select day, flow, by_meter, hours from site_flows where sid = ${sid} order by day, flow, by_meter`),
  ...(await sql`
    select day, bought, own, sold, worth, round(energy_wh::numeric, 3) as energy_wh, round(hours_wh::numeric, 3) as hours_wh
    from site_day_prices where sid = ${sid} order by day`),
];

test('stores hours and prices independent of the order of reports and of when the price was set', async () => {
  const who = await installer();
  // Across the change to daylight saving time.
  const from = Date.parse('2026-03-28T06:00:00+01:00');
  const hour = fc.record({
    produced: fc.integer({ min: 0, max: 3000 }),
    bought: fc.integer({ min: 0, max: 3000 }),
    sold: fc.integer({ min: 0, max: 3000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(hour, { minLength: 30, maxLength: 60 }),
      fc.infiniteStream(fc.nat({ max: 999 })),
      fc.boolean(),
      async (hours, order, setsLate) => {
        const [straight, shuffled] = [await hybrid(who), await hybrid(who)];
        const list = [FLAT, byHour('2026-03-28')];
        await setUp(who, straight.sid, list);
        await ingestReports(context, readings(straight.sn, from, hours));
        if (!setsLate) await setUp(who, shuffled.sid, list);
        const pieces = readings(shuffled.sn, from, hours)
          .map((reading) => ({ reading, at: order.next().value! }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ reading }) => reading);
        for (let piece = 0; piece < pieces.length; piece += 23)
          await ingestReports(context, pieces.slice(piece, piece + 23));
        if (setsLate) await setUp(who, shuffled.sid, list);
        expect(await stored(shuffled.sid)).toEqual(await stored(straight.sid));
      },
    ),
    { numRuns: runs(8) },
  );
});

test('gives the same money for a flat price and for equal hourly prices', async () => {
  const who = await installer();
  const hour = fc.record({
    produced: fc.integer({ min: 0, max: 3000 }),
    bought: fc.integer({ min: 0, max: 3000 }),
    sold: fc.integer({ min: 0, max: 3000 }),
  });
  clock.set('2026-06-12T10:00:00Z');
  await fc.assert(
    fc.asyncProperty(
      fc.array(hour, { minLength: 24, maxLength: 50 }),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 0, max: 90 }),
      async (hours, cents, soldCents) => {
        const { sid, sn } = await hybrid(who);
        await ingestReports(context, readings(sn, Date.parse('2026-06-10T00:00:00+02:00'), hours));
        const [price, feedInPrice] = [cents / 100, soldCents / 100];
        const money = async () => (await ask('site/statistics/date', { sid, types: 2 }, { token: who.token })).money!;
        await setUp(who, sid, [{ ...FLAT, price, feedInPrice }]);
        const flat = await money();
        const periods = [{ ...NIGHT, price, feedInPrice }];
        await setUp(who, sid, [{ ...byHour('2000-01-01'), price, feedInPrice, periods }]);
        const hourly = await money();
        expect(hourly.byHour).toBe(1);
        for (const part of ['saved', 'earned', 'importCost'] as const) expect(hourly[part]).toBeCloseTo(flat[part]!, 3);
      },
    ),
    { numRuns: runs(8) },
  );
  clock.set('2026-06-15T10:00:00Z');
});

test('values a day with unknown hours at its mean price and reports so, also after an outage', async () => {
  const who = await installer();
  const { token } = who;
  const { sid, sn } = await hybrid(who);
  const plain = (8 * 0.2 + 3 * 0.5 + 13 * 0.3) / 24;
  await setUp(who, sid, [FLAT, byHour('2026-06-01')]);
  await importDayTotals(context, [{ sn, day: '2026-06-08', energyWh: 10_000 }]);
  const day = async (date: string) => await ask('site/statistics/date', { sid, types: 1, date }, { token });
  // A Monday without a grid measurement.
  expect(await day('2026-06-08')).toMatchObject({
    economic: (10 * plain).toFixed(2),
    money: { saved: null, byHour: 0 },
  });
  const from = Date.parse('2026-06-10T00:00:00+02:00');
  const rows = readings(
    sn,
    from,
    Array.from({ length: 24 }, (_, hour) => typicalHour(hour)),
  );
  // No report from 6 to 21.
  await ingestReports(
    context,
    rows.filter((_, half) => half <= 12 || half >= 42),
  );
  const { money } = await day('2026-06-10');
  expect(money!.byHour).toBeGreaterThan(0);
  expect(money!.byHour).toBeLessThan(0.5);
  expect(money!.saved).toBeCloseTo((13 * 0.5 - 0.7) * plain, 3);
});

test('adds up the days of a period with different price versions', async () => {
  const who = await installer();
  const { token } = who;
  const { sid, sn } = await hybrid(who);
  const from = Date.parse('2026-06-01T00:00:00+02:00');
  await ingestReports(
    context,
    readings(
      sn,
      from,
      Array.from({ length: 9 * 24 }, (_, hour) => typicalHour(hour)),
    ),
  );
  await setUp(who, sid, [
    FLAT,
    byHour('2026-06-03'),
    { ...FLAT, validFrom: '2026-06-06', price: 0.4, fixedCharge: 30 },
  ]);
  const month = await ask('site/statistics/date', { sid, types: 2, date: '2026-06-09' }, { token });
  const parts = [];
  for (const date of eachDay('2026-06-01', addDays('2026-06-01', 8)))
    parts.push((await ask('site/statistics/date', { sid, types: 1, date }, { token })).money!);
  for (const part of ['saved', 'earned', 'importCost'] as const)
    expect(parts.reduce((sum, money) => sum + money[part]!, 0)).toBeCloseTo(month.money![part]!, 2);
  // A thirtieth for each day from the 6th to today, the 15th.
  expect(month.money!.fixedCharge).toBeCloseTo(10, 4);
});

test('shows hours with negative prices, their export and its cost in the energy view, the report and its files', async () => {
  clock.set('2026-06-11T15:00:00Z');
  const who = await installer();
  const { token } = who;
  const { sid, sn } = await hybrid(who);
  const from = Date.parse('2026-06-08T00:00:00+02:00');
  const hours = Array.from({ length: 3 * 24 + 17 }, (_, hour) => typicalHour(hour));
  await ingestReports(context, readings(sn, from, hours));
  const noon = { weekdays: [1, 2, 3, 4, 5], fromHour: 12, toHour: 14, price: 0.3, feedInPrice: -0.1 };
  const negative = { ...byHour('2026-06-09'), periods: [NIGHT, PEAK, noon] };
  await setUp(who, sid, [FLAT, negative]);
  const statistics = async (body: object) => await ask('site/statistics/date', { sid, types: 1, ...body }, { token });
  // Monday had a flat price; Tuesday to Thursday had two such hours each, with 350 Wh exported in each.
  expect((await statistics({ date: '2026-06-08' })).negativePrices).toBeNull();
  expect((await statistics({ date: '2026-06-09' })).negativePrices).toEqual({
    hours: 2,
    energy: 0.7,
    money: -0.07,
    byHour: 1,
  });
  const day = await statistics({ date: '2026-06-09' });
  expect(day.money!.earned).toBeCloseTo(-0.07, 4);
  expect((await statistics({ types: 2, date: '2026-06' })).negativePrices).toEqual({
    hours: 6,
    energy: 2.1,
    money: -0.21,
    byHour: 1,
  });
  // Half of the second hour has passed.
  clock.set('2026-06-11T11:30:00Z');
  expect((await statistics({ date: '2026-06-11' })).negativePrices!.hours).toBe(1.5);
  clock.set('2026-06-11T15:00:00Z');

  const request = { sid, from: '2026-06-08', to: '2026-06-11' };
  const report = await ask('site/report', request, { token });
  expect(report.negativePrices).toEqual({ hours: 6, energy: 2.1, money: -0.21, byHour: 1 });
  const visible = { money: true, benefits: true };
  const lines = (lang: 'en' | 'de', of = visible) =>
    balanceLines({ ...report, currency: 'EUR' }, lang, of).map((line) => line.join(': '));
  expect(lines('en')).toContain('Hours with negative prices: 6 h, 2.10 kWh exported, -€0.21');
  expect(lines('de').join()).toContain('Stunden mit negativen Preisen: 6 h, 2,10 kWh eingespeist, -0,21');
  expect(lines('en', { ...visible, money: false }).join()).not.toContain('negative');
  const { home } = report.balance!;
  const reversed = { ...report, currency: 'EUR', balance: { ...report.balance!, home: { ...home, energy: -60 } } };
  expect(balanceLines(reversed, 'de', visible).join()).toContain('zählt verkehrt herum');
  expect(lines('de').join()).not.toContain('zählt verkehrt herum');
  const bytes: Uint8Array[] = [];
  for await (const piece of reportSheets([{ ...report, currency: 'EUR' }], { language: 'en', rights: visible }))
    bytes.push(piece);
  const [heads, values] = readXlsx(Buffer.concat(bytes)).sheets[0]!.rows;
  const cell = (head: string) => values![heads!.indexOf(head)];
  expect(
    ['Hours with negative prices, h', 'Hours with negative prices, kWh', 'Hours with negative prices'].map(cell),
  ).toEqual([...[6, 2.1, -0.21]]);
});

test('reports such hours without energy for a plant without a meter, and null for a plant without such hours', async () => {
  clock.set('2026-06-11T15:00:00Z');
  const who = await installer();
  const { token } = who;
  const { sid, sn } = await hybrid(who);
  await importDayTotals(context, [{ sn, day: '2026-06-09', energyWh: 10_000 }]);
  await setUp(who, sid, [FLAT, byHour('2026-06-03')]);
  const month = async () =>
    (await ask('site/statistics/date', { sid, types: 2, date: '2026-06' }, { token })).negativePrices;
  expect(await month()).toBeNull();
  await setUp(who, sid, [FLAT, { ...byHour('2026-06-03'), periods: [{ ...NIGHT, feedInPrice: -0.01 }, PEAK] }]);
  // Since the first day: 9 and 10 June from 22 to 6, and the morning of the 11th.
  expect(await month()).toEqual({ hours: 22, energy: null, money: null, byHour: null });
});
