-- Without a mail server an invitation is a link that its author hands over. It does not prove that the account made from
-- it has the address, so that address finds the account only for plants of the companies that it joined, and of those
-- below.
alter table company_invitations add column handed_over boolean not null default false;
alter table users add column address_proven boolean not null default true;
grant select (address_proven) on users to heliograph_call;

-- Offers reach an address: an account that has proved it, or that belongs to a company of the plant.
create or replace function my_offers(asked_at timestamptz)
returns table (sid text, kind text, site_name text, city text, from_email text, expires_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  me constant int := nullif(current_setting('heliograph.user_id', true), '')::int;
  mine constant text := (select lower(u.email) from users u where u.id = me);
  proven constant boolean := (select u.address_proven from users u where u.id = me);
  companies constant int[] := array(select -m.company_id from memberships m where m.user_id = me);
begin
  return query
    select o.sid, o.kind, s.name, s.city, u.email, o.expires_at
    from site_offers o join sites s on s.sid = o.sid join users u on u.id = o.offered_by
    where o.to_email = mine and o.expires_at > asked_at and (proven or s.seen_by && companies)
    order by o.expires_at, o.sid, o.kind limit 100;
end $$;
