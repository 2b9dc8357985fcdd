// Energy, money, source and covered daylight of periods of a site or of one of its devices.
import type { Fragment, Transaction } from '../db/connect.ts';
import { askedAroundTheClock, askedByDayOfYear, askedSeconds, type Where } from '../rules/askedDaylight.ts';
import { addDays, type Day, dayStartMs, localDay } from '../rules/localDays.ts';
import type { PeriodEnergy } from '../wire/provenance.ts';
import { plainArray } from './arrays.ts';
import type { Period } from './timeBuckets.ts';

/** The database takes any array for ten values: what it would plan for more of them it has to see. */
const FEW_PERIODS = 20;
/** Of a period that has no end. */
const LAST_DAY = '9999-12-31';

/**
 * One row per period, in order; no value is null, not 0. The caller has found the site among the visible ones.
 * Money is by the prices that were valid on each day: where it is measured what goes to the grid, own use at the price of a
 * bought kWh and the rest at that of a sold one (figures/balance.ts says the same of its parts), else energy times its worth;
 * where prices depend on the hour, at the day's means of sql/dayPrices.ts, of the plant's day for each of its devices; more light than a day has does not make up for another's gap.
 */
export async function energyOfPeriods(
  sql: Transaction,
  of: { sid: string; sn?: string } & Where,
  periods: readonly Period[],
  at: Date,
): Promise<PeriodEnergy[]> {
  const days = of.sn === undefined ? sql`site_days` : sql`device_days`;
  const mine = of.sn === undefined ? sql`d.sid = ${of.sid}` : sql`d.sid = ${of.sid} and d.sn = ${of.sn}`;
  const first = periods.reduce((least, { from }) => (from < least ? from : least), LAST_DAY);
  const last = periods.reduce((most, { to }) => (to > most ? to : most), '0001-01-01');
  const { begins, parts } = cut(periods);
  const nothing = sql`null::float8`;
  // What is told of a day stands in three tables. They are laid together by day, not joined: planned for any plant, a join
  // would go through one of them for each row of the other. A day is read, its money made, and summed once for all its periods.
  const asked = sql<Omit<PeriodEnergy, 'from' | 'to'>[]>`
    with prices as materialized (
      select valid_from, lead(valid_from, 1, 'infinity'::date) over (order by valid_from) as valid_until, worth,
        price, coalesce(feed_in_price, price) as sold
      from site_prices where sid = ${of.sid}
    ), told as (
      select d.day, d.energy_wh, d.source, ${coveredOfDay(sql, of, at)}::float8 as covered_s, ${nothing} as metered_wh,
        ${nothing} as given_wh, ${nothing} as worth, ${nothing} as own, ${nothing} as sold
      from ${days} d where ${mine} and d.day between ${first} and ${last}
      union all
      -- of the plant alone; a meter at the grid wins over what an inverter measures there
      select day, null, null, null, case when by_meter then energy_wh end, energy_wh, null, null, null
      from site_flows where sid = ${of.sid} and day between ${first} and ${last} and flow = 'toGrid' and ${of.sn === undefined}
      union all
      select day, null, null, null, null, null, worth, own, sold
      from site_day_prices where sid = ${of.sid} and day between ${first} and ${last}
    ), by_day as (
      select day, max(energy_wh) as energy_wh, max(source) as source, max(covered_s) as covered_s,
        coalesce(max(metered_wh), max(given_wh)) as given_wh, max(worth) as worth, max(own) as own, max(sold) as sold
      from told group by day having count(energy_wh) > 0
    ), stretches as (
      select width_bucket(d.day, ${begins}::date[]) as stretch, sum(d.energy_wh) as energy_wh, sum(d.covered_s) as covered_s,
        min(d.source) as source, max(d.source) as other_source, bool_or(d.given_wh is not null) as is_measured,
        sum(case when d.given_wh is null then d.energy_wh / 1000 * coalesce(d.worth, prices.worth)
          else greatest(0, d.energy_wh - d.given_wh) / 1000 * coalesce(d.own, prices.price)
            + d.given_wh / 1000 * coalesce(d.sold, prices.sold) end) as money
      from by_day d left join prices on d.day >= prices.valid_from and d.day < prices.valid_until group by 1
    )
    select sum(s.energy_wh) as energy_wh, sum(s.money) as money, coalesce(bool_or(s.is_measured), false) as is_measured,
      array_remove(array[min(s.source), nullif(max(s.other_source), min(s.source))], null) as sources, coalesce(sum(s.covered_s), 0) as covered_s,
      (select min(day) from ${days} d where ${mine}) as first_day
    from (select unnest(${parts.map(({ n }) => n)}::int[]) as n, unnest(${parts.map(({ stretch }) => stretch)}::int[]) as stretch) p
    left join stretches s on s.stretch = p.stretch group by p.n order by p.n`;
  const sums = await (periods.length > FEW_PERIODS ? asked.plannedEachTime() : asked);
  return sums.map((sum, n) => ({ from: periods[n]!.from, to: periods[n]!.to, ...sum }));
}

/**
 * The stretches of days between any two places where a period begins or ends, by their first days and numbered from 1, and which
 * of them each period is made of: 0, that no day is in, where it has none.
 */
function cut(periods: readonly Period[]): { begins: Day[]; parts: { n: number; stretch: number }[] } {
  const after = periods.map(({ to }) => (to === LAST_DAY ? null : addDays(to, 1)));
  const begins = [...new Set([...periods.map(({ from }) => from), ...after.filter((day) => day !== null)])].sort();
  const numberOf = new Map(begins.map((day, place) => [day, place + 1]));
  const parts = periods.flatMap(({ from }, n) => {
    const own = numberOf.get(from)!;
    const next = after[n] === null ? begins.length + 1 : numberOf.get(after[n]!)!;
    return next <= own ? [{ n, stretch: 0 }] : Array.from({ length: next - own }, (_, k) => ({ n, stretch: own + k }));
  });
  return { begins, parts };
}

/** Of a latitude's days, as text: to write three hundred numbers anew costs more than to be asked by a plant what it made in a year. */
const written = new WeakMap<readonly number[], string>();

/** Seconds of light that a day is asked for. */
export function askedOn(sql: Transaction, { latitude }: Pick<Where, 'latitude'>, day: Fragment): Fragment {
  const asked = askedByDayOfYear(latitude);
  const text = written.get(asked) ?? plainArray(asked);
  written.set(asked, text);
  // Of the array's type at once: as text it would be read again for each day.
  return sql`(${text}::int[])[date_part('doy', ${day})::int]`;
}

/**
 * Seconds of the light of a day `d` that are covered. Of a meter at the modules, which tells by night, too, it is known how much of
 * the day it covers: as much of the light.
 */
export function coveredOfDay(sql: Transaction, of: { sn?: string } & Where, at: Date): Fragment {
  const asked = askedOn(sql, of, sql`d.day`);
  if (of.sn !== undefined) return sql`least(d.covered_s, ${asked})`;
  const today = localDay(at.getTime(), of.timezone);
  const soFarS = (at.getTime() - dayStartMs(today, of.timezone)) / 1000;
  const askedTodayS = askedSeconds(today, today, of, today, at.getTime());
  return sql`
    case when d.devices > 0 then least(d.covered_s, ${asked})
      when d.day = ${today} then least(1, d.covered_s / ${askedAroundTheClock(soFarS)}::float8) * ${askedTodayS}::float8
      else least(1, d.covered_s / ${askedAroundTheClock(Number.POSITIVE_INFINITY)}::float8) * ${asked} end`;
}
