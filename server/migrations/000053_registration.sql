-- Accounts that people make themselves: the mailed codes, what was agreed to, and in whose name a business owns its plants.

-- By address, as links of forgotten passwords are: one with an account has a row, too, whose code nobody was told.
create table sign_up_codes (
  email text primary key check (email = lower(email)),
  -- argon2id: six digits are soon guessed from a quick hash
  code_hash text not null,
  tries int not null default 0,
  expires_at timestamptz not null
);
create index sign_up_codes_expires on sign_up_codes (expires_at);

create table consents (
  user_id int not null references users (id) on delete cascade,
  -- of terms and privacy policy
  version text not null,
  agreed_at timestamptz not null,
  primary key (user_id, version)
);

-- '': a person.
alter table users add column business_name text not null default '';
grant select (business_name), update (business_name) on users to heliograph_call;

-- The process alone reads and writes both.
alter table sign_up_codes enable row level security;
alter table consents enable row level security;
