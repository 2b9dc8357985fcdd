-- Two more purposes of mails about accounts: claims that wait for administrators, and the decision about a claim.
do $$
declare
  c record;
begin
  for c in select conname, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname in ('mails_purpose_check', 'mails_about_check')
  loop
    execute format('alter table mails drop constraint %1$I, add constraint %1$I %2$s', c.conname,
      replace(c.text, 'ARRAY[', 'ARRAY[''claimsWaiting''::text, ''ownershipDecided''::text, '));
  end loop;
end $$;
