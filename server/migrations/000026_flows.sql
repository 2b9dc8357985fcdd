-- Energy of every flow beside production (contract/src/flows.ts), per device and local day, and what it counts as in its plant.
create table device_flows (
  sid text not null,
  sn text not null,
  -- as the device tells it, by its own sign
  flow text not null check (flow in ('fromGrid', 'toGrid', 'charge', 'discharge', 'home', 'generator')),
  day date not null,
  -- as the plant reads it, by what the device measures there (meter_settings); null: it counts as nothing
  counts_as text check (counts_as in ('fromGrid', 'toGrid', 'charge', 'discharge', 'home', 'generator', 'production')),
  -- a meter's own: it wins over what an inverter measures beside its work
  by_meter boolean not null,
  energy_wh double precision not null,
  -- the part of energy_wh that comes from power
  integrated_wh double precision not null,
  -- the counted part whose hours nobody knows: read after an outage and spread evenly
  spread_wh double precision not null,
  source text not null check (source in ('counted', 'integrated', 'mixed', 'imported')),
  -- seconds of the day that samples cover, by night, too
  covered_s double precision not null,
  -- state of rules/flows.ts after the day's last sample, for reports that come late
  carry json,
  primary key (sid, sn, flow, day)
) with (fillfactor = 80);

-- The same summed over the plant's devices, kept in the same transaction.
create table site_flows (
  sid text not null,
  day date not null,
  flow text not null check (flow in ('fromGrid', 'toGrid', 'charge', 'discharge', 'home', 'generator', 'production')),
  by_meter boolean not null,
  energy_wh double precision not null,
  integrated_wh double precision not null,
  spread_wh double precision not null,
  -- of all its devices together
  covered_s double precision not null,
  -- devices by how each one's figure was obtained
  counted int not null,
  integrated int not null,
  mixed int not null,
  imported int not null,
  primary key (sid, day, flow, by_meter)
) with (fillfactor = 80);

-- What a meter measures where it is installed, and whether it, or a battery's measurement, is installed the wrong way round.
create table meter_settings (
  sid text not null,
  sn text not null,
  -- of the plant's own calendar; until the day before the next one's
  valid_from date not null,
  role text not null default 'grid' check (role in ('grid', 'production', 'load')),
  reversed boolean not null default false,
  primary key (sid, sn, valid_from)
);

alter table site_jobs drop constraint site_jobs_kind_check;
alter table site_jobs add constraint site_jobs_kind_check check (kind in ('recompute', 'takeKept', 'removeHistory', 'readFlows'));

grant select on device_flows, site_flows to heliograph_call;
grant select, insert, update, delete on meter_settings to heliograph_call;

do $$
declare
  everything constant text := $x$current_setting('heliograph.scope', true) = 'all'$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
  name text;
begin
  foreach name in array array['device_flows', 'site_flows', 'meter_settings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy seen on %I for select to heliograph_call using (%s or %s)', name, everything, asked);
  end loop;
  execute format('create policy made on meter_settings for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on meter_settings for update to heliograph_call using (%s)', changing);
  execute format('create policy deleted on meter_settings for delete to heliograph_call using (%s)', changing);
end $$;
