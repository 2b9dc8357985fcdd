-- From which day on a device's days are to be recomputed with the place that they have; null beside a fold_timezone: all of them.
alter table device_live add column fold_from date;
