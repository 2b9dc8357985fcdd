-- What a user keeps of a list: choice and order of columns, and views saved under a name.

create table list_views (
  user_id int not null references users (id) on delete cascade,
  -- the list's call
  list text not null,
  -- null: the list's usual columns
  columns jsonb,
  views jsonb not null default '[]',
  primary key (user_id, list)
);
grant select, insert, update on list_views to heliograph_call;

do $$
declare
  own constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
begin
  alter table list_views enable row level security;
  execute format('create policy seen on list_views for select to heliograph_call using (%s)', own);
  execute format('create policy made on list_views for insert to heliograph_call with check (%s)', own);
  execute format('create policy changed on list_views for update to heliograph_call using (%s)', own);
end $$;
