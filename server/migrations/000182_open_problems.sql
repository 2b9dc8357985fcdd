-- Open problems: one row for each ongoing event that requires action. Lists, counts, mails and feeds read only these rows.
-- Derived from `events` by server/src/problems/updateProblems.ts, so that reports never wait for it.
create table problems (
  sid text not null,
  sn text not null,
  code text not null,
  opened_at timestamptz not null,
  seen_by int[] not null default '{}',
  detail jsonb,
  -- rows with the same cause are one problem: a plant without its router is one, not two hundred
  cause text not null,
  -- one row of each cause is listed and counted
  is_lead boolean not null,
  -- 2: warning; 3: critical
  level smallint not null,
  acknowledged_at timestamptz,
  acknowledged_by int,
  note text not null default '',
  -- energy and money lost since it began, and per week by the last days; null: unknown, or nothing to lose
  lost_wh double precision,
  lost_money double precision,
  week_wh double precision,
  week_money double precision,
  -- compared with other devices of the plant, or with neighbouring modules
  loss_basis text check (loss_basis in ('neighbours', 'modules')),
  valued_at timestamptz,
  primary key (sid, sn, code, opened_at)
);
create index problems_leads on problems (level desc, opened_at desc) where is_lead;

alter table site_live
  -- faults, and warnings that nobody has acknowledged
  add column problems int not null default 0,
  -- orders plants by problems: the severity of the worst, then what they cost a week; 0: none
  add column problem_rank double precision not null default 0,
  -- day of the plant on which its set-up was checked last; null: it is checked next
  add column set_up_checked_on date;
create index site_live_problems on site_live (problem_rank desc) where problem_rank > 0;

do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  my_id constant text := $x$nullif(current_setting('heliograph.user_id', true), '')::int$x$;
  my_branch constant text := $x$nullif(current_setting('heliograph.branch', true), '')::int = any (seen_by)$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  alter table problems enable row level security;
  execute format('create policy seen on problems for select to heliograph_call using (%s or %s or %s = any (seen_by) or %s)', everything, my_branch, my_id, asked);
  execute format('create policy changed on problems for update to heliograph_call using (%s)', changing);
end $$;
grant select, update on problems to heliograph_call;
