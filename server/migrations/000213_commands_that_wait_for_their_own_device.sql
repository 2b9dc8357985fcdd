-- A device that does not answer holds back only its own commands: one is under way for each device, not for each gateway.
drop index commands_under_way;
create unique index commands_under_way on commands (sid, gateway_sn, sn) where state in ('issued', 'accepted');
-- Not sent before: the sunrise that a sleeping device waits for. null: at once
alter table commands add column starts_at timestamptz;
