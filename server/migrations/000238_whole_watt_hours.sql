-- The energy of a device's day counts in whole watt-hours, so that the days of a plant add up to its totals. Totals and the
-- sums of modules, which follow the days by differences, begin from the days once.
update device_live l set total_wh = t.total_wh, version = l.version + 1
from (
  select sid, sn, sum(floor(floor(energy_wh * 1000 + 0.5) / 1000 + 0.5)) as total_wh from device_days group by sid, sn
) t
where l.sid = t.sid and l.sn = t.sn and l.total_wh <> t.total_wh;

update site_live l set total_wh = t.total_wh
from (
  select sid, sum(floor(floor(energy_wh * 1000 + 0.5) / 1000 + 0.5)) as total_wh from site_days group by sid
) t
where l.sid = t.sid and l.total_wh <> t.total_wh;

update module_months m set device_wh = t.device_wh, energy_wh = array(
  select energy * t.device_wh / m.device_wh from unnest(m.energy_wh) with ordinality as e (energy, input) order by input)
from (
  select sid, sn, date_trunc('month', day)::date as month, sum(floor(floor(energy_wh * 1000 + 0.5) / 1000 + 0.5)) as device_wh
  from device_days where input_shares is not null group by 1, 2, 3
) t
where m.sid = t.sid and m.sn = t.sn and m.month = t.month and m.device_wh > 0 and m.device_wh <> t.device_wh;
