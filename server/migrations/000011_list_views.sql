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
grant select, insert, update, delete on list_views to heliograph_call;
