-- Where a person is told of plants besides by mail: addresses of programs (webhooks) and browsers (web push), and the outbox
-- of both. No column is named sid: these stay in one place when the database is distributed.

create table channels (
  id uuid primary key,
  user_id int not null references users (id) on delete cascade,
  kind text not null check (kind in ('webhook', 'push')),
  name text not null,
  -- where it is posted; of a browser: at its maker's push service
  url text not null,
  -- of a webhook, what its messages are signed with; of a browser, what it has agreed with its maker (RFC 8291)
  secret bytea not null,
  -- of a browser: its public key
  public_key bytea,
  -- of a browser: with this session it ends; null: that one was over by itself
  session_id int references sessions (id) on delete cascade,
  events text[] not null,
  -- null: all that the person sees
  about_sids text[],
  made_at timestamptz not null,
  -- null: nothing is wrong; else since when nothing has been taken
  failing_since timestamptz,
  off_at timestamptz,
  off_why text check (off_why in ('person', 'failures', 'gone')),
  -- messages that were not written, as too many waited
  skipped int not null default 0,
  -- until when days of plants have been summed up
  summed_until timestamptz not null,
  check ((kind = 'push') = (public_key is not null)),
  check ((off_at is null) = (off_why is null))
);
create index channels_user on channels (user_id, made_at);
create index channels_session on channels (session_id) where session_id is not null;
-- A browser is one, whoever is signed in there.
create unique index channels_push on channels (url) where kind = 'push';

create table deliveries (
  -- also the webhook-id: whoever takes a message twice knows it by that
  id uuid primary key,
  channel_id uuid not null references channels (id) on delete cascade,
  user_id int not null references users (id) on delete cascade,
  event text not null,
  -- null: a test
  about_sid text,
  -- what it says besides what is looked up when it leaves
  fact jsonb not null,
  -- when it happened
  at timestamptz not null,
  made_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  tries int not null default 0,
  next_try_at timestamptz not null,
  held_until timestamptz,
  fence int not null default 0,
  done_at timestamptz,
  -- of the last try: when, what was answered (null: nothing), its first bytes, how long it took, and why there was no answer
  tried_at timestamptz,
  status int,
  answer text not null default '',
  took_ms int,
  failure text
);
create index deliveries_due on deliveries (channel_id, next_try_at) where state = 'waiting';
create index deliveries_log on deliveries (channel_id, made_at desc, id);
create index deliveries_done on deliveries (done_at) where done_at is not null;
create index deliveries_user on deliveries (user_id);

alter table channels enable row level security;
alter table deliveries enable row level security;
-- What messages are signed and sealed with is told once, and read by the process alone.
grant select (id, user_id, kind, name, url, session_id, events, about_sids, made_at, failing_since, off_at, off_why, skipped) on channels to heliograph_call;
grant insert, delete on channels to heliograph_call;
grant update (name, url, events, about_sids, failing_since, off_at, off_why, skipped, summed_until) on channels to heliograph_call;
grant select, insert on deliveries to heliograph_call;
grant update (state, tries, next_try_at, done_at) on deliveries to heliograph_call;
do $$
declare
  mine constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
  one text;
begin
  foreach one in array array['channels', 'deliveries'] loop
    execute format('create policy seen on %I for select to heliograph_call using (%s)', one, mine);
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', one, mine);
    execute format('create policy changed on %I for update to heliograph_call using (%s)', one, mine);
  end loop;
  execute format('create policy deleted on channels for delete to heliograph_call using (%s)', mine);
end $$;

-- One more purpose of mails about accounts, besides those that are there by now, whichever these are.
do $$
declare
  c record;
begin
  for c in select conname, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname in ('mails_purpose_check', 'mails_about_check')
  loop
    execute format('alter table mails drop constraint %1$I, add constraint %1$I %2$s', c.conname,
      replace(c.text, 'ARRAY[', 'ARRAY[''webhookOff''::text, '));
  end loop;
end $$;
