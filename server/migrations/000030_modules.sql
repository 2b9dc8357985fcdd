-- What is said of single modules, the inputs of devices, and the named pages that a plant's modules are sorted into.
-- Only what differs is stored: a module without a row is as its device is, and on no page.

create table modules (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  input smallint not null check (input between 1 and 16),
  -- of module_pages; null: not sorted
  page int,
  label text not null default '',
  -- the panel's maker and model
  product text not null default '',
  -- of one panel, W peak; null: not said
  peak_power_w real,
  -- null: as the device's
  string_number int,
  tilt_deg real,
  azimuth_deg real,
  orientation text check (orientation in ('portrait', 'landscape')),
  primary key (sid, sn, input)
);

create table module_pages (
  sid text not null references sites (sid) on delete cascade,
  page int not null check (page > 0),
  name text not null,
  -- in which order they are shown
  place int not null,
  primary key (sid, page)
);

do $$
declare
  everything constant text := $x$current_setting('heliograph.scope', true) = 'all'$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
  name text;
begin
  foreach name in array array['modules', 'module_pages'] loop
    execute format('alter table %I enable row level security', name);
    execute format('grant select, insert, update, delete on %I to heliograph_call', name);
    execute format('create policy seen on %I for select to heliograph_call using (%s or %s)', name, everything, asked);
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', name, changing);
    execute format('create policy changed on %I for update to heliograph_call using (%s)', name, changing);
    execute format('create policy deleted on %I for delete to heliograph_call using (%s)', name, changing);
  end loop;
end $$;
