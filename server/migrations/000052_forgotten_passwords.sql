-- Links with which a forgotten password is replaced, and mails about accounts, which are of no plant.

-- By address, whether or not there is such an account: asking takes as long and does the same for every one. The mail is
-- dropped where there is none. One of each address, so that a new link ends the one before.
create table password_resets (
  -- lower case
  email text primary key check (email = lower(email)),
  -- SHA-256 of the token
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
create index password_resets_expires on password_resets (expires_at);

-- Of an account: null. No setting equals it, so that no call sees these mails.
alter table mails alter column about_sid drop not null;
alter table mails drop constraint mails_purpose_check,
  add constraint mails_purpose_check check (
    purpose in ('daily', 'weekly', 'monthly', 'alerts', 'confirm', 'invitation', 'offer', 'offerAnswered', 'careEnded',
      'resetPassword', 'passwordChanged', 'signUpCode', 'hasAccount')
  ),
  add constraint mails_about_check check (
    (about_sid is null) = (purpose in ('resetPassword', 'passwordChanged', 'signUpCode', 'hasAccount'))
  );

-- The process alone reads and writes it.
alter table password_resets enable row level security;
