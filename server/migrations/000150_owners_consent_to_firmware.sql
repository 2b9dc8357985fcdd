-- Updates of firmware that wait for the yes of a plant's owner: of a roll-out one question a plant, of a single update one.

alter table rollouts add column asks_owners boolean not null default false;

alter table rollout_devices drop constraint rollout_devices_step_check;
alter table rollout_devices add constraint rollout_devices_step_check
  check (step in ('asking', 'waiting', 'queued', 'downloading', 'verified', 'updated', 'failed', 'silent', 'skipped'));
-- One of these in one roll-out is in no other.
drop index rollout_devices_open;
create index rollout_devices_open on rollout_devices (sid, sn)
  where step in ('asking', 'waiting', 'queued', 'downloading', 'verified');

create table update_questions (
  sid text not null references sites (sid) on delete cascade,
  -- the roll-out's; of a single update its command's, which is a draft until the owner has answered
  id uuid not null,
  is_rollout boolean not null,
  firmware_id int not null,
  -- of a roll-back that of the roll-out
  version_name text not null,
  company_id int not null,
  asked_at timestamptz not null,
  -- without an answer it is over then
  ends_at timestamptz not null,
  -- when the owner was told; null: he is to be
  told_at timestamptz,
  answer text not null default '' check (answer in ('', 'yes', 'no', 'later')),
  later_until timestamptz,
  -- a number stays when its account goes
  answered_by int,
  answered_at timestamptz,
  -- it asks for nothing any more
  ended_at timestamptz,
  primary key (sid, id),
  check ((answer = 'later') = (later_until is not null))
);
create index update_questions_of on update_questions (id);
create index update_questions_open on update_questions (sid) where ended_at is null;
create index update_questions_untold on update_questions (asked_at) where told_at is null and ended_at is null;
create index update_questions_later on update_questions (later_until) where answer = 'later' and ended_at is null;

alter table update_questions enable row level security;
do $$
declare
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  execute format('create policy seen on update_questions for select to heliograph_call using (%s)', asked);
  execute format('create policy made on update_questions for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on update_questions for update to heliograph_call using (%s) with check (%1$s)', changing);
end $$;
grant select, insert on update_questions to heliograph_call;
grant update (ends_at, answer, later_until, answered_by, answered_at, ended_at) on update_questions to heliograph_call;

-- Browsers are told of all that they are told of at all.
update channels set events = events || '{update.asked}'::text[] where kind = 'push' and not ('update.asked' = any (events));

-- One more purpose of mails about plants, besides those that are there by now, whichever these are.
do $$
declare
  known text;
begin
  select string_agg(m[1], ', ') into known
  from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '(''\w+'')', 'g') m
  where c.conname = 'mails_purpose_check' and c.conrelid = 'mails'::regclass;
  execute format('alter table mails drop constraint mails_purpose_check, add constraint mails_purpose_check
    check (purpose in (%s, ''updateAsked''))', known);
end $$;
