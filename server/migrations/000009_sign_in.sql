-- Limits of tries for all server processes, and the networks that an account has signed in from.

-- Not logged: it costs no write to disk, and after a crash of PostgreSQL counting begins anew.
create unlogged table tries (
  -- a key of LIMITS in limits.ts
  name text not null,
  -- SHA-256 of what is limited (an account, an address), base64url: of one length, and no list of accounts
  key text not null,
  points int not null,
  ends_at timestamptz not null,
  primary key (name, key)
);
create index tries_ends on tries (ends_at);

-- From these an account's owner is let in however many strangers guess at the password.
create table sign_in_networks (
  user_id int not null references users (id) on delete cascade,
  -- an IPv4 address, or the /64 of an IPv6 address
  network text not null,
  used_at timestamptz not null,
  primary key (user_id, network)
);
create index sign_in_networks_used on sign_in_networks (used_at);

-- The process counts and looks; calls do neither.
revoke all on tries, sign_in_networks from heliograph_call;

-- A stored answer is given again only to who may still ask for it.
alter table idempotency_keys
  add column company_id int,
  -- the call's own permissions that the session had
  add column permissions text[] not null default '{}',
  -- the plant that was changed, when the session sees it after the change
  add column about_sid text;
