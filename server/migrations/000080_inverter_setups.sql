-- The same values for many devices of a product: what was asked for, by whom, and the commands that it became.

create table inverter_setups (
  id uuid primary key,
  -- of whoever asked, and of the company for which they did; a number stays when they leave
  asked_by int not null,
  company_id int not null,
  model int not null,
  -- name -> wanted value
  parameters jsonb not null,
  asked_at timestamptz not null,
  -- commands that were queued, of this write
  devices int not null,
  -- devices that were chosen and got none: [{sid, sn, reason}]
  left_out jsonb not null default '[]',
  -- somebody stopped it: what had not been sent was withdrawn
  stopped_at timestamptz
);
create index inverter_setups_newest on inverter_setups (company_id, asked_at desc);
create index inverter_setups_asked on inverter_setups (asked_by, asked_at desc);

-- null: of one device alone
alter table commands add column setup_id uuid;
create index commands_of_setup on commands (setup_id) where setup_id is not null;
grant insert (setup_id) on commands to heliograph_call;

alter table inverter_setups enable row level security;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$texteq(current_setting('heliograph.changing', true), 'inverter_setups')$x$;
  by_me constant text := $x$texteq(asked_by::text, current_setting('heliograph.user_id', true))$x$;
  by_us constant text := $x$texteq((-company_id)::text, current_setting('heliograph.branch', true))$x$;
begin
  execute format('create policy seen on inverter_setups for select to heliograph_call using (%s or %s or %s)', everything, by_me, by_us);
  execute format('create policy made on inverter_setups for insert to heliograph_call with check (%s)', by_me);
  execute format('create policy changed on inverter_setups for update to heliograph_call using (%s and (%s or %s or %s)) with check (%1$s and (%2$s or %3$s or %4$s))', changing, everything, by_me, by_us);
  -- Those of one's own setups are read over all its plants; which of these are seen, the call says.
  execute 'drop policy seen on commands';
  execute format('create policy seen on commands for select to heliograph_call using (%s or %s or (setup_id is not null and (%s or %s)))', everything, asked, by_me, by_us);
end $$;
grant select, insert on inverter_setups to heliograph_call;
grant update (stopped_at) on inverter_setups to heliograph_call;
