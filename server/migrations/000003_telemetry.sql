-- What devices said and what follows from it. Only telemetry/samples.ts knows how samples are stored.

create table samples (
  sid text not null,
  sn text not null,
  at timestamptz not null,
  -- bits of the inverter's status word (spec.md section 4)
  status int not null default 0,
  -- mode byte of the device, -1 where it has none
  mode smallint not null default -1,
  -- from a file of an old system instead of the device
  imported boolean not null default false,
  power_w real,
  bus_voltage_v real,
  grid_voltage_v real,
  frequency_hz real,
  temperature_c real,
  counter_wh double precision,
  input1_power_w real,
  input2_power_w real,
  input3_power_w real,
  input4_power_w real,
  input1_voltage_v real,
  input2_voltage_v real,
  input3_voltage_v real,
  input4_voltage_v real,
  input1_current_a real,
  input2_current_a real,
  input1_counter_wh real,
  input2_counter_wh real,
  input3_counter_wh real,
  input4_counter_wh real,
  primary key (sid, sn, at)
) partition by range (at);

-- The newest of each device; moves forward only.
create table device_live (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  at timestamptz,
  received_at timestamptz,
  -- now: 0 while it sleeps at night, null while it is offline; the last reading stays in quantities
  power_w real,
  -- all quantities of the newest sample by the names of contract/measurements.ts
  quantities jsonb not null default '{}',
  status_bits int not null default 0,
  mode smallint not null default -1,
  -- wire.md section 3: 0 online, -1 offline, 1 alert, 2 uncommissioned, 3 not registered; kept by reports and by silence.ts
  status smallint not null default 2,
  -- the site's own day that today_wh speaks of
  day date,
  today_wh double precision not null default 0,
  -- all energy ever, kept in step with device_days in the same transaction
  total_wh double precision not null default 0,
  primary key (sid, sn)
) with (fillfactor = 60);

-- Energy per device and local day, and where the figure comes from.
create table device_days (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  day date not null,
  energy_wh double precision not null default 0,
  -- the part of energy_wh that comes from power
  integrated_wh double precision not null default 0,
  source text not null check (source in ('counted', 'integrated', 'imported')),
  -- seconds of daylight that samples cover
  covered_s double precision not null default 0,
  peak_w double precision,
  peak_at timestamptz,
  first_at timestamptz,
  last_at timestamptz,
  samples int not null default 0,
  import_wh double precision,
  export_wh double precision,
  charge_wh double precision,
  discharge_wh double precision,
  -- state of rules/energy.ts after the day's last sample, for reports that come late
  carry jsonb,
  primary key (sid, sn, day)
) with (fillfactor = 80);

-- The same summed over the site's devices, kept in the same transaction.
create table site_days (
  sid text not null references sites (sid) on delete cascade,
  day date not null,
  energy_wh double precision not null default 0,
  source text not null check (source in ('counted', 'integrated', 'imported', 'mixed')),
  -- mean over its devices
  covered_s double precision not null default 0,
  devices int not null default 0,
  primary key (sid, day)
) with (fillfactor = 80);

-- What lists and cards show of a site without reading its devices.
create table site_live (
  sid text primary key references sites (sid) on delete cascade,
  at timestamptz,
  power_w double precision,
  status smallint not null default 2,
  status_bits int not null default 0,
  devices int not null default 0,
  reporting int not null default 0,
  day date,
  today_wh double precision not null default 0,
  total_wh double precision not null default 0
) with (fillfactor = 60);
create index site_live_status on site_live (status);

-- Opening and closing of error bits and silences.
create table events (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  -- an error code of contract/statuses.ts, or 'silence'
  code text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (sid, sn, code, opened_at)
);
create index events_open on events (sid, sn) where closed_at is null;

-- Frames of unknown serial numbers and rejected frames, kept 30 days.
create table raw_reports (
  id bigint generated always as identity primary key,
  sn text,
  received_at timestamptz not null,
  path text not null,
  body bytea not null,
  -- null: good but its serial number is unknown; else why it was rejected
  reason text,
  address text not null default ''
);
create index raw_reports_sn on raw_reports (sn, received_at) where sn is not null;
create index raw_reports_received on raw_reports (received_at);

-- What server processes keep of serial numbers, places and products is forgotten when one of these changes (telemetry/registry.ts).
create function forget_serial_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('heliograph_registry', old.sn);
    return null;
  end if;
  perform pg_notify('heliograph_registry', new.sn);
  return null;
end $$;
create trigger serial_numbers_forget after update of product_id, sid, restricted_at or delete on serial_numbers
  for each row execute function forget_serial_number();
create trigger serial_numbers_forget_new after insert on serial_numbers
  for each row when (new.sid is not null) execute function forget_serial_number();
create trigger devices_forget after update of product_id, removed_at or delete on devices
  for each row execute function forget_serial_number();

create function forget_all_serial_numbers() returns trigger language plpgsql as $$
begin
  perform pg_notify('heliograph_registry', '*');
  return null;
end $$;
create trigger sites_forget after update of timezone, latitude, longitude on sites
  for each statement execute function forget_all_serial_numbers();
create trigger products_forget after update on products
  for each statement execute function forget_all_serial_numbers();

grant usage on schema public to heliograph_call;
grant select, insert, update, delete on all tables in schema public to heliograph_call;
grant usage on all sequences in schema public to heliograph_call;
alter default privileges in schema public grant select, insert, update, delete on tables to heliograph_call;
