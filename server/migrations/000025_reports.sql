-- Devices that tell reports: sensors are a kind of their own, and what a plant's flows, its phases and its strings say stands in parts of a block of their own.
alter table products drop constraint products_kind_check;
alter table products add constraint products_kind_check check (
  kind in ('microinverter', 'inverter', 'hybrid', 'gateway', 'meter', 'allInOne', 'string', 'battery', 'sensor'));

alter table sample_blocks add column flow bytea, add column phases bytea, add column strings bytea;
