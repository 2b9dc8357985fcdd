-- An account that leaves: its addresses that are still written in the audit log, until a job has gone through it.

create table left_accounts (
  user_id int primary key,
  email text not null,
  left_at timestamptz not null,
  -- lines of the audit log up to here were gone through, and up to there they may hold the address
  done_id bigint not null default 0,
  last_id bigint not null
);

-- The process alone reads and writes it.
alter table left_accounts enable row level security;

-- Lines stay as they are, but for the address of who has left, which that job alone takes out of them.
create or replace rule audit_log_no_update as on update to audit_log
  where current_setting('heliograph.leaving', true) is distinct from 'on' do instead nothing;

-- All that an account owns as one file, made by a job when it is asked for, and kept for a day in pieces; one of each account.
create table account_archives (
  user_id int primary key references users (id) on delete cascade,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  failure text check (failure in ('tooLarge', 'fault')),
  plants int not null default 0,
  done_plants int not null default 0,
  bytes bigint not null default 0,
  pieces int not null default 0,
  tries int not null default 0,
  -- who may write for it: rises with every holder
  fence int not null default 0,
  held_until timestamptz,
  -- then it goes; null while it is being made
  ends_at timestamptz,
  check ((state = 'failed') = (failure is not null)),
  check ((state = 'waiting') = (ends_at is null))
);
create index account_archives_end on account_archives (ends_at) where ends_at is not null;

-- Up to a megabyte each.
create table account_archive_pieces (
  user_id int not null references account_archives (user_id) on delete cascade,
  piece int not null,
  bytes bytea not null,
  primary key (user_id, piece)
);
alter table account_archive_pieces alter column bytes set storage external;

alter table account_archives enable row level security;
alter table account_archive_pieces enable row level security;
grant select, insert, delete on account_archives to heliograph_call;
grant select on account_archive_pieces to heliograph_call;
do $$
declare
  own constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
begin
  execute format('create policy seen on account_archives for select to heliograph_call using (%s)', own);
  execute format('create policy made on account_archives for insert to heliograph_call with check (%s)', own);
  execute format('create policy deleted on account_archives for delete to heliograph_call using (%s)', own);
  execute format('create policy seen on account_archive_pieces for select to heliograph_call using (%s)', own);
end $$;
