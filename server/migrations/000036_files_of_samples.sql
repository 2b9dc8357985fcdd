-- Files of samples that are made in the background: of the user who asked, for a day, in pieces, so that any server hands them out.
create table user_files (
  user_id int not null references users (id) on delete cascade,
  id uuid not null,
  -- the plant and the device that it tells of; whether its reader may still see them is asked when it is fetched
  about_sid text not null,
  about_sn text not null,
  -- days of the plant's calendar, both included
  start_day date not null,
  end_day date not null,
  format text not null check (format in ('csv', 'xlsx', 'parquet')),
  -- names of contract/src/measurements.ts; empty: all that the device tells
  quantities text[] not null,
  -- of its heads and words
  language text not null,
  name text not null,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  failure text check (failure in ('tooLarge', 'yoursFull', 'noRoom', 'fault')),
  days int not null,
  done_days int not null default 0,
  bytes bigint not null default 0,
  pieces int not null default 0,
  -- how often it was begun
  tries int not null default 0,
  -- who may write for it: rises with every holder, as in site_jobs
  fence int not null default 0,
  held_until timestamptz,
  ready_at timestamptz,
  -- then it goes; null while it is being made
  ends_at timestamptz,
  primary key (user_id, id),
  check ((state = 'failed') = (failure is not null)),
  check ((state in ('ready', 'failed')) = (ends_at is not null))
);
-- Who asks for the same twice gets the one that is being made.
create unique index user_files_under_way
  on user_files (user_id, about_sid, about_sn, start_day, end_day, format, language, quantities)
  where state in ('waiting', 'running');
create index user_files_end on user_files (ends_at) where ends_at is not null;
create index user_files_about on user_files (about_sid);

-- Up to a megabyte each.
create table user_file_pieces (
  user_id int not null,
  id uuid not null,
  piece int not null,
  bytes bytea not null,
  primary key (user_id, id, piece),
  foreign key (user_id, id) references user_files (user_id, id) on delete cascade
);

-- XLSX and Parquet are packed already, and packing CSV here would take longer than making it.
alter table user_file_pieces alter column bytes set storage external;

alter table user_files enable row level security;
alter table user_file_pieces enable row level security;
grant select, insert, delete on user_files to heliograph_call;
grant select on user_file_pieces to heliograph_call;
do $$
declare
  own constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
begin
  execute format('create policy seen on user_files for select to heliograph_call using (%s)', own);
  execute format('create policy made on user_files for insert to heliograph_call with check (%s)', own);
  execute format('create policy deleted on user_files for delete to heliograph_call using (%s)', own);
  execute format('create policy seen on user_file_pieces for select to heliograph_call using (%s)', own);
end $$;
