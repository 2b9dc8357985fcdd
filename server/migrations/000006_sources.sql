-- Where frames come from: the usual source of each device, the sources that a plant allows, and events that name them.
-- A source is an IPv4 address, or the /64 of an IPv6 address.

create table device_sources (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  -- where its frames usually come from
  usual text not null,
  -- another that sent while the usual one did, and when it was last noted: not with every frame
  other text,
  other_at timestamptz,
  -- one that the plant does not allow, and when it was last noted
  refused text,
  refused_at timestamptz,
  primary key (sid, sn)
);
grant select, insert, update, delete on device_sources to heliograph_call;

-- Addresses and CIDR ranges that frames of its devices may come from; empty: from anywhere.
alter table sites add column allowed_sources text[] not null default '{}';

-- What an event names besides its device: the two sources of 'secondSource', the one of 'foreignSource'.
alter table events add column detail jsonb;

-- Who sent last, of numbers of no plant: no source may fill the table.
alter table serial_numbers add column source text not null default '';
