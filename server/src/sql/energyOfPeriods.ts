// Energy, money, source and covered daylight of periods of a site or of one of its devices.
import type { Transaction } from '../db/connect.ts';
import { askedByDayOfYear } from '../rules/askedDaylight.ts';
import type { PeriodEnergy } from '../wire/provenance.ts';
import type { Period } from './timeBuckets.ts';

/**
 * One row per period, in order; no value is null, not 0. The caller has found the site among the visible ones.
 * Money is energy times the price that was valid on each day; more light than a day has does not make up for another's gap.
 */
export async function energyOfPeriods(
  sql: Transaction,
  of: { sid: string; sn?: string; latitude: number },
  periods: readonly Period[],
): Promise<PeriodEnergy[]> {
  const days = of.sn === undefined ? sql`site_days` : sql`device_days`;
  const mine = of.sn === undefined ? sql`d.sid = ${of.sid}` : sql`d.sid = ${of.sid} and d.sn = ${of.sn}`;
  return await sql<PeriodEnergy[]>`
    with prices as (
      select valid_from, lead(valid_from, 1, 'infinity'::date) over (order by valid_from) as valid_until, worth
      from site_prices where sid = ${of.sid}
    )
    select p.from_day::text as "from", p.to_day::text as "to",
      sum(d.energy_wh) as energy_wh, sum(d.energy_wh / 1000 * prices.worth) as money,
      array_remove(array_agg(distinct d.source), null) as sources,
      coalesce(sum(least(d.covered_s, (${askedByDayOfYear(of.latitude)}::int[])[extract(doy from d.day)::int])), 0)::float8 as covered_s,
      (select min(day) from ${days} d where ${mine}) as first_day
    from unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[])
      with ordinality as p (from_day, to_day, n)
    left join ${days} d on ${mine} and d.day between p.from_day and p.to_day
    left join prices on d.day >= prices.valid_from and d.day < prices.valid_until
    group by p.n, p.from_day, p.to_day order by p.n`;
}
