-- A plant's rule tells its devices a limit every few minutes, for years. What was not read back of that is found again
-- however long ago it was sent, what a person or a program did is found among all the limits, and what is some days old
-- stands as one row for each device and day.

create index commands_limits_unsure on commands (sid, ended_at)
  where action = 'limit' and state in ('failed', 'expired') and issued_at is not null;
create index commands_settings on commands (sid, sn, asked_at desc) where action in ('read', 'write');
-- those of a rule among them
create index commands_outputs on commands (sid, sn, asked_at desc) where action in ('limit', 'restart', 'on', 'off');
drop index commands_by_rule;
-- what was told again is not deleted any more
drop index commands_renewed;

-- {commands, changes, failed, least, most}: all that the rule told the device on the day of this row, which was the last of
-- it; null: it stands for itself
alter table commands add column stands_for jsonb;
create index commands_to_fold on commands (ended_at) where by_rule is not null and stands_for is null;
