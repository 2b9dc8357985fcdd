-- How the energy of a finished day is divided among the inputs of its device, and the sums of months: the month and the
-- lifetime of every module on a roof are read from here, not from years of samples.

-- Share of each input, by its number; null for an input without values, '{}' where nothing divides the day.
-- Null: not computed yet. Whatever writes a day's energy sets it to null, and the job energy/modules/shareDays.ts fills it.
alter table device_days add column input_shares float8[];
alter table device_days add column shares_basis text check (shares_basis in ('counted', 'integrated', 'whole'));
create index device_days_to_share on device_days (day) where input_shares is null;

-- Sums over the days of a month whose shares are computed.
create table module_months (
  sid text not null,
  sn text not null,
  -- its first day
  month date not null,
  -- of the device, also on days that nothing divides
  device_wh float8 not null,
  -- by number of the input
  energy_wh float8[] not null,
  primary key (sid, sn, month)
);
alter table module_months enable row level security;
grant select on module_months to heliograph_call;
create policy seen on module_months for select to heliograph_call
  using (texteq(current_setting('heliograph.scope', true), 'all') or sid = current_setting('heliograph.site', true));
