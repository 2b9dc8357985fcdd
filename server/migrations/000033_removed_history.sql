-- History of a device that somebody took out: out of all readers at once, kept for 30 days so that it can come back.
create table history_removals (
  sid text not null,
  sn text not null,
  id uuid not null,
  -- days of the plant's calendar as it was then, both included, and the instants that they were; the last one not included
  start_day date not null,
  end_day date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  reason text not null,
  removed_at timestamptz not null,
  removed_by int not null,
  -- what to do with its samples is done by a job; 'gone': too old to come back
  state text not null default 'removing' check (state in ('removing', 'removed', 'restoring', 'restored', 'gone')),
  samples bigint not null default 0,
  restored_at timestamptz,
  restored_by int,
  primary key (sid, sn, id),
  check (from_at < to_at)
);
create index history_removals_removed on history_removals (removed_at) where state = 'removed';

-- Their samples, a block for each day and time that some were found; as in sample_blocks.
create table removed_samples (
  sid text not null,
  sn text not null,
  removal uuid not null,
  piece int not null,
  power bytea not null,
  flow bytea,
  grid bytea,
  phases bytea,
  inputs bytea,
  strings bytea,
  primary key (sid, sn, removal, piece)
)
with (toast_tuple_target = 8160);
alter table removed_samples
  alter column power set storage external,
  alter column flow set storage external,
  alter column grid set storage external,
  alter column phases set storage external,
  alter column inputs set storage external,
  alter column strings set storage external;

alter table site_jobs drop constraint site_jobs_kind_check;
alter table site_jobs add constraint site_jobs_kind_check
  check (kind in ('recompute', 'takeKept', 'removeHistory', 'readFlows', 'moveHistory'));

-- Where and for what a device stands that another stood for before: what that one had counted, Wh, so that it does not begin at zero.
alter table devices add column replaces_sn text, add column offset_wh double precision not null default 0,
  -- why it left, as who took it out said
  add column removed_reason text not null default '';

alter table history_removals enable row level security;
alter table removed_samples enable row level security;
grant select, insert, update on history_removals to heliograph_call;
do $$
declare
  everything constant text := $x$current_setting('heliograph.scope', true) = 'all'$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  execute format('create policy seen on history_removals for select to heliograph_call using (%s or %s)', everything, asked);
  execute format('create policy made on history_removals for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on history_removals for update to heliograph_call using (%s)', changing);
end $$;
