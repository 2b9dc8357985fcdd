-- Row policies and grants of the tables that came after 000005, in its form: settings and the row's own columns.

revoke all on device_sources from heliograph_call;
grant select on device_sources to heliograph_call;
grant select, insert, update, delete on site_jobs to heliograph_call;

do $$
declare
  everything constant text := $x$current_setting('heliograph.scope', true) = 'all'$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
  name text;
begin
  foreach name in array array['device_sources', 'site_jobs'] loop
    execute format('alter table %I enable row level security', name);
  end loop;
  foreach name in array array['device_sources', 'site_jobs'] loop
    execute format('create policy seen on %I for select to heliograph_call using (%s or %s)', name, everything, asked);
  end loop;
  execute format('create policy made on site_jobs for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on site_jobs for update to heliograph_call using (%s)', changing);
  execute format('create policy deleted on site_jobs for delete to heliograph_call using (%s)', changing);
end $$;

-- Days are cut in one place, and that is not the database: each zone's today is handed in.
drop function seen_energy(timestamptz, date, date);
create function seen_energy(zones text[], todays date[], from_day date, to_day date)
returns table (
  today_wh float8, today_money float8, yesterday_wh float8, yesterday_money float8, month_wh float8, month_money float8,
  year_wh float8, year_money float8, total_wh float8, total_money float8
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  with seen as materialized (
    select s.sid, z.today from sites s left join (select unnest(zones) as timezone, unnest(todays) as today) z on z.timezone = s.timezone
    where current_setting('heliograph.scope', true) = 'all'
      or nullif(current_setting('heliograph.branch', true), '')::int = any (s.seen_by)
      or nullif(current_setting('heliograph.user_id', true), '')::int = any (s.seen_by)
  ), prices as materialized (
    select sid, valid_from, lead(valid_from, 1, 'infinity'::date) over (partition by sid order by valid_from) as valid_until, price,
      today, date_trunc('month', today)::date as month, date_trunc('year', today)::date as year
    from site_prices join seen using (sid)
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
  from days
$$;
revoke all on function seen_energy(text[], date[], date, date) from public;
grant execute on function seen_energy(text[], date[], date, date) to heliograph_call;
