-- What takes a device back to its confirmed values is told again, hours later, when nobody answered it: found however many
-- commands there are.
create index commands_unheard_returns on commands (ended_at)
  where returns is not null and (state = 'expired' or (state = 'failed' and reason in ('notReachable', 'expired')));
