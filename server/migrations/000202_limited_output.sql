-- Output lost by a high grid voltage and by power limits, as problems with their loss.

-- What a device lost on a day by a high grid voltage, as energy/voltage computes it: hourly valuation of problems cannot read
-- the samples of months.
create table voltage_losses (
  sid text not null,
  sn text not null,
  day date not null,
  -- null: unknown
  lost_wh double precision,
  -- 'neighbours': devices of the plant that were not throttled; 'ownCurve': the device's own curve
  basis text check (basis in ('neighbours', 'ownCurve')),
  primary key (sid, sn, day)
);
alter table voltage_losses enable row level security;
create policy seen on voltage_losses for select to heliograph_call
  using (texteq(current_setting('heliograph.scope', true), 'all') or sid = current_setting('heliograph.site', true));
grant select on voltage_losses to heliograph_call;

-- day of the plant up to which its voltages were checked; null: it is checked next
alter table site_live add column voltage_checked_on date;

alter table problems drop constraint problems_loss_basis_check;
alter table problems add constraint problems_loss_basis_check check (loss_basis in ('neighbours', 'modules', 'ownCurve'));

-- Devices that report a power limit, of all devices with parameters.
create index device_parameters_limited on device_parameters (sid)
  where (told -> 'limitPercent' ->> 'value')::float8 < 100;

-- `lost` has all days since the beginning, not only the last ones; false: found before this was stored
alter table module_findings add column lost_is_whole boolean not null default false;
