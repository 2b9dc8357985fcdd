// Computes energy, money, source and covered daylight of periods of a site or of one of its devices.

import { required } from '@heliograph/contract/required.ts';
import { addDays, type Day } from '../../platform/calendar/rules/localDays.ts';
import { mapPeriods, type Period, type PerPeriod } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { wholeWh } from '../../platform/texts/numbers.ts';
import type { Location } from '../rules/expectedDaylight.ts';
import type { PeriodEnergy } from './provenance.ts';
import { belongingText, coveredOf, daysOf, daysText, isKnownOf, parseDays, type StoredDay } from './storedDays.ts';

/** Last day of an open-ended period. */
const LAST_DAY = '9999-12-31';

/**
 * Returns one row per period, in order; no value is null, not 0. The caller has checked access to the site.
 * Money uses the prices valid on each day. Where export is measured, own use counts at the price of a bought kWh and
 * export at that of a sold one, as in energy/balance/balance.ts; otherwise energy counts at the value of a produced kWh.
 * Hourly prices count at the day's means of energy/money/dayPrices.ts, those of the plant also for its devices.
 * Coverage of a day is limited to its daylight, so that it does not compensate for a gap of another day.
 */
export async function energyOfPeriods<const Periods extends readonly Period[]>(
  sql: Transaction,
  of: { sid: string; sn?: string } & Location,
  periods: Periods,
  at: Date,
): Promise<PerPeriod<Periods, PeriodEnergy>> {
  return sumPeriods(await pricedDays(sql, of, periods), of, periods, at);
}

/** Stored data of the days of periods, each read once. */
export interface DayData {
  days: StoredDay[];
  /** First day with energy, in the periods or before them. */
  firstDay: Day | null;
  /** Wh exported to the grid by day; only for a plant. */
  exported: ReadonlyMap<Day, number>;
  /** Mean prices of days with hourly prices. */
  means: ReadonlyMap<Day, Price>;
  /** Price versions in the order of their days. */
  versions: readonly (Price & { validFrom: Day })[];
}

interface Price {
  worth: number;
  own: number;
  sold: number;
}

/** Reads the days of periods. `withPeaks`: with the highest power of each day, for a site. */
export async function pricedDays(
  sql: Transaction,
  of: { sid: string; sn?: string; timezone: string },
  periods: readonly Period[],
  withPeaks = false,
): Promise<DayData> {
  const { table, mine: condition } = daysOf(sql, of);
  const { sid } = of;
  const first = periods.reduce((min, { from }) => (from < min ? from : min), LAST_DAY);
  const last = periods.reduce((max, { to }) => (to > max ? to : max), '0001-01-01');
  // One statement reads each table once and the results are combined here: a join by day with a generic plan would scan
  // one table for each row of another.
  const parts = await sql<{ what: keyof Omit<DayData, 'firstDay'> | 'first' | 'belonging'; list: string | null }[]>`
    select 'days' as what, ${daysText(sql, of, withPeaks)} as list from ${table} d
    where ${condition} and d.day between ${first} and ${last}
    union all
    select 'belonging', ${belongingText(sql, of)}
    union all
    select 'first', min(d.day)::text from ${table} d where ${condition}
    union all
    -- only for the plant
    select 'exported', string_agg(concat_ws(' ', day, by_meter, energy_wh), ',') from site_flows
    where sid = ${sid} and day between ${first} and ${last} and flow = 'toGrid' and ${of.sn === undefined}
    union all
    select 'means', string_agg(concat_ws(' ', day, worth, own, sold), ',') from site_day_prices
    where sid = ${sid} and day between ${first} and ${last}
    union all
    select 'versions', string_agg(concat_ws(' ', valid_from, worth, price, coalesce(feed_in_price, price)), ',')
    from site_prices where sid = ${sid}`;
  const text = new Map(parts.map((row) => [row.what, row.list]));
  const rowsOf = (what: keyof Omit<DayData, 'firstDay'>): { day: Day; values: string[] }[] =>
    (text.get(what)?.split(',') ?? []).map((row) => {
      const [day = '', ...values] = row.split(' ');
      return { day, values };
    });
  const priced = rowsOf('means').map(({ day, values }) => [day, priceOf(values)] as const);
  const versions = rowsOf('versions').map(({ day, values }) => ({ validFrom: day, ...priceOf(values) }));
  return {
    days: parseDays(text.get('days'), text.get('belonging'), of.timezone),
    firstDay: text.get('first') ?? null,
    // A meter at the grid takes precedence over an inverter that measures there.
    exported: new Map(
      rowsOf('exported')
        .toSorted(({ values: [left] }, { values: [right] }) => Number(left === 't') - Number(right === 't'))
        .map(({ day, values: [, wh] }) => [day, wholeWh(Number(wh))]),
    ),
    means: new Map(priced),
    versions: versions.sort((left, right) => (left.validFrom < right.validFrom ? -1 : 1)),
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
  minSource: StoredDay['source'];
  maxSource: StoredDay['source'];
}

/**
 * Sums each day once into the interval of days that it lies in, and each period from its intervals. `isKnown`: other days are
 * left out.
 */
export function sumPeriods<const Periods extends readonly Period[]>(
  { days, firstDay, exported, means, versions }: DayData,
  location: Location,
  periods: Periods,
  at: Date,
  isKnown: (day: StoredDay) => boolean = isKnownOf(location, at),
): PerPeriod<Periods, PeriodEnergy> {
  const covered = coveredOf(location, at);
  const { begins, parts } = splitPeriods(periods);
  const intervals: (Sum | undefined)[] = [];
  let interval = 0;
  let version = 0;
  let latest: Price | undefined;
  for (const row of days) {
    if (!isKnown(row)) continue;
    const { day, energyWh, source } = row;
    for (let begin = begins[interval]; begin !== undefined && begin <= day; begin = begins[interval]) interval++;
    for (let next = versions[version]; next !== undefined && next.validFrom <= day; next = versions[version]) {
      latest = next;
      version++;
    }
    // Most plants have neither: then no lookup is needed for each day.
    const exportedWh = exported.size > 0 ? exported.get(day) : undefined;
    const price = (means.size > 0 ? means.get(day) : undefined) ?? latest;
    const money = price === undefined ? null : moneyOf(energyWh, exportedWh, price);
    const isMeasured = exportedWh !== undefined;
    const coveredS = covered(row);
    intervals[interval] = sumOf(intervals[interval], {
      energyWh,
      coveredS,
      money,
      isMeasured,
      minSource: source,
      maxSource: source,
    });
  }
  const sums: (Sum | undefined)[] = [];
  for (const part of parts) {
    const sum = intervals[part.interval];
    if (sum) sums[part.n] = sumOf(sums[part.n], { ...sum });
  }
  return mapPeriods(periods, ({ from, to }, n) => {
    const sum = sums[n];
    if (!sum) return { from, to, firstDay, energyWh: null, money: null, isMeasured: false, sources: [], coveredS: 0 };
    const { energyWh, money, isMeasured, coveredS, minSource, maxSource } = sum;
    return {
      from,
      to,
      firstDay,
      energyWh,
      money,
      isMeasured,
      coveredS,
      sources: minSource === maxSource ? [minSource] : [minSource, maxSource],
    };
  });
}

function moneyOf(energyWh: number, exportedWh: number | undefined, { worth, own, sold }: Price): number {
  if (exportedWh === undefined) return (energyWh / 1000) * worth;
  return (Math.max(0, energyWh - exportedWh) / 1000) * own + (exportedWh / 1000) * sold;
}

/** Adds to the sum, or starts with the addend. */
function sumOf(sum: Sum | undefined, addend: Sum): Sum {
  if (!sum) return addend;
  sum.energyWh += addend.energyWh;
  sum.coveredS += addend.coveredS;
  if (addend.money !== null) sum.money = (sum.money ?? 0) + addend.money;
  sum.isMeasured ||= addend.isMeasured;
  if (addend.minSource < sum.minSource) sum.minSource = addend.minSource;
  if (addend.maxSource > sum.maxSource) sum.maxSource = addend.maxSource;
  return sum;
}

/**
 * Splits the days at every beginning and end of a period. Returns the first days of the intervals, numbered from 1, and the
 * intervals of each period; interval 0, before the first of them, belongs to no period.
 */
function splitPeriods(periods: readonly Period[]): { begins: Day[]; parts: { n: number; interval: number }[] } {
  const spans = periods.map(({ from, to }) => ({ from, after: to === LAST_DAY ? null : addDays(to, 1) }));
  const begins = [...new Set(spans.flatMap(({ from, after }) => (after === null ? [from] : [from, after])))].sort();
  const numbers = new Map(begins.map((day, index) => [day, index + 1]));
  const numberOf = (day: Day | null): number =>
    day === null ? begins.length + 1 : required(numbers.get(day), 'the interval of a day');
  const parts = spans.flatMap(({ from, after }, n) => {
    const own = numberOf(from);
    const next = numberOf(after);
    return next <= own ? [] : Array.from({ length: next - own }, (_, offset) => ({ n, interval: own + offset }));
  });
  return { begins, parts };
}
