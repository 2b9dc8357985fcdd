-- Days that no inverter tells of have the production of the meters at the modules: rows of site_days with `devices` 0, copies
-- of site_flows (telemetry/meteredDays.ts). Their covered_s are seconds of the whole day, by night, too, the mean of the meters.

-- Power that a meter or a battery measures now, as its plant counts it: positive from the grid, from the modules, to the loads,
-- out of the battery; and at which of them it stands. Null: it tells none, or makes energy itself (power_w).
alter table device_live add column flow_w real, add column flow_of text;
-- A meter at the modules has told of the plant: its power and total are summed anew with each report, not by differences.
alter table site_live add column metered boolean not null default false;

insert into site_days (sid, day, energy_wh, source, covered_s, devices, hours)
select f.sid, f.day, f.energy_wh,
  case f.counted + f.integrated + f.mixed + f.imported when f.counted then 'counted' when f.integrated then 'integrated'
    when f.imported then 'imported' else 'mixed' end,
  f.covered_s / greatest(1, f.counted + f.integrated + f.mixed + f.imported), 0, f.hours
from site_flows f where f.flow = 'production' and f.by_meter
on conflict do nothing;

update site_live l set metered = true, total_wh = round(x.total_wh::numeric, 6), day = greatest(l.day, x.day),
  today_wh = case when x.day >= coalesce(l.day, x.day) then x.today_wh else l.today_wh end
from (
  select d.sid, sum(d.energy_wh) as total_wh, max(d.day) as day, (array_agg(d.energy_wh order by d.day desc))[1] as today_wh
  from site_days d where d.sid in (select f.sid from site_flows f where f.flow = 'production') group by d.sid
) x
where l.sid = x.sid;

-- Days of energy that somebody took out with a device's history (history_removals): as in device_days, where flow is '', and
-- device_flows. They come back with its samples.
create table removed_days (
  sid text not null,
  sn text not null,
  removal uuid not null,
  flow text not null,
  day date not null,
  energy_wh double precision not null,
  integrated_wh double precision not null,
  spread_wh double precision not null,
  source text not null,
  covered_s double precision not null,
  peak_w double precision,
  hours bigint[],
  primary key (sid, sn, removal, flow, day)
);
alter table removed_days enable row level security;
-- Days of which there were figures.
alter table history_removals add column days int not null default 0;
