-- Files of all devices of a plant: without a serial number.
alter table user_files alter column about_sn drop not null;
-- how many devices it is of; "days" and "done_days" count the days of each of them
alter table user_files add column device_count int not null default 1;

drop index user_files_under_way;
create unique index user_files_under_way
  on user_files (user_id, about_sid, about_sn, start_day, end_day, format, language, quantities) nulls not distinct
  where state in ('waiting', 'running');
