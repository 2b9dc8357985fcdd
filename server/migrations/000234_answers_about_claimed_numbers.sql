-- More purposes of mails: about an account, that requests for numbers in its company's stock wait; about a plant, that such a
-- request was answered.
do $$
declare
  c record;
begin
  for c in
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname in ('mails_purpose_check', 'mails_about_check')
  loop
    execute format('alter table mails drop constraint %I, add constraint %I %s', c.name, c.name,
      replace(c.text, 'ARRAY[', case when c.name = 'mails_purpose_check' then 'ARRAY[''requestAnswered''::text, ''requestsWaiting''::text, '
        else 'ARRAY[''requestsWaiting''::text, ' end));
  end loop;
end $$;
