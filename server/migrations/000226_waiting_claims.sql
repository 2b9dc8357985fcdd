-- A company that registered itself may take only few numbers by announcements, until somebody knows who it is.
alter table companies add column is_confirmed boolean not null default true;
update companies c set is_confirmed = false
where exists (
  select from memberships m join consents k on k.user_id = m.user_id and k.agreed_at = m.created_at
  where m.company_id = c.id and m.is_company_owner and m.created_at = c.created_at
) and not exists (select from company_domains d where d.company_id = c.id and d.proved_at is not null);

-- Serial numbers that a gateway announced and that its plant does not get at once. A row tells nothing about the number:
-- there is one whether it is unknown, in another plant, in stock, restricted or reporting on its own path.
create table claim_requests (
  sid text not null references sites (sid) on delete cascade,
  sn text not null,
  -- names the request to those who decide about it, who do not learn the plant
  id uuid not null default gen_random_uuid(),
  gateway_sn text not null,
  asked_at timestamptz not null,
  -- when the number joins the plant, if it can and nobody objects
  due_at timestamptz not null,
  -- when it was withdrawn, refused or found impossible; null: open
  ended_at timestamptz,
  primary key (sid, sn)
);
create index claim_requests_due on claim_requests (due_at);
create index claim_requests_sn on claim_requests (sn);

alter table claim_requests enable row level security;
grant select (sid, sn, gateway_sn, asked_at, due_at, ended_at) on claim_requests to heliograph_call;
grant update (ended_at) on claim_requests to heliograph_call;
grant delete on claim_requests to heliograph_call;
do $$
declare
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  execute format('create policy seen on claim_requests for select to heliograph_call using (%s or %s)', asked, changing);
  execute format('create policy changed on claim_requests for update to heliograph_call using (%s) with check (%1$s)', changing);
  execute format('create policy deleted on claim_requests for delete to heliograph_call using (%s)', changing);
end $$;
