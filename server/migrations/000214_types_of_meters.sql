-- How a meter is wired, as entered when it was registered. null: known by what it reports
alter table devices add column meter_type text check (meter_type in ('singlePhase', 'fourWire', 'threeWire'));
