-- Claims of people who say that a device is theirs, with proof, for an administrator to decide. There is one for any number,
-- so that claiming does not reveal where the number is.
create table ownership_claims (
  sid text not null references sites (sid) on delete cascade,
  id uuid not null,
  sn text not null,
  -- minus the company of the person, or the person if no company; as in seen_by
  account int not null,
  user_id int not null,
  reason text not null,
  claimed_at timestamptz not null,
  -- null: open
  decided_at timestamptz,
  accepted boolean,
  decision text not null default '',
  primary key (sid, id)
);
create unique index ownership_claims_open on ownership_claims (sid, sn) where decided_at is null;
create index ownership_claims_account on ownership_claims (account) where decided_at is null;
create index ownership_claims_waiting on ownership_claims (claimed_at) where decided_at is null;

create table ownership_proofs (
  sid text not null references sites (sid) on delete cascade,
  claim uuid not null,
  position int not null,
  type text not null check (type in ('image/webp', 'application/pdf')),
  bytes bytea not null,
  primary key (sid, claim, position)
);

alter table ownership_claims enable row level security;
alter table ownership_proofs enable row level security;
grant select, insert, delete on ownership_claims to heliograph_call;
grant select (sid, claim, position), insert, delete on ownership_proofs to heliograph_call;
do $$
declare
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
  tbl text;
begin
  foreach tbl in array array['ownership_claims', 'ownership_proofs'] loop
    execute format('create policy seen on %I for select to heliograph_call using (%s or %s)', tbl, asked, changing);
    execute format('create policy made on %I for insert to heliograph_call with check (%s)', tbl, changing);
    execute format('create policy deleted on %I for delete to heliograph_call using (%s)', tbl, changing);
  end loop;
end $$;

-- Open claims of the caller's account, in all its plants: in total, and for one number.
create function open_ownership_claims(of_sn text) returns table (total int, of_number int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  branch int := nullif(current_setting('heliograph.branch', true), '');
  me int := nullif(current_setting('heliograph.user_id', true), '');
begin
  return query
  select count(*)::int, (count(*) filter (where c.sn = of_sn))::int from ownership_claims c
  where c.decided_at is null and c.account = case when branch <> 0 then branch else me end;
end $$;

-- Open claims for administrators, with what is known of both sides. `of_id`: only this one.
create function ownership_claims_to_decide(of_id uuid, page_size int, skip int)
returns table (id uuid, sid text, sn text, site_name text, company_name text, is_confirmed boolean, email text, reason text,
  claimed_at timestamptz, proofs text[], holder_sid text, holder_site text, holder_company text, holder_since timestamptz,
  first_seen_at timestamptz, last_seen_at timestamptz, network text, stock_company text, restricted boolean,
  attached int, withheld int, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) = 'all';
begin
  return query
  select c.id, c.sid, c.sn, s.name, k.name, k.is_confirmed, coalesce(u.email, ''), c.reason, c.claimed_at,
    array(select p.type from ownership_proofs p where p.sid = c.sid and p.claim = c.id order by p.position),
    n.sid, coalesce(h.name, ''), coalesce(hk.name, ''), n.activated_at, n.first_seen_at,
    coalesce((select l.received_at from device_live l where l.sid = n.sid and l.sn = n.sn), n.last_seen_at),
    coalesce((select o.usual from device_sources o where o.sid = n.sid and o.sn = n.sn), n.source, ''),
    coalesce(st.name, ''), n.restricted_at is not null,
    (select count(*)::int from devices d where d.sid = n.sid and d.gateway_sn = n.sn and d.removed_at is null),
    (select count(*)::int from raw_reports r where r.sn = c.sn and r.reason = 'unconfirmed'),
    (count(*) over ())::int
  from ownership_claims c join sites s on s.sid = c.sid join companies k on k.id = s.company_id
    left join users u on u.id = c.user_id left join serial_numbers n on n.sn = c.sn left join sites h on h.sid = n.sid
    left join companies hk on hk.id = h.company_id left join companies st on st.id = n.stock_of
  where sees_all and c.decided_at is null and (of_id is null or c.id = of_id)
  order by c.claimed_at, c.id limit page_size offset skip;
end $$;

create function ownership_proof(of_id uuid, of_position int) returns table (type text, bytes bytea)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select p.type, p.bytes from ownership_proofs p
  where current_setting('heliograph.scope', true) = 'all' and p.claim = of_id and p.position = of_position;
end $$;

-- False: not an administrator, or the claim is not open.
create function decide_ownership_claim(of_sid text, of_id uuid, accepts boolean, answer text, now_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if current_setting('heliograph.scope', true) is distinct from 'all' then
    return false;
  end if;
  update ownership_claims c set decided_at = now_at, accepted = accepts, decision = answer
  where c.sid = of_sid and c.id = of_id and c.decided_at is null;
  return found;
end $$;

revoke all on function open_ownership_claims, ownership_claims_to_decide, ownership_proof, decide_ownership_claim from public;
grant execute on function open_ownership_claims, ownership_claims_to_decide, ownership_proof, decide_ownership_claim
  to heliograph_call;

-- The plant that gets what was removed, when an administrator gave the device to it; it cannot be restored.
alter table history_removals add column moved_to text;
