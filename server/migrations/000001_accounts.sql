-- Who uses the portal: companies in a tree, users, their roles, what a role may do, sessions.

create table companies (
  id int generated always as identity primary key,
  parent_id int references companies (id),
  -- manager (runs the portal), distributor, dealer, installer
  kind text not null check (kind in ('manager', 'distributor', 'dealer', 'installer')),
  name text not null,
  brand_id int not null default 0 check (brand_id between 0 and 13),
  created_at timestamptz not null default now()
);
create index companies_parent on companies (parent_id);

create table roles (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  -- what its members see: everything, their company's branch, or only what they own or what is shared with them
  scope text not null check (scope in ('all', 'branch', 'own')),
  created_at timestamptz not null default now()
);

create table menus (
  id int generated always as identity primary key,
  parent_id int references menus (id),
  -- 1 page, 2 button, 3 page module (spec.md section 3)
  mode smallint not null check (mode in (1, 2, 3)),
  -- the permission id that calls and pages ask for
  name text not null unique,
  title text not null,
  title_locale text not null,
  icon text not null default '',
  path text not null default '',
  params text not null default '',
  sort int not null default 0
);

create table role_menus (
  role_id int not null references roles (id),
  menu_id int not null references menus (id),
  primary key (role_id, menu_id)
);

create table users (
  id int generated always as identity primary key,
  -- lower case
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  name text not null default '',
  phone text not null default '',
  country_code text not null default '',
  state_code text not null default '',
  city text not null default '',
  street text not null default '',
  avatar_path text not null default '',
  lan smallint not null default 6,
  frozen_at timestamptz,
  created_at timestamptz not null default now()
);

create table memberships (
  user_id int not null references users (id) on delete cascade,
  company_id int not null references companies (id),
  role_id int not null references roles (id),
  is_company_owner boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, company_id)
);
create index memberships_company on memberships (company_id);

create table sessions (
  id int generated always as identity primary key,
  -- SHA-256 of the opaque token; the token itself is nowhere
  token_hash bytea not null unique,
  user_id int not null references users (id) on delete cascade,
  company_id int not null references companies (id),
  role_id int not null references roles (id),
  client text not null default '',
  address text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id, last_used_at desc);

-- A change that is sent twice with the same key is done once and answered twice with the same words.
create table idempotency_keys (
  user_id int not null references users (id) on delete cascade,
  key text not null,
  path text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);

create table settings (
  name text primary key,
  value jsonb not null
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id int,
  address text not null default '',
  action text not null,
  object text not null,
  before jsonb,
  after jsonb
);
create rule audit_log_no_update as on update to audit_log do instead nothing;
create rule audit_log_no_delete as on delete to audit_log do instead nothing;
