-- Updates of many devices in waves: what was planned, how far it is, and of each device what became of it.

create table rollouts (
  id uuid primary key,
  -- numbers stay when a firmware goes
  firmware_id int not null,
  version_name text not null,
  model int not null,
  -- the roll-out whose devices this one takes back
  returns uuid,
  -- who began it, of the company for which they did; numbers stay when they leave
  asked_by int not null,
  company_id int not null,
  -- in whose name devices are asked: who began it, or resumed it last
  acts_by int not null,
  acts_for int not null,
  asked_at timestamptz not null,
  -- RolloutPlan of the contract
  plan jsonb not null,
  state text not null check (state in ('running', 'paused', 'stopped', 'finished')),
  -- why it stopped or paused by itself
  reason text not null default '',
  -- the one under way, from 0
  wave int not null default 0,
  waves int not null,
  devices int not null,
  -- since when a wave that has ended is watched
  watch_from timestamptz,
  ended_at timestamptz,
  -- it has ended, and so has every device's update
  settled_at timestamptz,
  -- [{what, at, by, wave, reason}], `by` a number or null: the portal
  history jsonb not null default '[]',
  -- rises whenever `state` does: of two people at once the second is told
  revision int not null default 1
);
create index rollouts_of_firmware on rollouts (firmware_id, asked_at desc);
create index rollouts_newest on rollouts (asked_at desc);
create index rollouts_open on rollouts (asked_at) where settled_at is null;

create table rollout_devices (
  sid text not null references sites (sid) on delete cascade,
  rollout_id uuid not null,
  sn text not null,
  -- as of its roll-out: policies look at a row's own columns
  asked_by int not null,
  company_id int not null,
  wave int not null,
  -- its place in the wave
  place int not null,
  -- what it is to install: of a roll-back the version that it came from
  firmware_id int not null,
  version_name text not null,
  -- what it reported before
  before text not null,
  step text not null default 'waiting'
    check (step in ('waiting', 'queued', 'downloading', 'verified', 'updated', 'failed', 'silent', 'skipped')),
  reason text not null default '',
  command uuid,
  -- when its turn came
  asked_at timestamptz,
  ended_at timestamptz,
  primary key (sid, rollout_id, sn)
);
create index rollout_devices_of on rollout_devices (rollout_id, wave, place);
create index rollout_devices_open on rollout_devices (sid, sn) where step in ('waiting', 'queued', 'downloading', 'verified');

alter table rollouts enable row level security;
alter table rollout_devices enable row level security;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing_site constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
  -- No plant has this id.
  changing constant text := $x$texteq(current_setting('heliograph.changing', true), 'rollouts')$x$;
  by_me constant text := $x$texteq(asked_by::text, current_setting('heliograph.user_id', true))$x$;
  by_us constant text := $x$texteq((-company_id)::text, current_setting('heliograph.branch', true))$x$;
begin
  execute format('create policy seen on rollouts for select to heliograph_call using (%s or %s or %s)', everything, by_me, by_us);
  execute format('create policy made on rollouts for insert to heliograph_call with check (%s and %s)', changing, by_me);
  execute format('create policy changed on rollouts for update to heliograph_call using (%s and (%s or %s or %s)) with check (%1$s and (%2$s or %3$s or %4$s))', changing, everything, by_me, by_us);
  -- Those of one's own are read over all its plants; which of these are seen, the call says.
  execute format('create policy seen on rollout_devices for select to heliograph_call using (%s or %s or %s or %s)', everything, asked, by_me, by_us);
  execute format('create policy made on rollout_devices for insert to heliograph_call with check (%s and %s)', changing_site, by_me);
end $$;
grant select, insert on rollouts, rollout_devices to heliograph_call;
-- What becomes of its devices is the portal's to write.
grant update (state, reason, acts_by, acts_for, ended_at, watch_from, history, revision) on rollouts to heliograph_call;
