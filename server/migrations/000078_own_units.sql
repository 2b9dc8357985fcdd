-- In which unit a person reads temperatures; empty: in each plant's.
alter table users add column temperature_unit text not null default '' check (temperature_unit in ('', 'Celsius', 'Fahrenheit'));
grant select (temperature_unit), update (temperature_unit) on users to heliograph_call;
