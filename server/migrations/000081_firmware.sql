-- Firmware: versions of what devices run, with their makers' signatures; their files, kept in pieces as they come in.

create table firmware (
  id int primary key generated always as identity,
  -- as devices report it
  version_name text not null,
  -- model code of its product
  model int not null,
  -- '': any
  hardware text not null,
  description text not null,
  file_name text not null,
  bytes int not null,
  -- how much of it is there
  received int not null default 0,
  -- null until all of it is there and the signature was found right
  sha256 bytea,
  -- of its maker: Ed25519
  signature bytea not null,
  published_at timestamptz,
  is_forced boolean not null,
  -- null once the account has left
  created_by int,
  created_at timestamptz not null,
  -- rises with every change: two editors do not overwrite each other
  revision int not null default 1,
  check (published_at is null or sha256 is not null)
);
create unique index firmware_versions on firmware (model, hardware, version_name);

-- Of equal length but for the last, so that a range is found without reading what is before it.
create table firmware_pieces (
  firmware_id int not null references firmware (id) on delete cascade,
  piece int not null,
  bytes bytea not null,
  primary key (firmware_id, piece)
);

alter table firmware enable row level security;
alter table firmware_pieces enable row level security;
grant select, insert, delete on firmware, firmware_pieces to heliograph_call;
grant update (description, received, sha256, published_at, is_forced, revision) on firmware to heliograph_call;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  signed_in constant text := $x$current_setting('heliograph.user_id', true) <> ''$x$;
  -- No plant has this id: the change is one of firmware.
  changing constant text := $x$texteq(current_setting('heliograph.changing', true), 'firmware')$x$;
  rule constant text := format('%s and %s', changing, everything);
  name text;
begin
  execute format('create policy seen on firmware for select to heliograph_call using (%s and (%s or published_at is not null))', signed_in, everything);
  -- Others get a file by its address alone, which the process itself answers.
  execute format('create policy seen on firmware_pieces for select to heliograph_call using (%s)', everything);
  foreach name in array array['firmware', 'firmware_pieces'] loop
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', name, rule);
    execute format('create policy deleted on %I for delete to heliograph_call using (%s)', name, rule);
  end loop;
  execute format('create policy changed on firmware for update to heliograph_call using (%s)', rule);
end $$;
