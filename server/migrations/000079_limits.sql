-- Devices are limited, restarted, switched on and off by command, beside parameters that are read and written.

alter table commands drop constraint commands_action_check;
-- every word of the protocol, so that none has to be added here again
alter table commands add constraint commands_action_check
  check (action in ('read', 'write', 'limit', 'restart', 'on', 'off', 'update'));
