-- Mails: what a plant's people are told by mail and when, to whom, and the outbox that all mails leave through.

create table report_settings (
  sid text primary key references sites (sid) on delete cascade,
  daily boolean not null default false,
  weekly boolean not null default false,
  monthly boolean not null default false,
  -- of the plant's own clock, from which on reports are sent
  hour smallint not null default 7 check (hour between 0 and 23),
  language text not null default 'en',
  -- alerts: never, in any hour that has some, or only from one hour to another of the plant's clock
  alerts text not null default 'off' check (alerts in ('off', 'hourly', 'window')),
  alert_start smallint not null default 8 check (alert_start between 0 and 23),
  alert_end smallint not null default 17 check (alert_end between 0 and 24),
  -- the last day, Monday and first of a month that were decided on
  daily_on date,
  weekly_on date,
  monthly_on date,
  -- when alerts were looked at the last time; null: those that are there when they are asked for are no news
  alerts_at timestamptz,
  -- rises with every change: two editors do not overwrite each other
  version int not null default 1
);

create table report_recipients (
  sid text not null references sites (sid) on delete cascade,
  -- lower case
  email text not null,
  -- in the links of its mails: whoever has it may end them, and nothing else
  secret text not null,
  added_at timestamptz not null,
  -- null: not confirmed, and no user who sees the plant
  confirmed_at timestamptz,
  -- when it was asked to confirm the last time
  asked_at timestamptz,
  -- by the link in a mail
  stopped_at timestamptz,
  primary key (sid, email)
);

-- Faults and warnings of the last days that were told: a silence is noticed after it began, and a report may come late.
create table report_told (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  code text not null,
  opened_at timestamptz not null,
  primary key (sid, sn, code, opened_at)
);

-- Written in the transaction that decides; sent by one server at a time, and once more when that one died on the way.
create table mails (
  -- also the Message-ID
  id uuid primary key,
  purpose text not null check (purpose in ('daily', 'weekly', 'monthly', 'alerts', 'confirm', 'invitation')),
  about_sid text not null,
  to_email text not null,
  subject text not null,
  text_part text not null,
  html_part text not null,
  -- '': none
  stop_url text not null default '',
  attachment_name text not null default '',
  attachment bytea,
  made_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  -- `refused`: by the mail server, for good; `givenUp`: tried for three days; `unclear`: twice nobody knows whether it left
  failure text check (failure in ('refused', 'givenUp', 'unclear')),
  tries int not null default 0,
  -- how often its sender was not heard again
  lost int not null default 0,
  next_try_at timestamptz not null,
  held_until timestamptz,
  fence int not null default 0,
  done_at timestamptz,
  check ((state = 'failed') = (failure is not null))
);
create index mails_waiting on mails (next_try_at) where state = 'waiting';
create index mails_about on mails (about_sid, made_at desc);
create index mails_done on mails (done_at) where done_at is not null;
alter table mails alter column attachment set storage external;

alter table report_settings enable row level security;
alter table report_recipients enable row level security;
alter table report_told enable row level security;
alter table mails enable row level security;
grant select, insert, update on report_settings to heliograph_call;
grant select, insert, update, delete on report_recipients to heliograph_call;
-- What became of a plant's mails; what they say is nobody's to read here.
grant select (id, purpose, about_sid, to_email, made_at, state, failure, done_at) on mails to heliograph_call;
grant insert on mails to heliograph_call;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  execute format('create policy seen on report_settings for select to heliograph_call using (%s or %s)', everything, asked);
  execute format('create policy made on report_settings for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on report_settings for update to heliograph_call using (%s)', changing);
  execute format('create policy seen on report_recipients for select to heliograph_call using (%s or %s)', everything, asked);
  execute format('create policy made on report_recipients for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on report_recipients for update to heliograph_call using (%s)', changing);
  execute format('create policy deleted on report_recipients for delete to heliograph_call using (%s)', changing);
  execute format('create policy seen on mails for select to heliograph_call using (about_%s)', asked);
  execute format('create policy made on mails for insert to heliograph_call with check (about_%s)', changing);
end $$;
