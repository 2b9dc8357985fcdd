-- What is found of modules by comparing them with their neighbours: judged days, and findings that open and close by themselves.

-- Whatever changes the day's energy says that its modules have to be judged again, as with its peak.
-- Days that are there already are left alone: what is wrong now shows on the next ones.
alter table site_days add column modules_judged boolean not null default true;
alter table site_days alter column modules_judged set default false;
create index site_days_to_judge on site_days (day) where not modules_judged;

-- A judged day of a plant (rules/findings/findings.ts), kept for some weeks: what begins slowly is seen over days.
create table judged_days (
  sid text not null,
  day date not null,
  -- snow may have lain on some of its modules
  is_cold boolean not null,
  -- [{sn, input, state, share, lostWh, madeWh, ...}] of each module
  modules jsonb not null,
  primary key (sid, day)
);
create index judged_days_day on judged_days (day);

create table module_findings (
  sid text not null,
  sn text not null,
  -- 0: all of the device
  input smallint not null check (input between 0 and 16),
  kind text not null check (kind in ('dead', 'weak', 'swapped')),
  -- days of the plant's calendar: the first on which it was so, and the first on which it was not any more
  since date not null,
  until date,
  -- with sn and code the key of its event
  opened_at timestamptz not null,
  cause text not null,
  -- of its neighbours' median, 0 to 1
  share real not null,
  -- [[day, Wh], ...] of its last days that tell, the newest last
  lost jsonb not null,
  -- found by its whole roof face, which gives less than another one
  by_face boolean not null default false,
  -- of a swapped one: whose curve it has
  other_sn text,
  other_input smallint,
  primary key (sid, sn, input, kind, since)
);
-- Opened once: a late sample moves it, another one is never opened beside it.
create unique index module_findings_open on module_findings (sid, sn, input, kind) where until is null;

do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  name text;
begin
  foreach name in array array['judged_days', 'module_findings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('grant select on %I to heliograph_call', name);
    execute format('create policy seen on %I for select to heliograph_call using (%s or %s)', name, everything, asked);
  end loop;
end $$;
