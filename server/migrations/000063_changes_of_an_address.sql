-- An account moves to another e-mail address: both addresses agree by a link within a day, and either ends it.

create table email_changes (
  user_id int primary key references users (id) on delete cascade,
  -- that asked: it goes on, all others end with the change
  session_id int not null,
  new_email text not null check (new_email = lower(new_email)),
  -- SHA-256 of the token in each mail. An address that has an account gets no token: nobody ever agrees for it.
  old_token_hash bytea not null unique,
  new_token_hash bytea not null unique,
  old_agreed boolean not null default false,
  new_agreed boolean not null default false,
  expires_at timestamptz not null
);
create index email_changes_expires on email_changes (expires_at);

alter table email_changes enable row level security;
grant select (user_id, new_email, old_agreed, new_agreed, expires_at), delete on email_changes to heliograph_call;
do $$
declare
  own constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
begin
  execute format('create policy seen on email_changes for select to heliograph_call using (%s)', own);
  execute format('create policy deleted on email_changes for delete to heliograph_call using (%s)', own);
end $$;

-- Three more purposes of mails about accounts, besides those that are there by now, whichever these are.
do $$
declare
  name text;
  known text;
begin
  foreach name in array array['mails_purpose_check', 'mails_about_check'] loop
    select string_agg(m[1], ', ') into known
    from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '(''\w+'')', 'g') m
    where c.conname = name and c.conrelid = 'mails'::regclass;
    known := format('purpose in (%s, ''emailChange'', ''emailChanged'', ''accountLeft'')', known);
    execute format('alter table mails drop constraint %I, add constraint %I check (%s)', name, name,
      case name when 'mails_purpose_check' then known else format('(about_sid is null) = (%s)', known) end);
  end loop;
end $$;
