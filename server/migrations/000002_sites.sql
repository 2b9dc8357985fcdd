-- Plants (sites), their devices, the products these are and the registry that says where a serial number belongs.
-- Everything is keyed by the site first, so that it can be distributed by it.

create table products (
  id int generated always as identity primary key,
  -- the model code on the wire
  model int not null unique,
  name text not null unique,
  kind text not null check (kind in ('microinverter', 'inverter', 'hybrid', 'gateway', 'meter', 'allInOne', 'string', 'battery')),
  inputs smallint not null,
  rated_power_w real not null,
  -- how its frames are scaled: a key of telemetry/bdmFrame.ts
  frame_profile text
);

create table sites (
  sid text primary key,
  name text not null,
  company_id int not null references companies (id),
  owner_id int references users (id),
  installer_id int references users (id),
  created_by int references users (id),
  country_code text not null,
  state_code text not null default '',
  state_name text not null default '',
  city text not null default '',
  street text not null default '',
  zip_code text not null default '',
  latitude double precision not null,
  longitude double precision not null,
  timezone text not null,
  temperature_unit text not null check (temperature_unit in ('Celsius', 'Fahrenheit')),
  currency text not null,
  -- W peak of the modules
  power_max_w double precision not null,
  system_size_w double precision,
  control_limit_w double precision,
  commissioned_on date,
  pv_brand text not null default '',
  pv_model text not null default '',
  battery_brand text not null default '',
  battery_model text not null default '',
  pv_remark text not null default '',
  battery_remark text not null default '',
  project_reference_id text not null default '',
  picture_path text not null default '',
  created_at timestamptz not null,
  -- rises with every change: two editors do not overwrite each other
  version int not null default 1
);
create index sites_company on sites (company_id);
create index sites_owner on sites (owner_id);
create index sites_name on sites (lower(name), sid);

-- Money is energy times the price that was valid that day.
create table site_prices (
  sid text not null references sites (sid) on delete cascade,
  valid_from date not null,
  -- per kWh, in the site's currency
  price double precision not null,
  feed_in_price double precision,
  primary key (sid, valid_from)
);

create table site_shares (
  sid text not null references sites (sid) on delete cascade,
  user_id int not null references users (id) on delete cascade,
  primary key (sid, user_id)
);
create index site_shares_user on site_shares (user_id);

create table devices (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  product_id int not null references products (id),
  alias text not null default '',
  gateway_sn text not null default '',
  string_number int,
  tilt_deg real,
  azimuth_deg real,
  orientation text check (orientation in ('portrait', 'landscape')),
  created_at timestamptz not null,
  -- released from the plant: no longer listed, its history stays
  removed_at timestamptz,
  primary key (sid, sn)
);
create index devices_sn on devices (sn);

-- The one place where a serial number's site is decided.
create table serial_numbers (
  sn text primary key,
  product_id int references products (id),
  -- null while it belongs to no plant
  sid text,
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  activated_at timestamptz,
  activated_by int,
  restricted_at timestamptz,
  restricted_reason text not null default ''
);
create index serial_numbers_sid on serial_numbers (sid);
create index serial_numbers_unregistered on serial_numbers (last_seen_at desc) where sid is null and first_seen_at is not null;

-- Row-level security stands behind sql/visibleSites.ts: calls run as this role with who they are in the session's settings.
do $$ begin
  create role heliograph_call nologin;
exception when duplicate_object then null;
end $$;
do $$ begin
  execute format('grant heliograph_call to %I', current_user);
exception when others then null;
end $$;

alter table sites enable row level security;
create policy sites_seen on sites to heliograph_call
  using (
    (select current_setting('heliograph.scope', true)) = 'all'
    -- rows, not an array: a set is hashed once, an array is walked through for each site
    or company_id in (select c::int from unnest(string_to_array(current_setting('heliograph.companies', true), ',')) c where c <> '')
    or owner_id = (select nullif(current_setting('heliograph.user', true), '')::int)
    or sid in (select s.sid from site_shares s where s.user_id = (select nullif(current_setting('heliograph.user', true), '')::int))
  );
