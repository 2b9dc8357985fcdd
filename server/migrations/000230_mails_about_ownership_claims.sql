-- Two more purposes of mails: about an account, that claims wait for administrators; about a plant, the decision about a claim.
do $$
declare
  c record;
begin
  for c in
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname in ('mails_purpose_check', 'mails_about_check')
  loop
    execute format('alter table mails drop constraint %I, add constraint %I %s', c.name, c.name,
      replace(c.text, 'ARRAY[', case when c.name = 'mails_purpose_check' then 'ARRAY[''ownershipDecided''::text, ''claimsWaiting''::text, '
        else 'ARRAY[''claimsWaiting''::text, ' end));
  end loop;
end $$;
