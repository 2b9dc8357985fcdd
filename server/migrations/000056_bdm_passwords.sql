-- Who generated a password for which BDM device, when and why: never the password. Lines are added and nothing else.
create table bdm_passwords (
  user_id int not null,
  id uuid not null,
  -- the account's address then: the line outlives the account
  user_email text not null,
  about_sn text not null,
  -- the plant it was in; null: none
  about_sid text,
  purpose text not null,
  made_at timestamptz not null,
  valid_until timestamptz not null,
  primary key (user_id, id)
);
create index bdm_passwords_made on bdm_passwords (made_at desc);

alter table bdm_passwords enable row level security;
grant select, insert on bdm_passwords to heliograph_call;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  mine constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
begin
  execute format('create policy seen on bdm_passwords for select to heliograph_call using (%s or %s)', everything, mine);
  execute format('create policy made on bdm_passwords for insert to heliograph_call with check (%s)', mine);
end $$;
