-- A person who takes care of a problem until a day of the plant: stored with its events, as acknowledgements are, and copied to its rows.
alter table events
  -- a user; gone with an account, the event stays
  add column assigned_to int,
  add column due_on date;
alter table problems
  add column assigned_to int,
  add column due_on date;
create index problems_assigned on problems (assigned_to) where assigned_to is not null;

-- One more purpose of mails about a plant.
do $$
declare
  c record;
begin
  for c in
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname = 'mails_purpose_check'
  loop
    execute format('alter table mails drop constraint %I, add constraint %I %s', c.name, c.name,
      replace(c.text, 'ARRAY[', 'ARRAY[''assigned''::text, '));
  end loop;
end $$;
