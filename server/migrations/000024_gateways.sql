-- Devices that speak MQTT: the credential of their number, and what each said of itself and of what hangs on it.

-- SHA-256 of a random password that was shown once; null: the number may not sign in.
alter table serial_numbers
  add column credential bytea,
  add column credential_at timestamptz;
-- Calls say that a number gets another credential and see since when; the credential itself they never read.
revoke select on serial_numbers from heliograph_call;
grant select (sn, product_id, sid, first_seen_at, last_seen_at, activated_at, activated_by, restricted_at, restricted_reason, source, gateway_sn, credential_at)
  on serial_numbers to heliograph_call;
grant update (credential, credential_at) on serial_numbers to heliograph_call;

-- Beside serial_numbers, and like it in one place: it is asked by number, before a plant is known.
create table gateways (
  sn text primary key,
  -- null: it waits for a plant
  sid text,
  -- as announced; '' and null: it has not
  kind text not null default '',
  model text not null default '',
  hardware text not null default '',
  firmware text not null default '',
  signal_dbm smallint,
  -- seconds between its reports
  interval_s smallint check (interval_s between 1 and 3600),
  announced_at timestamptz,
  -- what hangs on it: [{sn, kind, model, hardware, firmware, inputs, refused?}]
  children jsonb not null default '[]',
  -- whether a connection of it is open, which one, at which server, and since when it is or is not
  online boolean not null default false,
  session text not null default '',
  server text not null default '',
  online_changed_at timestamptz,
  address text not null default '',
  -- rows that were not taken, by reason: {reason: {count, sn, at}}
  refused jsonb not null default '{}',
  -- values under names that nobody knows, or beyond what can be
  ignored_values bigint not null default 0
);
create index gateways_sid on gateways (sid) where sid is not null;
create index gateways_online on gateways (server) where online;

-- Servers that have devices on the line say so again and again: connections of one that has died are not open.
create table mqtt_servers (
  id text primary key,
  seen_at timestamptz not null
);

alter table gateways enable row level security;
alter table mqtt_servers enable row level security;
grant select, update (sid) on gateways to heliograph_call;
do $$
declare
  signed_in constant text := $x$current_setting('heliograph.user_id', true) <> ''$x$;
  everything constant text := $x$current_setting('heliograph.scope', true) = 'all'$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
  change_under_way constant text := $x$current_setting('heliograph.changing', true) <> ''$x$;
begin
  execute format('create policy seen on gateways for select to heliograph_call using (%s or %s or (sid is null and %s))',
    everything, asked, signed_in);
  execute format('create policy changed on gateways for update to heliograph_call using (%1$s or (sid is null and %2$s)) with check (%1$s or sid is null)',
    changing, change_under_way);
end $$;
