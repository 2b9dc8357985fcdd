-- Modules that are found dead, weak or swapped are told by mail without anybody having set anything: to the owner and to who
-- looks after the plant, each finding once.

-- false: switched off for the plant
alter table report_settings add column found boolean not null default true;

-- Who is told so, whether listed or not: a user, as long as the plant is theirs or in their care.
create table found_recipients (
  sid text not null references sites (sid) on delete cascade,
  user_id int not null,
  -- in the links of these mails: whoever has it may end the plant's mails to this user, and nothing else
  secret text not null,
  stopped_at timestamptz,
  primary key (sid, user_id)
);

-- What was told to whom, while it goes on.
create table found_told (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  code text not null,
  opened_at timestamptz not null,
  -- a user's number, of who has no account the hash of their address; '': it was decided whom to tell
  reader text not null,
  primary key (sid, sn, code, opened_at, reader)
);

alter table found_recipients enable row level security;
alter table found_told enable row level security;
-- One's own are begun again by oneself.
grant select (sid, user_id, stopped_at), update (stopped_at) on found_recipients to heliograph_call;
do $$
declare
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  execute format('create policy seen on found_recipients for select to heliograph_call using (%s)', asked);
  execute format('create policy changed on found_recipients for update to heliograph_call using (%s)', changing);
end $$;

-- One more purpose of mails about plants, besides those that are there by now, whichever these are.
do $$
declare
  known text;
begin
  select string_agg(m[1], ', ') into known
  from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '(''\w+'')', 'g') m
  where c.conname = 'mails_purpose_check' and c.conrelid = 'mails'::regclass;
  execute format('alter table mails drop constraint mails_purpose_check, add constraint mails_purpose_check
    check (purpose in (%s, ''found''))', known);
end $$;
