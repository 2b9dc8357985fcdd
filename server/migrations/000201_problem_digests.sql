-- A digest of the open problems of all plants that a user sees, by mail: off unless the user chooses it.
alter table users
  add column digest text not null default 'off' check (digest in ('off', 'weekly', 'daily')),
  -- by its clock the digest comes at seven in the morning
  add column digest_zone text not null default 'UTC',
  -- day or Monday of the last digest, in that zone
  add column digest_on date,
  -- whether the last digest listed problems: their end is worth one more
  add column digest_listed boolean not null default false;
create index users_digest on users (digest_zone) where digest <> 'off';
grant select (digest, digest_zone), update (digest, digest_zone, digest_on, digest_listed) on users to heliograph_call;

-- One more purpose of mails about an account, besides those that are there by now, whichever these are.
do $$
declare
  c record;
begin
  for c in
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname in ('mails_purpose_check', 'mails_about_check')
  loop
    execute format('alter table mails drop constraint %I, add constraint %I %s', c.name, c.name,
      replace(c.text, 'ARRAY[', 'ARRAY[''digest''::text, '));
  end loop;
end $$;
