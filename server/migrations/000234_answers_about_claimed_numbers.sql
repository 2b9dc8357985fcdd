-- Mails about claims and requests for numbers, and the answers of plants that have a claimed number.

-- More purposes of mails: about an account, that requests for numbers in its company's stock wait; about a plant, that such a
-- request was answered, and that somebody claims its device.
do $$
declare
  c record;
begin
  for c in
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'mails'::regclass and conname in ('mails_purpose_check', 'mails_about_check')
  loop
    execute format('alter table mails drop constraint %I, add constraint %I %s', c.name, c.name,
      replace(c.text, 'ARRAY[', case when c.name = 'mails_purpose_check'
        then 'ARRAY[''ownershipContested''::text, ''requestAnswered''::text, ''requestsWaiting''::text, '
        else 'ARRAY[''requestsWaiting''::text, ' end));
  end loop;
end $$;

-- All that the plant that has the number learns of the reason.
alter table ownership_claims add column kind text not null default 'other'
  check (kind in ('bought', 'installed', 'takenOver', 'other'));

-- Asked of the plant that has a claimed number, and answered by it. Its files are in ownership_proofs under its own sid.
create table ownership_answers (
  sid text not null references sites (sid) on delete cascade,
  claim uuid not null,
  -- when its people were asked by mail, or answered without
  asked_at timestamptz not null,
  -- null: not answered
  answered_at timestamptz,
  -- whether the device is the claimant's
  agrees boolean not null default false,
  text text not null default '',
  user_id int,
  primary key (sid, claim)
);
alter table ownership_answers enable row level security;
grant select, insert, update on ownership_answers to heliograph_call;
do $$
declare
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  execute format('create policy seen on ownership_answers for select to heliograph_call using (%s or %s)', asked, changing);
  execute format('create policy made on ownership_answers for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on ownership_answers for update to heliograph_call using (%s) with check (%1$s)', changing);
end $$;

-- Open claims of other plants for numbers in the plant that the call reads, without who claims them.
create function contested_numbers() returns table (id uuid, sn text, kind text, claimed_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  of_sid text := current_setting('heliograph.site', true);
begin
  return query
  select c.id, c.sn, c.kind, c.claimed_at from serial_numbers n join ownership_claims c on c.sn = n.sn
  where n.sid = of_sid and c.sid <> of_sid and c.decided_at is null
  order by c.claimed_at, c.id;
end $$;
create index ownership_claims_sn on ownership_claims (sn);

drop function ownership_claims_to_decide;
-- Open claims for administrators, with what is known of both sides. `of_id`: only this one.
create function ownership_claims_to_decide(of_id uuid, page_size int, skip int)
returns table (id uuid, sid text, sn text, site_name text, company_name text, is_confirmed boolean, email text, kind text,
  reason text, claimed_at timestamptz, proofs text[], holder_sid text, holder_site text, holder_company text,
  holder_since timestamptz, asked_at timestamptz, answered_at timestamptz, agrees boolean, answer text, answer_proofs text[],
  first_seen_at timestamptz, last_seen_at timestamptz, network text, stock_company text, restricted boolean, attached int,
  withheld int, total int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  sees_all boolean := current_setting('heliograph.scope', true) = 'all';
begin
  return query
  select c.id, c.sid, c.sn, s.name, k.name, k.is_confirmed, coalesce(u.email, ''), c.kind, c.reason, c.claimed_at,
    array(select p.type from ownership_proofs p where p.sid = c.sid and p.claim = c.id order by p.position),
    n.sid, coalesce(h.name, ''), coalesce(hk.name, ''), n.activated_at, a.asked_at, a.answered_at, coalesce(a.agrees, false),
    coalesce(a.text, ''),
    array(select p.type from ownership_proofs p where p.sid = a.sid and p.claim = c.id order by p.position),
    n.first_seen_at, coalesce((select l.received_at from device_live l where l.sid = n.sid and l.sn = n.sn), n.last_seen_at),
    coalesce((select o.usual from device_sources o where o.sid = n.sid and o.sn = n.sn), n.source, ''),
    coalesce(st.name, ''), n.restricted_at is not null,
    (select count(*)::int from devices d where d.sid = n.sid and d.gateway_sn = n.sn and d.removed_at is null),
    (select count(*)::int from raw_reports r where r.sn = c.sn and r.reason = 'unconfirmed'),
    (count(*) over ())::int
  from ownership_claims c join sites s on s.sid = c.sid join companies k on k.id = s.company_id
    left join users u on u.id = c.user_id left join serial_numbers n on n.sn = c.sn left join sites h on h.sid = n.sid
    left join companies hk on hk.id = h.company_id left join companies st on st.id = n.stock_of
    left join ownership_answers a on a.sid = n.sid and a.claim = c.id and n.sid <> c.sid
  where sees_all and c.decided_at is null and (of_id is null or c.id = of_id)
  order by c.claimed_at, c.id limit page_size offset skip;
end $$;

drop function ownership_proof;
-- A file of the claimant, or of the plant that has the number.
create function ownership_proof(of_id uuid, of_position int, of_holder boolean) returns table (type text, bytes bytea)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  return query
  select p.type, p.bytes from ownership_claims c join ownership_proofs p on p.claim = c.id
  where current_setting('heliograph.scope', true) = 'all' and c.id = of_id and p.position = of_position
    and case when of_holder then p.sid <> c.sid and p.sid = (select n.sid from serial_numbers n where n.sn = c.sn)
      else p.sid = c.sid end;
end $$;

revoke all on function contested_numbers, ownership_claims_to_decide, ownership_proof from public;
grant execute on function contested_numbers, ownership_claims_to_decide, ownership_proof to heliograph_call;
