-- What a device says of itself besides its values, how often it says it, and what people note about a plant.

alter table device_live
  -- seconds between its uploads, as announced or learnt from its reports (rules/uploadInterval.ts)
  add column upload_every_s smallint not null default 300 check (upload_every_s between 1 and 3600),
  -- as the device tells it; '' where it tells none
  add column firmware text not null default '';

-- The newest value of any of its devices is live until then: three uploads of the device that sent it.
alter table site_live add column fresh_until timestamptz;
update site_live l set fresh_until = x.fresh_until
from (
  select v.sid, max(v.at + 3 * v.upload_every_s * interval '1 second') as fresh_until
  from device_live v join devices d on d.sid = v.sid and d.sn = v.sn and d.removed_at is null
  where v.at is not null group by v.sid
) x where l.sid = x.sid;

alter table sites add column remark text not null default '';

alter table products
  add column phases smallint not null default 1 check (phases in (1, 3)),
  -- what can be asked of it by command: rows of funcList as product/sn/info answers them
  add column functions jsonb not null default '[]';
-- its grid word is a voltage between phases
update products set phases = 3 where name = 'BDM-2250';

-- The gateway that reported a number of no plant last; null: it speaks for itself.
alter table serial_numbers add column gateway_sn text;
create index serial_numbers_gateway on serial_numbers (gateway_sn) where gateway_sn is not null;
