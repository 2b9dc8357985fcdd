-- What a dashboard shows is kept, not counted: sums by who sees them, of what each plant and each account adds to them.
-- One job writes them (jobs/foldFleet.ts), so that neither a report nor a change ever waits for a sum. No column is named
-- sid: these stay in one place when the database is distributed, and outlive a plant until it has been taken off the sums.

-- viewer: minus the id of a company, for its branch; 0 for all there is.
create table fleet_counts (
  viewer int not null check (viewer <= 0),
  what text not null,
  key text not null,
  n bigint not null,
  primary key (viewer, what, key)
);

-- What a plant adds: to whom, and what.
create table counted_sites (
  about_sid text primary key,
  viewers int[] not null,
  counts jsonb not null
);

-- What an account adds, by viewer: in one branch it may have another role than in the next.
create table counted_users (
  about_user int primary key,
  counts jsonb not null
);

-- Plants that were changed since they were counted.
create table count_marks (
  id bigint generated always as identity primary key,
  about_sid text not null
);

-- What depends on the time: plants by status and by the age of their data, counted again and again.
create table fleet_states (
  viewer int primary key check (viewer <= 0),
  states jsonb not null
);

-- How far the job has come; a pass over all finds what nobody marked.
create table fleet_walks (
  name text primary key,
  after text not null default '',
  -- when all had been looked at last; null: not once yet
  passed_at timestamptz,
  took_ms int not null default 0
);
insert into fleet_walks (name) values ('sites'), ('users'), ('states');

create index sites_shared_with on sites using gin (shared_with);

-- Who changes a plant may say so, and read nothing of it.
-- Gives how many marks it made: none for a call that does not say who asks.
create function mark_counted(sid text) returns int language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('role', true) = 'heliograph_call' and coalesce(current_setting('heliograph.user_id', true), '') = '' then
    return 0;
  end if;
  insert into count_marks (about_sid) values (sid);
  return 1;
end $$;
revoke all on function mark_counted from public;
grant execute on function mark_counted to heliograph_call;

-- Plants that the asking user owns, installed or is a guest of, by index: a policy would look at every plant for them.
create function own_sites() returns table (sid text) language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  me int := nullif(current_setting('heliograph.user_id', true), '');
begin
  return query
  select o.sid from sites o where o.owner_id = me
  union select i.sid from sites i where i.installer_id = me
  union select g.sid from sites g where g.shared_with @> array[me];
end $$;
revoke all on function own_sites from public;
grant execute on function own_sites to heliograph_call;

alter table fleet_counts enable row level security;
alter table counted_sites enable row level security;
alter table counted_users enable row level security;
alter table count_marks enable row level security;
alter table fleet_states enable row level security;
alter table fleet_walks enable row level security;
grant select on fleet_counts, fleet_states, fleet_walks to heliograph_call;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  -- The setting is 0 for who has no branch, and so is the viewer who sees everything.
  my_branch constant text := $x$(viewer < 0 and viewer = nullif(current_setting('heliograph.branch', true), '')::int)$x$;
  name text;
begin
  foreach name in array array['fleet_counts', 'fleet_states'] loop
    execute format('create policy seen on %I for select to heliograph_call using (%s or %s)', name, everything, my_branch);
  end loop;
  execute format('create policy seen on fleet_walks for select to heliograph_call using (%s)', $x$current_setting('heliograph.user_id', true) <> ''$x$);
end $$;
