// Energy, money, source and covered daylight of periods of a site or of one of its devices.
import type { Fragment, Transaction } from '../db/connect.ts';
import { askedAroundTheClock, askedByDayOfYear, askedSeconds, type Where } from '../rules/askedDaylight.ts';
import { dayStartMs, localDay } from '../rules/localDays.ts';
import type { PeriodEnergy } from '../wire/provenance.ts';
import type { Period } from './timeBuckets.ts';

/** The database takes any array for ten values: what it would plan for more of them it has to see. */
const FEW_PERIODS = 20;

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
  const first = periods.reduce((least, { from }) => (from < least ? from : least), '9999-12-31');
  const last = periods.reduce((most, { to }) => (to > most ? to : most), '0001-01-01');
  const [begins, ends] = [periods.map(({ from }) => from), periods.map(({ to }) => to)];
  const isMany = periods.length > FEW_PERIODS;
  // A day is looked up among the beginnings of bars that follow one another; else it is compared with each.
  const follow = isMany && begins.every((from, n) => n === 0 || from > ends[n - 1]!);
  const isOfPeriod = follow
    ? sql`width_bucket(d.day, ${begins}::date[]) = p.n and d.day <= p.to_day`
    : sql`d.day between p.from_day and p.to_day`;
  // A day is read, and its money made, once, however many of the periods it is in: today is of four.
  const asked = sql<PeriodEnergy[]>`
    with prices as (
      select valid_from, lead(valid_from, 1, 'infinity'::date) over (order by valid_from) as valid_until, worth,
        price, coalesce(feed_in_price, price) as sold
      from site_prices where sid = ${of.sid}
    ), given as (
      -- of the plant alone; a meter at the grid wins over what an inverter measures there
      select day, coalesce(max(energy_wh) filter (where by_meter), max(energy_wh)) as wh from site_flows
      where sid = ${of.sid} and day between ${first} and ${last} and flow = 'toGrid' and ${of.sn === undefined} group by day
    ), days as materialized (
      select d.day, d.energy_wh, d.source, given.wh is not null as is_measured, ${coveredOfDay(sql, of, at)}::float8 as covered_s,
        case when given.wh is null then d.energy_wh / 1000 * coalesce(h.worth, prices.worth)
          else greatest(0, d.energy_wh - given.wh) / 1000 * coalesce(h.own, prices.price)
            + given.wh / 1000 * coalesce(h.sold, prices.sold) end as money
      from ${days} d
      left join given on given.day = d.day
      left join site_day_prices h on h.sid = d.sid and h.day = d.day
      left join prices on d.day >= prices.valid_from and d.day < prices.valid_until
      where ${mine} and d.day between ${first} and ${last}
    )
    select p.from_day::text as "from", p.to_day::text as "to",
      sum(d.energy_wh) as energy_wh, sum(d.money) as money,
      coalesce(bool_or(d.is_measured), false) as is_measured,
      array_remove(array_agg(distinct d.source), null) as sources,
      coalesce(sum(d.covered_s), 0) as covered_s,
      (select min(day) from ${days} d where ${mine}) as first_day
    from unnest(${begins}::date[], ${ends}::date[])
      with ordinality as p (from_day, to_day, n)
    left join days d on ${isOfPeriod}
    group by p.n, p.from_day, p.to_day order by p.n`;
  return await (isMany ? asked.plannedEachTime() : asked);
}

/**
 * Seconds of a day's light that are covered. Of a meter at the modules, which tells by night, too, it is known how much of
 * the day it covers: as much of the light.
 */
function coveredOfDay(sql: Transaction, of: { sn?: string } & Where, at: Date): Fragment {
  const asked = sql`(${askedByDayOfYear(of.latitude)}::int[])[extract(doy from d.day)::int]`;
  if (of.sn !== undefined) return sql`least(d.covered_s, ${asked})`;
  const today = localDay(at.getTime(), of.timezone);
  const soFarS = (at.getTime() - dayStartMs(today, of.timezone)) / 1000;
  const askedTodayS = askedSeconds(today, today, of, today, at.getTime());
  return sql`
    case when d.devices > 0 then least(d.covered_s, ${asked})
      when d.day = ${today} then least(1, d.covered_s / ${askedAroundTheClock(soFarS)}::float8) * ${askedTodayS}::float8
      else least(1, d.covered_s / ${askedAroundTheClock(Number.POSITIVE_INFINITY)}::float8) * ${asked} end`;
}
