-- What an account signs in with beside its password, and what it is known to sign in with.

-- A program and its system in words ("Firefox, Windows"): whoever signs in with one that is not here is told of by mail.
create table sign_in_devices (
  user_id int not null references users (id) on delete cascade,
  device text not null,
  used_at timestamptz not null,
  primary key (user_id, device)
);

-- Codes of an app (RFC 6238), one app for an account.
create table second_factors (
  user_id int primary key references users (id) on delete cascade,
  -- nonce, secret and tag of AES-256-GCM; the key is in the environment alone
  secret bytea not null,
  -- of the last code that was taken: each is good once
  last_step bigint not null default 0,
  made_at timestamptz not null,
  -- null: no code has been shown yet, and none is asked for
  confirmed_at timestamptz
);

-- Each good once, in place of an app that is lost.
create table recovery_codes (
  user_id int not null references users (id) on delete cascade,
  -- SHA-256 of 80 bits of chance
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table passkeys (
  -- as the browser names it, base64url
  id text primary key,
  user_id int not null references users (id) on delete cascade,
  public_key bytea not null,
  -- how often it has signed, as far as it tells
  counter bigint not null,
  name text not null,
  made_at timestamptz not null,
  -- null: never
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, made_at);

-- What a passkey has to sign, once.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- whose passkey is being made; null: of somebody who signs in
  user_id int references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);

-- By what a session showed more than a password; null: by nothing.
alter table sessions add column second_factor text check (second_factor in ('code', 'recovery', 'passkey'));

-- Two more purposes of mails about accounts, besides those that are there by now.
do $$
declare
  c record;
begin
  for c in select conname, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname in ('mails_purpose_check', 'mails_about_check')
  loop
    execute format('alter table mails drop constraint %1$I, add constraint %1$I %2$s', c.conname,
      replace(c.text, 'ARRAY[', 'ARRAY[''newSignIn''::text, ''signInChanged''::text, '));
  end loop;
end $$;

-- The process alone reads and writes all but the names of passkeys.
alter table sign_in_devices enable row level security;
alter table second_factors enable row level security;
alter table recovery_codes enable row level security;
alter table passkey_challenges enable row level security;
alter table passkeys enable row level security;
grant select (id, user_id, name, made_at, last_used_at), delete on passkeys to heliograph_call;
do $$
declare
  mine constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
begin
  execute format('create policy seen on passkeys for select to heliograph_call using (%s)', mine);
  execute format('create policy deleted on passkeys for delete to heliograph_call using (%s)', mine);
end $$;
