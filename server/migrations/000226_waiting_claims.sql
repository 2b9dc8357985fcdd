-- A company that registered itself may take only few numbers by announcements, until somebody knows who it is.
alter table companies add column is_confirmed boolean not null default true;
update companies c set is_confirmed = false
where exists (
  select from memberships m join consents k on k.user_id = m.user_id and k.agreed_at = m.created_at
  where m.company_id = c.id and m.is_company_owner and m.created_at = c.created_at
) and not exists (select from company_domains d where d.company_id = c.id and d.proved_at is not null);

-- Serial numbers that a gateway announced and that do not join its plant at once. A row reveals nothing about the number:
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
  -- when the company that has it in stock, or an administrator, released it to the plant; null: nobody has
  confirmed_at timestamptz,
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

-- Open requests for numbers that the caller's company has in stock, and for administrators those of all stock and of numbers
-- that an administrator entered. Returns who services the plant, not the plant itself; plants without a confirmed installer
-- cannot ask.
create function claim_requests_to_answer(now_at timestamptz, page_size int, skip int)
returns table (id uuid, sn text, company_name text, asked_at timestamptz, due_at timestamptz, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) = 'all';
  branch int := nullif(current_setting('heliograph.branch', true), '');
begin
  return query
  select r.id, r.sn, c.name, r.asked_at, r.due_at, (count(*) over ())::int
  from claim_requests r join serial_numbers n on n.sn = r.sn join sites s on s.sid = r.sid join companies c on c.id = s.company_id
  where r.ended_at is null and r.confirmed_at is null and r.due_at > now_at and n.sid is null and n.restricted_at is null
    and c.is_confirmed and coalesce(s.installer_id is not null or s.owner_id is null or s.created_by <> s.owner_id, true)
    and ((sees_all and (n.stock_of is not null or n.entered_at is not null)) or -n.stock_of = branch)
  order by r.asked_at, r.sn, r.id limit page_size offset skip;
end $$;

-- Answers one of these requests; false: it is none of them. An accepted one is due at once.
create function answer_claim_request(of_id uuid, of_sn text, accepts boolean, now_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from claim_requests_to_answer(now_at, null, 0) a where a.id = of_id and a.sn = of_sn) then
    return false;
  end if;
  update claim_requests r set confirmed_at = case when accepts then now_at end, due_at = case when accepts then now_at else r.due_at end,
    ended_at = case when accepts then null else now_at end
  where r.sn = of_sn and r.id = of_id;
  return found;
end $$;

revoke all on function claim_requests_to_answer, answer_claim_request from public;
grant execute on function claim_requests_to_answer, answer_claim_request to heliograph_call;
