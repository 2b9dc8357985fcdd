-- Powers and counter readings of a flow that were errors of transmission, by day, and the power above which a single sample
-- was doubtful at the end of the day: charts draw nothing above it. Null: the day has no samples.
alter table device_flows
  add column rejected_powers int not null default 0,
  add column rejected_readings int not null default 0,
  add column bound_w double precision;
