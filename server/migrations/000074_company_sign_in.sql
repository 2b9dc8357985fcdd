-- Sign-in by OpenID Connect: a company names its provider and the e-mail domains that it has proved; people of it sign in there.

create table company_sign_ins (
  company_id int primary key references companies (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  -- nonce, secret and tag of AES-256-GCM, as secrets of apps (000061)
  client_secret bytea not null,
  -- what people get who come for the first time; null: the role is gone, and nobody new comes
  role_id int references roles (id) on delete set null,
  -- false: its people, but for who manages it, come in by the provider alone
  allows_other_ways boolean not null,
  -- the provider asks for a second step: that of the account is not asked for then
  has_second_step boolean not null,
  changed_at timestamptz not null
);

-- Claimed by whoever likes, of use once its DNS holds the text; then it is one company's alone.
create table company_domains (
  company_id int not null references company_sign_ins (company_id) on delete cascade,
  domain text not null check (domain = lower(domain)),
  -- what its DNS has to hold, after "heliograph-verification="
  proof text not null,
  proved_at timestamptz,
  primary key (company_id, domain)
);
create unique index company_domains_proved on company_domains (domain) where proved_at is not null;

-- Who somebody is at a company's provider; it ends with the place in the company.
create table company_identities (
  company_id int not null references company_sign_ins (company_id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id int not null references users (id) on delete cascade,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (company_id, issuer, subject),
  -- another person who has been given the address is not let in
  unique (company_id, issuer, user_id),
  foreign key (user_id, company_id) references memberships (user_id, company_id) on delete cascade
);
create index company_identities_user on company_identities (user_id, company_id);

-- On the way to a provider and back, within ten minutes, in one browser.
create table company_visits (
  -- SHA-256 of `state`, and of what the browser's cookie holds
  state_hash bytea primary key,
  browser_hash bytea not null,
  -- no keys to companies: a visit that comes back after its company closed is told so
  company_id int not null,
  issuer text not null,
  client_id text not null,
  nonce text not null,
  -- of PKCE
  verifier text not null,
  -- where on the portal it goes on
  redirect text not null,
  expires_at timestamptz not null,
  -- the provider's answer came: another one is not taken
  answered_at timestamptz,
  -- who it is, once the provider has said so and a code of the account is still to come
  user_id int references users (id) on delete cascade
);
create index company_visits_expires on company_visits (expires_at);
create index company_visits_user on company_visits (user_id) where user_id is not null;

-- By whose provider a session was opened: it stays in that company. Null: by the account's own password or passkey.
alter table sessions add column signed_in_by int;
alter table sessions drop constraint sessions_second_factor_check;
alter table sessions
  add constraint sessions_second_factor_check check (second_factor in ('code', 'recovery', 'passkey', 'provider'));

-- The process alone reads and writes all of it.
alter table company_sign_ins enable row level security;
alter table company_domains enable row level security;
alter table company_identities enable row level security;
alter table company_visits enable row level security;
