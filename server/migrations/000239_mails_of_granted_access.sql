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
