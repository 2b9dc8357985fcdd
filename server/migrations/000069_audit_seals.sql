-- The audit log as a chain: lines are written freely and sealed in order by one job, so that no change waits for another
-- (sql/auditChain.ts). What was refused, and who tried to sign in, stands in it, too.

alter table audit_log
  -- done: something was changed, or somebody signed in; failed: a sign-in that did not succeed; refused: a call that the role may not make
  add column result text not null default 'done' check (result in ('done', 'failed', 'refused')),
  -- minus the ids of the companies it was done in and of all above them: whose managers see it
  add column seen_by int[] not null default '{}',
  -- null once what the line told of a person was taken out of it (jobs/forgetLeft.ts): its seal holds without that part
  add column salt uuid default gen_random_uuid();
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_user on audit_log (user_id, at desc);

-- SHA-256 over the hash before it, the time of sealing and the whole line, in which what may tell of a person stands as its hash.
create table audit_seals (
  seq bigint primary key,
  line bigint not null unique,
  sealed_at timestamptz not null,
  -- SHA-256 of the line's salt, address, before and after
  person bytea not null,
  hash bytea not null
);
create rule audit_seals_no_update as on update to audit_seals do instead nothing;
create rule audit_seals_no_delete as on delete to audit_seals do instead nothing;

-- One row: what the last look through the whole chain found.
create table audit_checks (
  name text primary key,
  -- from then on lines are sealed soon after they were written; null: those from before are still being sealed
  begun_at timestamptz,
  checked_at timestamptz,
  -- seals that were looked at, and the newest
  lines bigint not null default 0,
  problem jsonb
);
insert into audit_checks (name) values ('chain');

-- Of the company that somebody acts for; without a session of all in which the account has a role.
create function audit_seen_by(by_user int, in_company int) returns int[] language plpgsql stable as $$
begin
  return array(
    with recursive above as (
      select c.id, c.parent_id from companies c
      where c.id = in_company or (in_company is null and c.id in (select m.company_id from memberships m where m.user_id = by_user))
      union
      select p.id, p.parent_id from above a join companies p on p.id = a.parent_id
    ) select -id from above order by 1);
end $$;

alter table audit_seals enable row level security;
alter table audit_checks enable row level security;
grant select on audit_log, audit_checks to heliograph_call;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  my_branch constant text := $x$nullif(current_setting('heliograph.branch', true), '')::int = any (seen_by)$x$;
begin
  execute format('create policy seen on audit_log for select to heliograph_call using (%s or %s)', everything, my_branch);
  execute format('create policy seen on audit_checks for select to heliograph_call using (%s)', $x$current_setting('heliograph.user_id', true) <> ''$x$);
end $$;
