-- Samples as hot rows of packed numbers until their day is over, then as one compressed block per device and local day.
-- docs/block-format.md says what the bytes mean. Only telemetry/sample*.ts reads or writes them.

create table hot_samples (
  sid text not null,
  sn text not null,
  at timestamptz not null,
  body bytea not null,
  primary key (sid, sn, at)
) partition by hash (sid);
-- By site, as everything here: one site's samples are in one part, and each part is vacuumed by itself.
do $$
begin
  for part in 0..7 loop
    execute format('create table hot_samples_%s partition of hot_samples for values with (modulus 8, remainder %s)', part, part);
  end loop;
end $$;

create table sample_blocks (
  sid text not null,
  sn text not null,
  -- the site's own day when it was sealed
  day date not null,
  -- instants, status, power and counter; what charts ask for most
  power bytea not null,
  grid bytea,
  inputs bytea,
  primary key (sid, sn, day)
)
-- Blocks are compressed already and stay in their row: a day of five-minute samples is about 1 KB, of one-second samples more than a page.
with (toast_tuple_target = 8160);
alter table sample_blocks
  alter column power set storage external,
  alter column grid set storage external,
  alter column inputs set storage external;

-- Blocks whose checksum or form is wrong. They are left as they are: nothing is read from them or sealed into them.
create table damaged_blocks (
  sid text not null,
  sn text not null,
  day date not null,
  found_at timestamptz not null,
  reason text not null,
  primary key (sid, sn, day)
);

-- What was stored as plain rows becomes hot rows; the sealing job packs them. Single precision is read as the shortest
-- decimal that means it, which is what the device sent.
create function pg_temp.entry(id int, value float8) returns bytea language sql immutable as $$
  select case when value is null then ''::bytea else decode(lpad(to_hex(id), 2, '0') || 'ff', 'hex') || float8send(value) end
$$;

insert into hot_samples (sid, sn, at, body)
select sid, sn, at,
  int4send(status) || int2send(mode) || (case when imported then '\x01' else '\x00' end)::bytea
  || pg_temp.entry(1, power_w::text::float8) || pg_temp.entry(2, counter_wh)
  || pg_temp.entry(3, bus_voltage_v::text::float8) || pg_temp.entry(4, grid_voltage_v::text::float8)
  || pg_temp.entry(6, frequency_hz::text::float8) || pg_temp.entry(7, temperature_c::text::float8)
  || pg_temp.entry(16, input1_power_w::text::float8) || pg_temp.entry(17, input2_power_w::text::float8)
  || pg_temp.entry(18, input3_power_w::text::float8) || pg_temp.entry(19, input4_power_w::text::float8)
  || pg_temp.entry(24, input1_voltage_v::text::float8) || pg_temp.entry(25, input2_voltage_v::text::float8)
  || pg_temp.entry(26, input3_voltage_v::text::float8) || pg_temp.entry(27, input4_voltage_v::text::float8)
  || pg_temp.entry(32, input1_current_a::text::float8) || pg_temp.entry(33, input2_current_a::text::float8)
  || pg_temp.entry(40, input1_counter_wh::text::float8) || pg_temp.entry(41, input2_counter_wh::text::float8)
  || pg_temp.entry(42, input3_counter_wh::text::float8) || pg_temp.entry(43, input4_counter_wh::text::float8)
from samples;

drop table samples;

-- Stored as the text they came as: nobody looks inside by SQL, and making jsonb is dear at 20,000 rows a second.
alter table device_live alter column quantities drop default;
alter table device_live alter column quantities type json using quantities::json;
alter table device_live alter column quantities set default '{}';
alter table device_days alter column carry type json using carry::json;
-- A batch moves most rows of a page at once: the old versions must fit beside the new ones, or the index grows.
alter table device_live set (fillfactor = 45);
