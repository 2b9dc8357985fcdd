-- Prices by weekday and hour, fixed charges, and energy by hour where such a price needs it.
alter table site_prices
  add column kind text not null default 'flat' check (kind in ('flat', 'timeOfUse')),
  -- as they were given: [{"weekdays": [1], "fromHour": 22, "toHour": 6, "price": 0.2, "feedInPrice": null}]
  add column periods json not null default '[]',
  -- of a time of use: the price of the rest as it was given; null: there is no rest
  add column rest_price double precision,
  -- of a time of use: 168, from Monday's first hour on; `price` is then their mean over the week
  add column hour_prices double precision[] check (cardinality(hour_prices) = 168),
  add column hour_feed_prices double precision[] check (cardinality(hour_feed_prices) = 168),
  add column fixed_charge double precision check (fixed_charge >= 0),
  add column fixed_per text not null default 'month' check (fixed_per in ('day', 'month')),
  add constraint site_prices_hours check ((kind = 'timeOfUse') = (hour_prices is not null) and (kind = 'timeOfUse') = (hour_feed_prices is not null));

-- From which day on its devices' energy is wanted by hour; null: no price depends on the hour.
alter table sites add column hours_from date;
-- From which day on this device's days have hours: they are folded so (KnownDevice.fold).
alter table device_live add column hours_from date;

-- Microwatt-hours by the hour of the plant's clock, 24; an hour that the clock shows twice is one, one that it skips is 0.
-- What of energy_wh is in none of them was counted over an outage: its hours are not known. Null: not kept.
alter table device_days add column hours bigint[];
alter table device_flows add column hours bigint[];
alter table site_days add column hours bigint[];
alter table site_flows add column hours bigint[];

create function add_hours(one bigint[], other bigint[]) returns bigint[]
language plpgsql immutable parallel safe as $$
begin
  if one is null then return other; end if;
  if other is null then return one; end if;
  return array(select coalesce(x, 0) + coalesce(y, 0) from unnest(one, other) with ordinality as t (x, y, n) order by n);
end $$;
create aggregate sum_hours (bigint[]) (sfunc = add_hours, stype = bigint[], combinefunc = add_hours, parallel = safe);

-- What is left of production when what went to the grid in the same hour is taken away.
create function own_hours(production bigint[], given bigint[]) returns bigint[]
language plpgsql immutable parallel safe as $$
begin
  if production is null or given is null then return null; end if;
  return array(select greatest(0, coalesce(x, 0) - coalesce(y, 0)) from unnest(production, given) with ordinality as t (x, y, n) order by n);
end $$;

-- The mean of a day's prices, each hour as much as was measured in it; null: nothing was. `prices` of the whole week.
create function hours_mean(hours bigint[], prices double precision[], weekday int) returns double precision
language plpgsql immutable parallel safe as $$
declare
  energy double precision := 0;
  worth double precision := 0;
begin
  if hours is null then return null; end if;
  for hour in 1 .. 24 loop
    if hours[hour] > 0 then
      energy := energy + hours[hour];
      worth := worth + hours[hour] * prices[(weekday - 1) * 24 + hour];
    end if;
  end loop;
  return case when energy > 0 then worth / energy end;
end $$;

-- The plain mean of a day's prices, each hour of the clock once: where no hours are known.
create function day_mean(prices double precision[], weekday int) returns double precision
language sql immutable parallel safe as $$
  select avg(price) from unnest(prices[(weekday - 1) * 24 + 1 : weekday * 24]) price
$$;

-- What a kWh of each day costs and brings in a plant with a time of use, from its hours and prices, kept in the transaction
-- that changes either (sql/dayPrices.ts). Days of a flat price have no row: their version says it.
create table site_day_prices (
  sid text not null,
  day date not null,
  -- of a kWh from the grid, of one of own use, of one to the grid
  bought double precision not null,
  own double precision not null,
  sold double precision not null,
  -- of a kWh that the plant makes, where no meter tells what of it went to the grid (site_prices.worth)
  worth double precision not null,
  -- Wh of production, from the grid and to it, and how much of them has its hour
  energy_wh double precision not null,
  hours_wh double precision not null,
  primary key (sid, day)
) with (fillfactor = 80);

grant delete on site_prices to heliograph_call;
grant select, insert, update, delete on site_day_prices to heliograph_call;

do $$
declare
  everything constant text := $x$current_setting('heliograph.scope', true) = 'all'$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  execute format('create policy deleted on site_prices for delete to heliograph_call using (%s)', changing);
  alter table site_day_prices enable row level security;
  execute format('create policy seen on site_day_prices for select to heliograph_call using (%s or %s)', everything, asked);
  execute format('create policy made on site_day_prices for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on site_day_prices for update to heliograph_call using (%s)', changing);
  execute format('create policy deleted on site_day_prices for delete to heliograph_call using (%s)', changing);
end $$;

-- From which day to which a device told of a flow: looked up for every device of a plant with each of its balances.
create table device_flow_spans (
  sid text not null,
  sn text not null,
  flow text not null,
  first_day date not null,
  last_day date not null,
  primary key (sid, sn, flow)
) with (fillfactor = 80);
insert into device_flow_spans (sid, sn, flow, first_day, last_day)
select sid, sn, flow, min(day), max(day) from device_flows group by sid, sn, flow;
grant select on device_flow_spans to heliograph_call;
alter table device_flow_spans enable row level security;
create policy seen on device_flow_spans for select to heliograph_call
  using (current_setting('heliograph.scope', true) = 'all' or sid = current_setting('heliograph.site', true));

-- As before, with the prices of days on which they depend on the hour.
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
      case when g.wh is null then d.energy_wh / 1000 * coalesce(h.worth, p.worth)
        else greatest(0, d.energy_wh - g.wh) / 1000 * coalesce(h.own, p.price) + g.wh / 1000 * coalesce(h.sold, p.sold) end as money
    from prices p join site_days d on d.sid = p.sid and d.day >= p.valid_from and d.day < p.valid_until
      left join given g on g.sid = d.sid and g.day = d.day
      left join site_day_prices h on h.sid = d.sid and h.day = d.day
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
