-- Days of meters, batteries and inverters may contain the energy of errors of transmission, which are rejected from now on:
-- a job recomputes the days of each device with flows from its samples.
update device_live l set version = l.version + 1,
  fold_timezone = coalesce(l.fold_timezone, s.timezone), fold_latitude = coalesce(l.fold_latitude, s.latitude),
  fold_longitude = coalesce(l.fold_longitude, s.longitude), fold_from = null
from sites s
where s.sid = l.sid and l.at is not null
  and exists (select from device_flow_spans f where f.sid = l.sid and f.sn = l.sn);

insert into site_jobs (sid, kind, started_at)
select sid, 'recompute', now() from device_flow_spans group by sid
on conflict (sid, kind) do update set asked = site_jobs.asked + 1;
