// overview/overview: energy, benefits and counts over all the plants a session may see.
import type { Handler } from '../../http/handler.ts';
import { benefitsOf } from '../../rules/benefits.ts';
import { FRESH_S } from '../../rules/freshness.ts';
import { productionOf } from '../../rules/production.ts';
import { siteDay } from '../../sql/timeBuckets.ts';
import { visibleSites } from '../../sql/visibleSites.ts';

/** Each plant's own day, month and year; years are summed by plant and price, so that money needs no row per day in memory. */
export const overviewOverview: Handler<'overview/overview'> = async (_request, { sql, session, at }) => {
  const [[energy], [counts]] = await Promise.all([
    sql<Energy[]>`
      with seen as materialized (
        select s.sid, s.currency, ${siteDay(sql, at)} as today from sites s where ${visibleSites(sql, session)}
      ), days as (
        select seen.sid, d.day, d.energy_wh, d.energy_wh / 1000 * p.price as money,
          d.day = today as is_today, d.day = today - 1 as is_yesterday,
          d.day >= date_trunc('month', today)::date as is_month, d.day >= date_trunc('year', today)::date as is_year
        from seen join site_days d using (sid)
        join lateral (
          select p.price from site_prices p where p.sid = d.sid and p.valid_from <= d.day order by p.valid_from desc limit 1
        ) p on true
      )
      select
        sum(energy_wh) filter (where is_today) as today_wh, sum(money) filter (where is_today) as today_money,
        sum(energy_wh) filter (where is_yesterday) as yesterday_wh, sum(money) filter (where is_yesterday) as yesterday_money,
        sum(energy_wh) filter (where is_month) as month_wh, sum(money) filter (where is_month) as month_money,
        sum(energy_wh) filter (where is_year) as year_wh, sum(money) filter (where is_year) as year_money,
        sum(energy_wh) as total_wh, sum(money) as total_money,
        (select array_agg(distinct currency) from seen) as currencies
      from days`,
    sql<Counts[]>`
      with seen as materialized (select s.sid from sites s where ${visibleSites(sql, session)})
      select (select count(*)::int from seen) as site_count, count(*)::int as device_count,
        count(*) filter (where p.kind = 'microinverter')::int as mr_count,
        count(*) filter (where p.kind = 'gateway')::int as gateway_count,
        sum(l.power_w) filter (where l.at >= ${at}::timestamptz - ${FRESH_S} * interval '1 second')::float8 as now_w
      from seen join devices d using (sid) join products p on p.id = d.product_id left join device_live l using (sid, sn)
      where d.removed_at is null`,
  ]);
  // Money of different currencies has no sum.
  const currency = energy?.currencies?.length === 1 ? energy.currencies[0]! : '';
  const figure = (name: 'today' | 'yesterday' | 'month' | 'year' | 'total') => ({
    energyWh: energy?.[`${name}Wh`] ?? null,
    money: currency === '' ? null : (energy?.[`${name}Money`] ?? null),
  });
  const { nowW, ...rest } = counts!;
  const figures = [figure('today'), figure('yesterday'), figure('month'), figure('year'), figure('total')] as const;
  return {
    statisticsProduction: productionOf(figures, nowW, currency),
    benefit: benefitsOf(figures[4].energyWh),
    ...rest,
  };
};

type Energy = Record<`${'today' | 'yesterday' | 'month' | 'year' | 'total'}${'Wh' | 'Money'}`, number | null> & {
  currencies: string[] | null;
};

interface Counts {
  siteCount: number;
  deviceCount: number;
  mrCount: number;
  gatewayCount: number;
  nowW: number | null;
}
