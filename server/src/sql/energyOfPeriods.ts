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
  const bucket = sql`width_bucket(d.day, ${begins}::date[])`;
  const ofPeriods = follow
    ? sql`select ${bucket} as n, d.* from days d where d.day <= (${ends}::date[])[${bucket}]`
    : sql`select p.n, d.* from periods p join days d on d.day between p.from_day and p.to_day`;
  const nothing = sql`null::float8`;
  // What is told of a day stands in three tables. They are laid together by day, not joined: planned for any plant, a join
  // would go through one of them for each row of the other. A day is read, and its money made, once for all its periods.
  const asked = sql<PeriodEnergy[]>`
    with periods as materialized (
      select p.* from unnest(${begins}::date[], ${ends}::date[]) with ordinality as p (from_day, to_day, n)
    ), prices as materialized (
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
    ), days as materialized (
      select d.day, d.energy_wh, d.source, d.covered_s, d.given_wh is not null as is_measured,
        case when d.given_wh is null then d.energy_wh / 1000 * coalesce(d.worth, prices.worth)
          else greatest(0, d.energy_wh - d.given_wh) / 1000 * coalesce(d.own, prices.price)
            + d.given_wh / 1000 * coalesce(d.sold, prices.sold) end as money
      from by_day d left join prices on d.day >= prices.valid_from and d.day < prices.valid_until
    ), sums as materialized (
      select n, sum(energy_wh) as energy_wh, sum(money) as money, bool_or(is_measured) as is_measured,
        array_remove(array_agg(distinct source), null) as sources, sum(covered_s) as covered_s
      from (${ofPeriods}) d group by n
    )
    select p.from_day::text as "from", p.to_day::text as "to", s.energy_wh, s.money,
      coalesce(s.is_measured, false) as is_measured, coalesce(s.sources, '{}') as sources, coalesce(s.covered_s, 0) as covered_s,
      (select min(day) from ${days} d where ${mine}) as first_day
    from periods p left join sums s on s.n = p.n order by p.n`;
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
