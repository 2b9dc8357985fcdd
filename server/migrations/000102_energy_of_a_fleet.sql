-- What the plants of a branch made and what it was worth, beside their states: by currency, as money of several has no sum.
alter table fleet_states add column energy jsonb not null default '{}';

-- Days that are over everywhere are summed by a walk of their own, many plants at a time: `partial` is what it has so far, of days
-- before `until_day`; `kept` what a whole one found, of days before `kept_until`. Both by company, currency and zone.
alter table fleet_walks add column until_day date, add column partial jsonb not null default '{}',
  add column kept_until date, add column kept jsonb not null default '{}';
insert into fleet_walks (name) values ('past');
-- These are no viewer's: a call reads how far the walks are, and nothing else.
revoke select on fleet_walks from heliograph_call;
grant select (name, passed_at) on fleet_walks to heliograph_call;

-- Days from `from_day` to before `to_day` of these plants, of all without any. Of them `today`, `yesterday` and `month` are
-- reckoned by each plant's own calendar, `year` and `total` from `since_day` on. Wh, and money by the prices of each day.
create function energy_of_days(given text[], zones text[], todays date[], from_day date, to_day date, since_day date)
returns table (
  company_id int, currency text, timezone text, month_before_wh float8, today_money float8, yesterday_wh float8, yesterday_money float8,
  month_money float8, year_wh float8, year_money float8, total_money float8
)
language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  return query
  with meant as materialized (
    select s.sid, s.company_id, s.currency, s.timezone, z.today, date_trunc('month', z.today)::date as month, date_trunc('year', z.today)::date as year
    from sites s left join (select unnest(zones) as timezone, unnest(todays) as today) z on z.timezone = s.timezone
    where given is null or s.sid = any (given)
  ), prices as materialized (
    select p.sid, p.valid_from, lead(p.valid_from, 1, 'infinity'::date) over (partition by p.sid order by p.valid_from) as valid_until,
      p.worth, p.price, coalesce(p.feed_in_price, p.price) as sold, s.company_id, s.currency, s.timezone, s.today, s.month, s.year
    from site_prices p join meant s on s.sid = p.sid
  ), flows as (
    -- a meter at the grid wins over what an inverter measures there
    select f.sid, f.day, coalesce(max(f.energy_wh) filter (where f.by_meter), max(f.energy_wh)) as wh
    from site_flows f where f.flow = 'toGrid' and f.day >= from_day and f.day < to_day and (given is null or f.sid = any (given))
    group by f.sid, f.day
  ), days as (
    -- plants without a day, too: their currency counts
    select p.company_id, p.currency, p.timezone, d.day, d.energy_wh, p.today, p.month, p.year,
      case when g.wh is null then d.energy_wh / 1000 * coalesce(h.worth, p.worth)
        else greatest(0, d.energy_wh - g.wh) / 1000 * coalesce(h.own, p.price) + g.wh / 1000 * coalesce(h.sold, p.sold) end as money
    from prices p
      left join site_days d on d.sid = p.sid and d.day >= p.valid_from and d.day < p.valid_until and d.day >= from_day and d.day < to_day
      left join flows g on g.sid = d.sid and g.day = d.day
      left join site_day_prices h on h.sid = d.sid and h.day = d.day
  )
  select company_id, currency, timezone,
    sum(energy_wh) filter (where day >= month and day < today), sum(money) filter (where day = today),
    sum(energy_wh) filter (where day = today - 1), sum(money) filter (where day = today - 1),
    sum(money) filter (where day >= month),
    sum(energy_wh) filter (where day >= year and day >= since_day), sum(money) filter (where day >= year and day >= since_day),
    sum(money) filter (where day >= since_day)
  from days group by company_id, currency, timezone;
end $$;
revoke all on function energy_of_days from public;

-- The same of plants that the asking user owns, installed or is a guest of: their days are not to be read by a call that
-- names none of them. `sids`: those among them that are meant.
create function own_energy(sids text[], zones text[], todays date[])
returns table (
  currency text, today_money float8, yesterday_wh float8, yesterday_money float8, month_money float8,
  year_wh float8, year_money float8, total_money float8
)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  mine text[] := array(select o.sid from own_sites() o where o.sid = any (sids));
begin
  return query
  select e.currency, sum(e.today_money), sum(e.yesterday_wh), sum(e.yesterday_money), sum(e.month_money),
    sum(e.year_wh), sum(e.year_money), sum(e.total_money)
  from energy_of_days(mine, zones, todays, '1970-01-01', '9999-12-31', '1970-01-01') e group by e.currency;
end $$;
revoke all on function own_energy from public;
grant execute on function own_energy to heliograph_call;

-- Summed all days of all plants whenever somebody asked.
drop function seen_energy(text[], date[], date, date);
