-- What the plants of a branch made this month before today, kept beside their states; today's is in these.
alter table fleet_states add column month_before_wh double precision;
insert into fleet_walks (name) values ('month');

-- Days come in their order, so that a month of all plants is read without the years before it.
create index site_days_by_day on site_days using brin (day);

-- The same of plants that the asking user owns, installed or is a guest of: their days are not to be read by a call that
-- names none of them. `sids`: those among them that are meant.
create function own_month(sids text[], zones text[], todays date[], from_day date, to_day date)
returns float8 language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (
    select sum(d.energy_wh)
    from own_sites() o join sites s on s.sid = o.sid
      join (select unnest(zones) as timezone, unnest(todays) as today) z on z.timezone = s.timezone
      join site_days d on d.sid = s.sid and d.day >= from_day and d.day <= to_day
        and d.day >= date_trunc('month', z.today)::date and d.day < z.today
    where s.sid = any (sids));
end $$;
revoke all on function own_month from public;
grant execute on function own_month to heliograph_call;
