-- Calls that wait without a connection: who has one of a user's places for changes, and who has begun what a key stands for.
-- Pictures of users.

-- Empty after a crash of PostgreSQL, with which what was under way has failed.
create unlogged table change_places (
  user_id int not null references users (id) on delete cascade,
  place smallint not null check (place between 0 and 3),
  holder uuid not null,
  -- then the place is free, whatever became of its holder
  held_until timestamptz not null,
  primary key (user_id, place)
);
grant select, insert, update, delete on change_places to heliograph_call;

-- Without an answer the request is under way until then, or ended with its server.
alter table idempotency_keys
  add column holder uuid,
  add column held_until timestamptz,
  -- a part of it was committed before its answer
  add column changed boolean not null default false;
grant delete on idempotency_keys to heliograph_call;

-- One of each user, bounded by the call that keeps it. The name is what its address ends in: who does not know it does not find it.
create table user_pictures (
  user_id int primary key references users (id) on delete cascade,
  name text not null unique check (name ~ '^[A-Za-z0-9_-]{22}$'),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 1048576),
  created_at timestamptz not null
);
grant select, insert, update, delete on user_pictures to heliograph_call;

do $$
declare
  own constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
  name text;
begin
  foreach name in array array['change_places', 'user_pictures'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy seen on %I for select to heliograph_call using (%s)', name, own);
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', name, own);
    execute format('create policy changed on %I for update to heliograph_call using (%s)', name, own);
    execute format('create policy deleted on %I for delete to heliograph_call using (%s)', name, own);
  end loop;
  execute format('create policy deleted on idempotency_keys for delete to heliograph_call using (%s)', own);
end $$;
