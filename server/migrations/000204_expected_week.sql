-- Energy of the last days of many plants, and that under a clear sky, which takes too long to compute while a list is read.
alter table site_live
  -- last of seven finished days of the plant; null: not computed yet
  add column expected_until date,
  -- Wh of each of them, the oldest first; null: not known
  add column expected_wh double precision[];

-- Days of these plants, of those that the caller may see.
create function seen_days(sids text[], from_day date, to_day date)
returns table (sid text, day date, energy_wh double precision, covered_s double precision)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) = 'all';
  branch int := nullif(current_setting('heliograph.branch', true), '');
  user_id int := nullif(current_setting('heliograph.user_id', true), '');
begin
  return query
  select d.sid, d.day, d.energy_wh, d.covered_s from site_days d join sites s on s.sid = d.sid
  where d.sid = any (sids) and d.day between from_day and to_day
    and (sees_all or branch = any (s.seen_by) or user_id = any (s.seen_by));
end $$;
revoke all on function seen_days(text[], date, date) from public;
grant execute on function seen_days(text[], date, date) to heliograph_call;

-- First day on which a device of these plants measured what flows through a battery, of plants that the caller may see.
create function seen_battery_flows(sids text[])
returns table (sid text, sn text, first_day date)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) = 'all';
  branch int := nullif(current_setting('heliograph.branch', true), '');
  user_id int := nullif(current_setting('heliograph.user_id', true), '');
begin
  return query
  select f.sid, f.sn, min(f.first_day) from device_flow_spans f join sites s on s.sid = f.sid
  where f.sid = any (sids) and f.flow in ('charge', 'discharge')
    and (sees_all or branch = any (s.seen_by) or user_id = any (s.seen_by))
  group by f.sid, f.sn;
end $$;
revoke all on function seen_battery_flows(text[]) from public;
grant execute on function seen_battery_flows(text[]) to heliograph_call;
