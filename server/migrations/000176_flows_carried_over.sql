-- What the devices had counted of each flow (from the grid, charged ...), Wh by flow, in whose place a device is: as `offset_wh`
-- of production, so that a meter, a battery or a hybrid does not begin at zero either.
alter table devices add column flow_offsets jsonb not null default '{}';
