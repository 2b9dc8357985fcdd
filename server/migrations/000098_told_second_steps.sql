-- Of companies whose provider tells, each time, how it has found out who somebody is (amr, acr).

-- with has_second_step: only a sign-in that the provider says so of counts as one with a second step
alter table company_sign_ins add column tells_second_step boolean not null default false;
-- what the provider has said, while its person has still to agree or to show a code
alter table company_visits add column shown_second_step boolean not null default false;
