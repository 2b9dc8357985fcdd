-- Plants change hands when both sides have agreed: the open offers, one of each kind for a plant.

alter table sites
  -- When the branch named the owner: it may correct the address for some days. Null: long ago, or the owner has agreed.
  add column owner_named_at timestamptz,
  -- Named by the owner and not agreed yet, with an account or without: until then nothing tells which.
  add column invited_installer text not null default '' check (invited_installer = lower(invited_installer));

create table site_offers (
  sid text not null references sites (sid) on delete cascade,
  -- what is taken over: the plant itself, or its care
  kind text not null check (kind in ('owner', 'installer')),
  -- Whoever signs in with this address may answer; whether there is such an account is nobody's to know.
  to_email text not null check (to_email = lower(to_email)),
  offered_by int not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (sid, kind)
);
create index site_offers_to on site_offers (to_email);
create index site_offers_expired on site_offers (expires_at);

alter table mails drop constraint mails_purpose_check,
  add constraint mails_purpose_check
    check (purpose in ('daily', 'weekly', 'monthly', 'alerts', 'confirm', 'invitation', 'offer', 'offerAnswered'));

alter table site_offers enable row level security;
grant select, insert, update, delete on site_offers to heliograph_call;
do $$
declare
  everything constant text := $x$texteq(current_setting('heliograph.scope', true), 'all')$x$;
  asked constant text := $x$sid = current_setting('heliograph.site', true)$x$;
  changing constant text := $x$sid = current_setting('heliograph.changing', true)$x$;
begin
  execute format('create policy seen on site_offers for select to heliograph_call using (%s or %s)', everything, asked);
  execute format('create policy made on site_offers for insert to heliograph_call with check (%s)', changing);
  execute format('create policy changed on site_offers for update to heliograph_call using (%s)', changing);
  execute format('create policy deleted on site_offers for delete to heliograph_call using (%s)', changing);
end $$;

-- What is offered to the address of who asks: of plants that they do not see.
create function my_offers(asked_at timestamptz)
returns table (sid text, kind text, site_name text, city text, from_email text, expires_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  mine constant text := (select lower(u.email) from users u where u.id = nullif(current_setting('heliograph.user_id', true), '')::int);
begin
  return query
    select o.sid, o.kind, s.name, s.city, u.email, o.expires_at
    from site_offers o join sites s on s.sid = o.sid join users u on u.id = o.offered_by
    where o.to_email = mine and o.expires_at > asked_at
    order by o.expires_at, o.sid, o.kind limit 100;
end $$;
revoke all on function my_offers from public;
grant execute on function my_offers to heliograph_call;
