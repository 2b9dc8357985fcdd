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

do $$
declare
  own constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
begin
  alter table change_places enable row level security;
  execute format('create policy seen on change_places for select to heliograph_call using (%s)', own);
  execute format('create policy made on change_places for insert to heliograph_call with check (%s)', own);
  execute format('create policy changed on change_places for update to heliograph_call using (%s)', own);
  execute format('create policy deleted on change_places for delete to heliograph_call using (%s)', own);
  execute format('create policy deleted on idempotency_keys for delete to heliograph_call using (%s)', own);
end $$;
