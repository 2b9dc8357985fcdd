-- Money where a meter tells what goes to the grid: own use at the price of a bought kWh, the rest at that of a sold one; on
-- other days as before. The same as server/src/energy/periods/energyOfPeriods.ts says of one plant.
create or replace function seen_energy(zones text[], todays date[], from_day date, to_day date)
returns table (
  today_wh float8, today_money float8, yesterday_wh float8, yesterday_money float8, month_wh float8, month_money float8,
  year_wh float8, year_money float8, total_wh float8, total_money float8
)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) = 'all';
  branch int := nullif(current_setting('heliograph.branch', true), '');
  user_id int := nullif(current_setting('heliograph.user_id', true), '');
begin
  return query
  with seen as materialized (
    select s.sid, z.today from sites s left join (select unnest(zones) as timezone, unnest(todays) as today) z on z.timezone = s.timezone
    where sees_all or branch = any (s.seen_by) or user_id = any (s.seen_by)
  ), prices as materialized (
    select p.sid, p.valid_from, lead(p.valid_from, 1, 'infinity'::date) over (partition by p.sid order by p.valid_from) as valid_until,
      p.worth, p.price, coalesce(p.feed_in_price, p.price) as sold, s.today,
      date_trunc('month', s.today)::date as month, date_trunc('year', s.today)::date as year
    from site_prices p join seen s on s.sid = p.sid
  ), given as (
    -- a meter at the grid wins over what an inverter measures there
    select f.sid, f.day, coalesce(max(f.energy_wh) filter (where f.by_meter), max(f.energy_wh)) as wh
    from site_flows f where f.flow = 'toGrid' and f.day >= from_day and f.day < to_day group by f.sid, f.day
  ), days as (
    select d.day, d.energy_wh, p.today, p.month, p.year,
      case when g.wh is null then d.energy_wh / 1000 * p.worth
        else greatest(0, d.energy_wh - g.wh) / 1000 * p.price + g.wh / 1000 * p.sold end as money
    from prices p join site_days d on d.sid = p.sid and d.day >= p.valid_from and d.day < p.valid_until
      left join given g on g.sid = d.sid and g.day = d.day
    where d.day >= from_day and d.day < to_day
  )
  select
    sum(energy_wh) filter (where day = today), sum(money) filter (where day = today),
    sum(energy_wh) filter (where day = today - 1), sum(money) filter (where day = today - 1),
    sum(energy_wh) filter (where day >= month), sum(money) filter (where day >= month),
    sum(energy_wh) filter (where day >= year), sum(money) filter (where day >= year),
    sum(energy_wh), sum(money)
  from days;
end $$;
