-- What a distributed database (docs/scale.md) would refuse: the transaction's number as a row's version, triggers on tables
-- with a site, locks over several plants in one select, and functions in SQL with parameters.

alter table device_live
  -- Moved by whoever changes the row or the device's days. It begins with the time, so that a row which is made again is
  -- never taken for the one before it.
  add column version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint;

-- The changing call says so instead (telemetry/registry.ts).
drop trigger devices_forget on devices;
drop trigger sites_forget on sites;
drop trigger products_forget on products;
drop function forget_all_serial_numbers;

-- Locks devices that are in their plants, in the order of their keys, so that two batches never wait for each other.
create function lock_devices(sids text[], sns text[]) returns table (sid text, sn text, version bigint) language sql as $$
  select l.sid, l.sn, l.version from (select unnest(sids) as sid, unnest(sns) as sn) k
  join device_live l on l.sid = k.sid and l.sn = k.sn
  join devices d on d.sid = k.sid and d.sn = k.sn and d.removed_at is null
  order by l.sid, l.sn for update of l
$$;

-- Locks plants in the order of their ids: after devices.
create function lock_sites(sids text[]) returns void language sql as $$
  select from site_live l where l.sid = any (sids) order by l.sid for update
$$;

-- As before, in a language whose parameters reach the nodes.
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
      p.price, s.today, date_trunc('month', s.today)::date as month, date_trunc('year', s.today)::date as year
    from site_prices p join seen s on s.sid = p.sid
  ), days as (
    select d.day, d.energy_wh, d.energy_wh / 1000 * p.price as money, p.today, p.month, p.year
    from prices p join site_days d on d.sid = p.sid and d.day >= p.valid_from and d.day < p.valid_until
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
