-- A list of devices begins with those that are in trouble: a tenth of a fleet, found without a look at the others. What is
-- online stays so with almost every report, so that the index is hardly ever written.
create index device_live_troubled on device_live (status) where status <> 0;
