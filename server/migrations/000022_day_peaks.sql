-- The highest power of a plant's day, found once the day is over from the same slots of five minutes as its chart. Whatever
-- changes the day's energy says that it has to be found again.
alter table site_days add column peak_w double precision;
alter table site_days add column peak_at timestamptz;
alter table site_days add column peak_known boolean not null default false;
create index site_days_without_peak on site_days (day) where not peak_known;
