-- Whose people have to show a second factor at sign-in, and resets of one that is lost.

-- Since when a role, or a company, asks it of its people; each has some days from then, or from when they came. Null: it does not.
alter table roles add column second_factor_since timestamptz;
alter table companies add column second_factor_since timestamptz;
grant update (second_factor_since) on roles to heliograph_call;
update roles set second_factor_since = now() where company_id is null and code in ('administrator', 'manager');

-- Asked for by somebody above who lost app and recovery codes; done by the next sign-in after `due_at`, ended by one with a factor.
create table second_factor_resets (
  user_id int primary key references users (id) on delete cascade,
  asked_by int not null,
  asked_at timestamptz not null,
  due_at timestamptz not null
);
-- The process alone reads and writes it.
alter table second_factor_resets enable row level security;
