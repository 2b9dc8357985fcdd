-- Alerts of one branch among those that somebody sees.
drop function seen_events(text[], text[], text, date, date, int, int, int);
-- `of_company`: of this company and all below it; null: of all that are seen.
create function seen_events(states text[], codes text[], words text, from_day date, until_day date, of_company int, count_at_most int, page_size int, skip int)
returns table (
  sid text, sn text, code text, opened_at timestamptz, closed_at timestamptz, detail jsonb, acknowledged_at timestamptz,
  acknowledged_by int, note text, total bigint
)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) = 'all';
  branch int := nullif(current_setting('heliograph.branch', true), '');
  user_id int := nullif(current_setting('heliograph.user_id', true), '');
begin
  -- What goes on is few, and has an index of its own.
  if not 'closed' = any (states) then
    return query
    with seen as materialized (
      select s.sid, s.timezone, s.name from sites s
      where (sees_all or branch = any (s.seen_by) or user_id = any (s.seen_by))
        and (of_company is null or -of_company = any (s.seen_by))
    ), found as materialized (
      select e.* from events e join seen s on s.sid = e.sid
      where e.closed_at is null
        and case when e.acknowledged_at is null then 'open' else 'acknowledged' end = any (states)
        and (codes is null or e.code = any (codes)) and (words = '' or s.name ilike words or e.sn ilike words)
        and (from_day is null or (e.opened_at at time zone s.timezone)::date >= from_day)
        and (until_day is null or (e.opened_at at time zone s.timezone)::date <= until_day)
      order by e.opened_at desc limit count_at_most
    )
    select f.sid, f.sn, f.code, f.opened_at, f.closed_at, f.detail, f.acknowledged_at, f.acknowledged_by, f.note, count(*) over ()
    from found f order by f.acknowledged_at is not null, f.opened_at desc, f.sid, f.sn, f.code limit page_size offset skip;
    return;
  end if;
  return query
  with seen as materialized (
    select s.sid, s.timezone, s.name from sites s
    where (sees_all or branch = any (s.seen_by) or user_id = any (s.seen_by))
      and (of_company is null or -of_company = any (s.seen_by))
  ), found as materialized (
    select e.* from events e join seen s on s.sid = e.sid
    where e.opened_at >= from_day - interval '1 day'
      and case when e.closed_at is not null then 'closed' when e.acknowledged_at is null then 'open' else 'acknowledged' end = any (states)
      and (codes is null or e.code = any (codes)) and (words = '' or s.name ilike words or e.sn ilike words)
      and (e.opened_at at time zone s.timezone)::date >= from_day
      and (until_day is null or (e.opened_at at time zone s.timezone)::date <= until_day)
    order by e.closed_at is not null, e.opened_at desc limit count_at_most
  )
  select f.sid, f.sn, f.code, f.opened_at, f.closed_at, f.detail, f.acknowledged_at, f.acknowledged_by, f.note, count(*) over ()
  from found f
  order by f.closed_at is not null, f.acknowledged_at is not null, f.opened_at desc, f.sid, f.sn, f.code limit page_size offset skip;
end $$;
revoke all on function seen_events(text[], text[], text, date, date, int, int, int, int) from public;
grant execute on function seen_events(text[], text[], text, date, date, int, int, int, int) to heliograph_call;
