// Energy, money, source and covered daylight of periods of a site or of one of its devices.

import { required } from '@heliograph/contract/required.ts';
import { addDays, type Day } from '../../platform/calendar/rules/localDays.ts';
import { mapPeriods, type Period, type PerPeriod } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Location } from '../rules/expectedDaylight.ts';
import type { PeriodEnergy } from './provenance.ts';
import { coveredOf, daysOf, daysText, parseDays, type StoredDay } from './storedDays.ts';

/** Of a period that has no end. */
const LAST_DAY = '9999-12-31';

/**
 * One row per period, in order; no value is null, not 0. The caller has found the site among the visible ones.
 * Money is by the prices that were valid on each day: where it is measured what goes to the grid, own use at the price of a
 * bought kWh and the rest at that of a sold one (energy/balance/balance.ts says the same of its parts), else energy times its worth;
 * where prices depend on the hour, at the day's means of energy/money/dayPrices.ts, of the plant's day for each of its devices; more light than a day has does not make up for another's gap.
 */
export async function energyOfPeriods<const Periods extends readonly Period[]>(
  sql: Transaction,
  of: { sid: string; sn?: string } & Location,
  periods: Periods,
  at: Date,
): Promise<PerPeriod<Periods, PeriodEnergy>> {
  return sumPeriods(await pricedDays(sql, of, periods), of, periods, at);
}

/** What is told of the days of periods, each read once. */
export interface PricedDays {
  days: StoredDay[];
  /** The first day that has energy at all, in the periods or before them. */
  firstDay: Day | null;
  /** Wh to the grid; of a plant alone. */
  given: ReadonlyMap<Day, number>;
  /** Means of days whose prices depend on the hour. */
  means: ReadonlyMap<Day, Price>;
  /** In the order of their days. */
  versions: readonly (Price & { validFrom: Day })[];
}

interface Price {
  worth: number;
  own: number;
  sold: number;
}

/** `withPeaks`: of a site, with the highest power of each day. */
export async function pricedDays(
  sql: Transaction,
  of: { sid: string; sn?: string },
  periods: readonly Period[],
  withPeaks = false,
): Promise<PricedDays> {
  const { table, mine } = daysOf(sql, of);
  const { sid } = of;
  const first = periods.reduce((least, { from }) => (from < least ? from : least), LAST_DAY);
  const last = periods.reduce((most, { to }) => (to > most ? to : most), '0001-01-01');
  // In one statement that reads each table once; what they tell is put together here: joined by day, planned for any plant, one of
  // them would be gone through for each row of another.
  const told = await sql<{ what: keyof Omit<PricedDays, 'firstDay'> | 'first'; told: string | null }[]>`
    select 'days' as what, ${daysText(sql, of, withPeaks)} as told from ${table} d
    where ${mine} and d.day between ${first} and ${last}
    union all
    select 'first', min(d.day)::text from ${table} d where ${mine}
    union all
    -- of the plant alone
    select 'given', string_agg(concat_ws(' ', day, by_meter, energy_wh), ',') from site_flows
    where sid = ${sid} and day between ${first} and ${last} and flow = 'toGrid' and ${of.sn === undefined}
    union all
    select 'means', string_agg(concat_ws(' ', day, worth, own, sold), ',') from site_day_prices
    where sid = ${sid} and day between ${first} and ${last}
    union all
    select 'versions', string_agg(concat_ws(' ', valid_from, worth, price, coalesce(feed_in_price, price)), ',')
    from site_prices where sid = ${sid}`;
  const text = new Map(told.map((row) => [row.what, row.told]));
  const rowsOf = (what: keyof Omit<PricedDays, 'firstDay'>): { day: Day; values: string[] }[] =>
    (text.get(what)?.split(',') ?? []).map((row) => {
      const [day = '', ...values] = row.split(' ');
      return { day, values };
    });
  const priced = rowsOf('means').map(({ day, values }) => [day, priceOf(values)] as const);
  const versions = rowsOf('versions').map(({ day, values }) => ({ validFrom: day, ...priceOf(values) }));
  return {
    days: parseDays(text.get('days')),
    firstDay: text.get('first') ?? null,
    // A meter at the grid wins over what an inverter measures there.
    given: new Map(
      rowsOf('given')
        .toSorted(({ values: [one] }, { values: [other] }) => Number(one === 't') - Number(other === 't'))
        .map(({ day, values: [, wh] }) => [day, Number(wh)]),
    ),
    means: new Map(priced),
    versions: versions.sort((one, other) => (one.validFrom < other.validFrom ? -1 : 1)),
  };
}

const priceOf = ([worth, own, sold]: readonly string[]): Price => ({
  worth: Number(worth),
  own: Number(own),
  sold: Number(sold),
});

interface Sum {
  energyWh: number;
  coveredS: number;
  money: number | null;
  isMeasured: boolean;
  least: StoredDay['source'];
  most: StoredDay['source'];
}

/** Each day is summed once, into the stretch of days it lies in, and each period from its stretches. */
export function sumPeriods<const Periods extends readonly Period[]>(
  { days, firstDay, given, means, versions }: PricedDays,
  place: Location,
  periods: Periods,
  at: Date,
): PerPeriod<Periods, PeriodEnergy> {
  const covered = coveredOf(place, at);
  const { begins, parts } = cut(periods);
  const stretches: (Sum | undefined)[] = [];
  let stretch = 0;
  let version = 0;
  let latest: Price | undefined;
  for (const row of days) {
    const { day, energyWh, source } = row;
    for (let begin = begins[stretch]; begin !== undefined && begin <= day; begin = begins[stretch]) stretch++;
    for (let next = versions[version]; next !== undefined && next.validFrom <= day; next = versions[version]) {
      latest = next;
      version++;
    }
    // Most plants have none: then no text is looked up for each day.
    const givenWh = given.size > 0 ? given.get(day) : undefined;
    const price = (means.size > 0 ? means.get(day) : undefined) ?? latest;
    const money = price === undefined ? null : moneyOf(energyWh, givenWh, price);
    const isMeasured = givenWh !== undefined;
    const coveredS = covered(row);
    stretches[stretch] = sumOf(stretches[stretch], {
      energyWh,
      coveredS,
      money,
      isMeasured,
      least: source,
      most: source,
    });
  }
  const sums: (Sum | undefined)[] = [];
  for (const part of parts) {
    const sum = stretches[part.stretch];
    if (sum) sums[part.n] = sumOf(sums[part.n], { ...sum });
  }
  return mapPeriods(periods, ({ from, to }, n) => {
    const sum = sums[n];
    if (!sum) return { from, to, firstDay, energyWh: null, money: null, isMeasured: false, sources: [], coveredS: 0 };
    const { energyWh, money, isMeasured, coveredS, least, most } = sum;
    return {
      from,
      to,
      firstDay,
      energyWh,
      money,
      isMeasured,
      coveredS,
      sources: least === most ? [least] : [least, most],
    };
  });
}

function moneyOf(energyWh: number, givenWh: number | undefined, { worth, own, sold }: Price): number {
  if (givenWh === undefined) return (energyWh / 1000) * worth;
  return (Math.max(0, energyWh - givenWh) / 1000) * own + (givenWh / 1000) * sold;
}

/** Adds to the first, or begins with the second. */
function sumOf(sum: Sum | undefined, more: Sum): Sum {
  if (!sum) return more;
  sum.energyWh += more.energyWh;
  sum.coveredS += more.coveredS;
  if (more.money !== null) sum.money = (sum.money ?? 0) + more.money;
  sum.isMeasured ||= more.isMeasured;
  if (more.least < sum.least) sum.least = more.least;
  if (more.most > sum.most) sum.most = more.most;
  return sum;
}

/**
 * The stretches of days between any two places where a period begins or ends, by their first days and numbered from 1, and which
 * of them each period is made of: 0, that no day is in, where it has none.
 */
function cut(periods: readonly Period[]): { begins: Day[]; parts: { n: number; stretch: number }[] } {
  const spans = periods.map(({ from, to }) => ({ from, after: to === LAST_DAY ? null : addDays(to, 1) }));
  const begins = [...new Set(spans.flatMap(({ from, after }) => (after === null ? [from] : [from, after])))].sort();
  const numbers = new Map(begins.map((day, place) => [day, place + 1]));
  const numberOf = (day: Day | null): number =>
    day === null ? begins.length + 1 : required(numbers.get(day), 'the stretch of a day');
  const parts = spans.flatMap(({ from, after }, n) => {
    const own = numberOf(from);
    const next = numberOf(after);
    return next <= own ? [] : Array.from({ length: next - own }, (_, k) => ({ n, stretch: own + k }));
  });
  return { begins, parts };
}
