-- Requests for access to a plant by the serial number of one of its devices. What the requester reads and writes does not
-- reference a plant, so it does not reveal whether the number belongs to one.
create table join_requests (
  user_id int not null references users (id) on delete cascade,
  -- as typed; not necessarily an existing device
  sn text not null,
  message text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- when a job looked for the plant; null: not yet
  looked_up_at timestamptz,
  accepted_at timestamptz,
  primary key (user_id, sn)
);
create index join_requests_expired on join_requests (expires_at);
create index join_requests_new on join_requests (asked_at) where looked_up_at is null;

-- A request as the people who manage the plant see it. Deleted with its request, and when the device leaves the plant. A
-- declined one stays until the user may request access again.
create table join_questions (
  sid text not null references sites (sid) on delete cascade,
  user_id int not null,
  sn text not null,
  is_declined boolean not null default false,
  ends_at timestamptz not null,
  primary key (sid, user_id)
);
create index join_questions_expired on join_questions (ends_at);
create index join_questions_of on join_questions (user_id);

alter table join_requests enable row level security;
grant select (user_id, sn, message, asked_at, expires_at, accepted_at) on join_requests to heliograph_call;
grant insert, delete on join_requests to heliograph_call;
grant update (message, asked_at, expires_at, looked_up_at, accepted_at) on join_requests to heliograph_call;
alter table join_questions enable row level security;
grant select, delete on join_questions to heliograph_call;
grant update (is_declined, ends_at) on join_questions to heliograph_call;
do $$
declare
  own constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  execute format('create policy seen on join_requests for select to heliograph_call using (%s)', own);
  execute format('create policy made on join_requests for insert to heliograph_call with check (%s)', own);
  execute format('create policy changed on join_requests for update to heliograph_call using (%s) with check (%1$s)', own);
  execute format('create policy deleted on join_requests for delete to heliograph_call using (%s)', own);
  execute format('create policy seen on join_questions for select to heliograph_call using (%s)', asked);
  execute format('create policy changed on join_questions for update to heliograph_call using (%s) with check (%1$s)', changing);
  execute format('create policy deleted on join_questions for delete to heliograph_call using (%s)', changing);
end $$;

-- Open requests for plants that the caller may change, optionally for one plant or from one address. Excludes users who
-- cannot sign in or can already see the plant.
create function join_requests_to_decide(now_at timestamptz, of_sid text, of_email text, page_size int, skip int)
returns table (sid text, site_name text, has_owner boolean, sn text, user_id int, email text, name text, message text,
  asked_at timestamptz, expires_at timestamptz, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) = 'all';
  branch int := nullif(current_setting('heliograph.branch', true), '');
  me int := nullif(current_setting('heliograph.user_id', true), '');
begin
  return query
  select q.sid, s.name, s.owner_id is not null or s.invited_owner <> '', q.sn, q.user_id, u.email, u.name, r.message,
    r.asked_at, r.expires_at, (count(*) over ())::int
  from join_questions q join sites s on s.sid = q.sid
    join devices d on d.sid = q.sid and d.sn = q.sn and d.removed_at is null
    join join_requests r on r.user_id = q.user_id and r.sn = q.sn
    join users u on u.id = q.user_id
  where not q.is_declined and r.expires_at > now_at and r.accepted_at is null and (of_sid is null or q.sid = of_sid)
    and (of_email is null or u.email = of_email)
    and (sees_all or branch = any (s.seen_by) or s.owner_id = me) and q.user_id <> all (s.seen_by)
    and u.frozen_at is null and exists (select from memberships m where m.user_id = u.id and m.frozen_at is null)
  order by r.asked_at, q.sid, q.user_id limit page_size offset skip;
end $$;

-- Marks the request as accepted, within the change of its plant. Returns false if it was withdrawn in the meantime.
create function accept_join_request(of_user int, of_sn text, now_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (
    select from join_questions q
    where q.sid = current_setting('heliograph.changing', true) and q.user_id = of_user and q.sn = of_sn
  ) then
    return false;
  end if;
  update join_requests r set accepted_at = now_at where r.user_id = of_user and r.sn = of_sn and r.accepted_at is null;
  return found;
end $$;

revoke all on function join_requests_to_decide, accept_join_request from public;
grant execute on function join_requests_to_decide, accept_join_request to heliograph_call;

-- One more purpose of mails about a plant.
do $$
declare
  c record;
begin
  for c in
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname = 'mails_purpose_check'
  loop
    execute format('alter table mails drop constraint %I, add constraint %I %s', c.name, c.name,
      replace(c.text, 'ARRAY[', 'ARRAY[''joinAsked''::text, '));
  end loop;
end $$;
