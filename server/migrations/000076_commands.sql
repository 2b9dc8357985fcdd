-- Commands to devices, a queue for each gateway; what devices said of their parameters; and an owner's veto.

create table commands (
  sid text not null references sites (sid) on delete cascade,
  -- on the wire, too: the same id is obeyed once
  id uuid not null,
  gateway_sn text not null,
  sn text not null,
  action text not null check (action in ('read', 'write')),
  -- name -> wanted value; of a read name -> null
  parameters jsonb not null,
  -- what the device had said last when it was asked for, by name
  before jsonb not null default '{}',
  -- null: not read back
  read_back jsonb,
  state text not null check (state in ('draft', 'approved', 'issued', 'accepted', 'readBack', 'failed', 'expired')),
  -- which half of a write is under way: it is written, then read
  step text not null check (step in ('write', 'read')),
  reason text not null default '',
  is_protected boolean not null default false,
  -- the command after which this one goes back to the last confirmed values
  returns uuid,
  -- null: the portal itself
  asked_by int,
  -- for which they asked: the second person is of the same one
  company_id int,
  asked_at timestamptz not null,
  -- who approved, refused or withdrew it
  answered_by int,
  answered_at timestamptz,
  -- its place in the queue
  queued_at timestamptz,
  issued_at timestamptz,
  accepted_at timestamptz,
  ended_at timestamptz,
  -- how long it may take once it is queued
  valid_s int not null,
  expires_at timestamptz not null,
  -- of the step under way
  tries int not null default 0,
  tried_at timestamptz,
  primary key (sid, id)
);
create index commands_newest on commands (sid, asked_at desc, id);
create index commands_of_device on commands (sid, sn, asked_at desc);
-- One at a time on each gateway, whichever servers it is connected to.
create unique index commands_under_way on commands (sid, gateway_sn) where state in ('issued', 'accepted');
create index commands_queue on commands (gateway_sn) where state in ('approved', 'issued', 'accepted');
create index commands_due on commands (expires_at) where state in ('draft', 'approved', 'issued', 'accepted');

-- As a device said it last: name -> {value, at}.
create table device_parameters (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  told jsonb not null default '{}',
  primary key (sid, sn)
);

-- null: it may be controlled, as far as roles say
alter table sites
  add column control_off_at timestamptz,
  add column control_off_by int;

do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
  name text;
begin
  foreach name in array array['commands', 'device_parameters'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy seen on %I for select to heliograph_call using (%s or %s)', name, everything, asked);
  end loop;
  execute format('create policy made on commands for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on commands for update to heliograph_call using (%s) with check (%1$s)', changing);
end $$;
grant select, insert on commands to heliograph_call;
-- What a command says is never changed, only how far it is: and of that a call moves what has not been sent.
grant update (state, reason, answered_by, answered_at, queued_at, ended_at, expires_at) on commands to heliograph_call;
grant select on device_parameters to heliograph_call;
