-- One more purpose of mails about a plant: to the person whose request for access was accepted.
do $$
declare
  c record;
begin
  for c in
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname = 'mails_purpose_check'
  loop
    execute format('alter table mails drop constraint %I, add constraint %I %s', c.name, c.name,
      replace(c.text, 'ARRAY[', 'ARRAY[''joinAccepted''::text, '));
  end loop;
end $$;

-- Some devices of a plant in a file; empty: all of them, or the one of about_sn.
alter table user_files add column sns text[] not null default '{}';
drop index user_files_under_way;
-- By a hash of the numbers, since an entry of an index has room for some two hundred of them.
create unique index user_files_under_way
  on user_files (user_id, about_sid, about_sn, hash_array_extended(sns, 0), start_day, end_day, format, language, quantities) nulls not distinct
  where state in ('waiting', 'running');
