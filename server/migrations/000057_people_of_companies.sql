-- People of companies: who is invited into one and has not come yet, and whom a company has frozen.

-- Of one company: what the account is in others goes on there.
alter table memberships
  add column frozen_at timestamptz,
  add column frozen_reason text not null default '',
  -- who froze it; it outlives that account
  add column frozen_by int;

-- Whoever was asked into a company and has not answered. The same row, whether or not the address has an account: nobody
-- learns that from the list of people. What an account is made of is kept until then.
create table company_invitations (
  id int generated always as identity primary key,
  email text not null check (email = lower(email)),
  company_id int not null references companies (id),
  -- with a role that is deleted goes what was offered with it
  role_id int not null references roles (id) on delete cascade,
  is_company_owner boolean not null default false,
  name text not null default '',
  phone text not null default '',
  country_code text not null default '',
  state_code text not null default '',
  city text not null default '',
  street text not null default '',
  lan smallint not null default 6,
  -- the company and all above it, as negative numbers: in whose branches it is (000005)
  seen_by int[] not null,
  invited_by int not null,
  -- SHA-256 of the mailed token
  token_hash bytea not null unique,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  unique (email, company_id)
);
create index company_invitations_company on company_invitations (company_id);

alter table company_invitations enable row level security;
grant select (id, email, company_id, role_id, is_company_owner, name, phone, country_code, state_code, city, street, lan, seen_by,
  invited_by, made_at, expires_at) on company_invitations to heliograph_call;
create policy seen on company_invitations for select to heliograph_call using (
  texteq(current_setting('heliograph.scope', true), 'all')
  or nullif(current_setting('heliograph.branch', true), '')::int = any (seen_by)
);

-- One more mail that is of an account: whatever others there are by now.
do $$
declare
  c record;
begin
  for c in select conname, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname in ('mails_purpose_check', 'mails_about_check')
  loop
    execute format('alter table mails drop constraint %1$I, add constraint %1$I %2$s', c.conname,
      replace(c.text, 'ARRAY[', 'ARRAY[''joinCompany''::text, '));
  end loop;
end $$;
