-- Where modules lie: zones on a plan of a plant's roof, each module's place in one, and the photo below.

create table layouts (
  sid text primary key references sites (sid) on delete cascade,
  version int not null,
  changed_at timestamptz not null,
  changed_by int not null,
  -- of layout_photos; null: none
  photo text,
  -- metres of one pixel, and of the photo's upper left corner on the plan
  photo_scale real not null default 0.01,
  photo_x_m real not null default 0,
  photo_y_m real not null default 0,
  photo_opacity real not null default 0.6
);

create table zones (
  sid text not null references sites (sid) on delete cascade,
  zone int not null check (zone > 0),
  -- '': called by the direction that it faces
  name text not null,
  -- metres on the plan, of the corner of row 1 and column 1, about which it is turned, degrees clockwise
  x_m real not null,
  y_m real not null,
  rotation_deg real not null,
  -- null: as its modules or their devices say
  tilt_deg real,
  azimuth_deg real,
  orientation text not null check (orientation in ('portrait', 'landscape')),
  row_count smallint not null check (row_count > 0),
  column_count smallint not null check (column_count > 0),
  primary key (sid, zone)
);

-- A photo is kept as it was drawn anew; those that no layout names are the last ones that were sent.
create table layout_photos (
  sid text not null references sites (sid) on delete cascade,
  name text not null check (name ~ '^[A-Za-z0-9_-]{22}$'),
  width int not null,
  height int not null,
  bytes bytea not null check (length(bytes) <= 4194304),
  created_at timestamptz not null,
  primary key (sid, name)
);
-- WebP is packed already.
alter table layout_photos alter column bytes set storage external;

-- A module's place, from 1; one that has none is not in the layout.
alter table modules
  add column zone int,
  add column zone_row smallint,
  add column zone_column smallint,
  add constraint modules_place_whole check (num_nulls(zone, zone_row, zone_column) in (0, 3));
create unique index modules_places on modules (sid, zone, zone_row, zone_column) where zone is not null;

do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
  name text;
begin
  foreach name in array array['layouts', 'zones', 'layout_photos'] loop
    execute format('alter table %I enable row level security', name);
    execute format('grant select, insert, update, delete on %I to heliograph_call', name);
    execute format('create policy seen on %I for select to heliograph_call using (%s or %s)', name, everything, asked);
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', name, changing);
    execute format('create policy changed on %I for update to heliograph_call using (%s)', name, changing);
    execute format('create policy deleted on %I for delete to heliograph_call using (%s)', name, changing);
  end loop;
end $$;
