-- Alerts of all plants by days of each plant's own calendar as the process computes it: the database's table of zones is of
-- another year (server/src/platform/calendar/timeBuckets.ts).
drop function seen_events(text[], text[], text, date, date, int, int, int, int);
-- `begins`, `ends`: when the asked days begin and end in each of `zones`; empty: no such limit. `of_company`: of this company
-- and all below it; null: of all that are seen.
create function seen_events(
  states text[], codes text[], words text, zones text[], begins timestamptz[], ends timestamptz[], of_company int, count_at_most int,
  page_size int, skip int
)
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
  -- the first of these days begins nowhere before it
  earliest timestamptz := (select min(b) from unnest(begins) b);
begin
  -- What goes on is few, and has an index of its own.
  if not 'closed' = any (states) then
    return query
    with seen as materialized (
      select s.sid, s.name, z.begin_at, z.end_at from sites s
      left join (select unnest(zones) as timezone, unnest(begins) as begin_at, unnest(ends) as end_at) z on z.timezone = s.timezone
      where (sees_all or branch = any (s.seen_by) or user_id = any (s.seen_by))
        and (of_company is null or -of_company = any (s.seen_by))
    ), found as materialized (
      select e.* from events e join seen s on s.sid = e.sid
      where e.closed_at is null
        and case when e.acknowledged_at is null then 'open' else 'acknowledged' end = any (states)
        and (codes is null or e.code = any (codes)) and (words = '' or s.name ilike words or e.sn ilike words)
        and (s.begin_at is null or e.opened_at >= s.begin_at) and (s.end_at is null or e.opened_at < s.end_at)
      order by e.opened_at desc limit count_at_most
    )
    select f.sid, f.sn, f.code, f.opened_at, f.closed_at, f.detail, f.acknowledged_at, f.acknowledged_by, f.note, count(*) over ()
    from found f order by f.acknowledged_at is not null, f.opened_at desc, f.sid, f.sn, f.code limit page_size offset skip;
    return;
  end if;
  return query
  with seen as materialized (
    select s.sid, s.name, z.begin_at, z.end_at from sites s
    left join (select unnest(zones) as timezone, unnest(begins) as begin_at, unnest(ends) as end_at) z on z.timezone = s.timezone
    where (sees_all or branch = any (s.seen_by) or user_id = any (s.seen_by))
      and (of_company is null or -of_company = any (s.seen_by))
  ), found as materialized (
    select e.* from events e join seen s on s.sid = e.sid
    where e.opened_at >= earliest
      and case when e.closed_at is not null then 'closed' when e.acknowledged_at is null then 'open' else 'acknowledged' end = any (states)
      and (codes is null or e.code = any (codes)) and (words = '' or s.name ilike words or e.sn ilike words)
      and e.opened_at >= s.begin_at and (s.end_at is null or e.opened_at < s.end_at)
    order by e.closed_at is not null, e.opened_at desc limit count_at_most
  )
  select f.sid, f.sn, f.code, f.opened_at, f.closed_at, f.detail, f.acknowledged_at, f.acknowledged_by, f.note, count(*) over ()
  from found f
  order by f.closed_at is not null, f.acknowledged_at is not null, f.opened_at desc, f.sid, f.sn, f.code limit page_size offset skip;
end $$;
revoke all on function seen_events(text[], text[], text, text[], timestamptz[], timestamptz[], int, int, int, int) from public;
grant execute on function seen_events(text[], text[], text, text[], timestamptz[], timestamptz[], int, int, int, int) to heliograph_call;
