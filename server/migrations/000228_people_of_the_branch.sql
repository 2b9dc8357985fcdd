-- A session reads itself, the people and memberships of its branch, its own company and those below it. Other people and
-- companies are read through functions that answer one question each (docs/adr/0089).

-- Who sees the row, in the form that policies compare: the company and all above it, as negative numbers; for a user those of
-- all memberships. Written by index_companies and index_users, which server/src/access/peopleIndex.ts calls.
alter table companies add column seen_by int[] not null default '{}';
alter table memberships add column seen_by int[] not null default '{}';
alter table users add column seen_by int[] not null default '{}';

create function index_users(changed int[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update memberships m set seen_by = c.seen_by from companies c
  where c.id = m.company_id and m.user_id = any (changed) and m.seen_by <> c.seen_by;
  update users u set seen_by = g.seen_by
  from (
    select k.id, array(select distinct unnest(m.seen_by) from memberships m where m.user_id = k.id order by 1) as seen_by
    from users k where k.id = any (changed)
  ) g where g.id = u.id and u.seen_by <> g.seen_by;
end $$;

create function index_companies(changed int[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update companies c set seen_by = g.path
  from (
    with recursive above (company_id, id, parent_id) as (
      select id, id, parent_id from companies where id = any (changed)
      union
      select a.company_id, c.id, c.parent_id from above a join companies c on c.id = a.parent_id
    ) select company_id, array_agg(-id order by id) as path from above group by company_id
  ) g where g.company_id = c.id and c.seen_by <> g.path;
  perform index_users(array(select m.user_id from memberships m where m.company_id = any (changed)));
end $$;
revoke all on function index_users, index_companies from public;

select index_companies(array(select id from companies));

alter policy seen on companies using (texteq(current_setting('heliograph.scope', true), 'all')
  or nullif(current_setting('heliograph.branch', true), '')::int = any (seen_by)
  or id = nullif(current_setting('heliograph.company', true), '')::int);
alter policy seen on memberships using (texteq(current_setting('heliograph.scope', true), 'all')
  or user_id = nullif(current_setting('heliograph.user_id', true), '')::int
  or nullif(current_setting('heliograph.branch', true), '')::int = any (seen_by));
alter policy seen on users using (texteq(current_setting('heliograph.scope', true), 'all')
  or id = nullif(current_setting('heliograph.user_id', true), '')::int
  or nullif(current_setting('heliograph.branch', true), '')::int = any (seen_by));

-- Scope of the caller: that of its session, all for work without a session, null for a call that did not set its user.
create function caller_scope() returns text language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('role') <> 'heliograph_call' and session_user <> 'heliograph_call' then return 'all'; end if;
  return nullif(current_setting('heliograph.scope', true), '');
end $$;

-- Ids of a company and all above it. Ids alone say nothing.
create function company_chain(of_id int) returns int[]
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  chain int[] := '{}';
begin
  if caller_scope() is null then return chain; end if;
  with recursive above (id, parent_id) as (
    select c.id, c.parent_id from companies c where c.id = of_id
    union
    select c.id, c.parent_id from above a join companies c on c.id = a.parent_id
  ) select coalesce(array_agg(a.id), '{}') into chain from above a;
  return chain;
end $$;

-- The company that runs the portal, the root of the tree.
create function operators_company() returns int
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if caller_scope() is null then return null; end if;
  return (select c.id from companies c where c.parent_id is null order by c.id limit 1);
end $$;

-- Names of companies whose ids the caller has read from rows that it sees: of a plant, a role, a product, a document.
create function company_names(ids int[]) returns table (id int, name text, is_confirmed boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  if caller_scope() is null then return; end if;
  return query select c.id, c.name, c.is_confirmed from companies c where c.id = any (ids);
end $$;

-- Names and addresses of people whose ids the caller has read from rows that it sees: who acknowledged, asked for or changed
-- something.
create function named_people(ids int[]) returns table (id int, email text, name text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  if caller_scope() is null then return; end if;
  return query select u.id, u.email, u.name from users u where u.id = any (ids);
end $$;

-- Owner, installer and guests of the plants of these that the caller sees, with addresses that have no account.
create function plant_people(sids text[])
returns table (sid text, owner_email text, owner_name text, owner_phone text, installer_email text, installer_name text, guests text[])
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  reach text := caller_scope();
  branch int := nullif(current_setting('heliograph.branch', true), '');
  caller_id int := nullif(current_setting('heliograph.user_id', true), '');
begin
  if reach is null then return; end if;
  return query
  select s.sid, coalesce(o.email, s.invited_owner), coalesce(o.name, ''), coalesce(o.phone, ''),
    coalesce(nullif(s.invited_installer, ''), i.email, ''), case when s.invited_installer = '' then coalesce(i.name, '') else '' end,
    case when s.shared_with = '{}' then s.invited_guests
      else array(select g.email from users g where g.id = any (s.shared_with)) || s.invited_guests end
  from sites s left join users o on o.id = s.owner_id left join users i on i.id = s.installer_id
  where s.sid = any (sids)
    and (reach = 'all' or branch = any (s.seen_by) or caller_id = any (s.seen_by) or s.sid = current_setting('heliograph.site', true));
end $$;

-- Ids of the owners and installers of plants that the caller sees, by a part of their addresses (a pattern of `ilike`).
create function plant_accounts_with(part text) returns table (id int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  reach text := caller_scope();
  branch int := nullif(current_setting('heliograph.branch', true), '');
  caller_id int := nullif(current_setting('heliograph.user_id', true), '');
begin
  if reach is null then return; end if;
  return query
  select u.id from users u
  where u.email ilike part and (reach = 'all'
    or exists (select from sites s where s.owner_id = u.id and (branch = any (s.seen_by) or caller_id = any (s.seen_by)))
    or exists (select from sites s where s.installer_id = u.id and (branch = any (s.seen_by) or caller_id = any (s.seen_by))));
end $$;

-- Ids of the people of audit lines that the caller sees, by a part of their addresses.
create function audited_accounts_with(part text) returns table (id int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  reach text := caller_scope();
  branch int := nullif(current_setting('heliograph.branch', true), '');
begin
  if reach is null then return; end if;
  return query
  select u.id from users u
  where u.email ilike part and (reach = 'all' or exists (select from audit_log a where a.user_id = u.id and branch = any (a.seen_by)));
end $$;

-- Accounts with these addresses that may become owner or guest of a plant of the company (server/src/plants/sharing/invitations.ts).
create function named_accounts(addresses text[], of_company int) returns table (id int, email text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  chain int[] := company_chain(of_company);
begin
  if caller_scope() is null then return; end if;
  return query
  select u.id, u.email from users u
  where u.email = any (addresses) and (u.address_proven or exists (
    select from memberships m where m.user_id = u.id and m.company_id = any (chain)))
  order by u.id;
end $$;

-- The installer with this address: a member of one of these companies (null: of any, for administrators), or the caller.
create function installer_with(address text, companies int[], first int) returns table (id int, company_id int)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  reach text := caller_scope();
  caller_id int := nullif(current_setting('heliograph.user_id', true), '');
begin
  if reach is null then return; end if;
  return query
  select u.id, m.company_id from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id
  where u.email = address and u.frozen_at is null and m.frozen_at is null and r.scope <> 'own'
    and (m.company_id = any (companies) or u.id = caller_id or (companies is null and reach = 'all'))
  order by m.company_id = first desc, m.company_id limit 1;
end $$;

-- The account with this address that may become the installer of an owner's plant.
create function invited_installer_account(address text) returns int
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if caller_scope() is null then return null; end if;
  return (select u.id from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id
    where u.email = address and u.address_proven and r.scope <> 'own' limit 1);
end $$;

-- Languages of the accounts with these addresses, for mail.
create function account_languages(addresses text[]) returns table (email text, lan smallint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  if caller_scope() is null then return; end if;
  return query select u.email, u.lan from users u where u.email = any (addresses);
end $$;

-- Which of these addresses are of users who see the plant, if the caller sees it, with all menus of their roles.
create function plant_viewers(of_sid text, addresses text[]) returns table (email text, modules text[])
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  reach text := caller_scope();
  branch int := nullif(current_setting('heliograph.branch', true), '');
  caller_id int := nullif(current_setting('heliograph.user_id', true), '');
  viewers int[] := (
    select s.seen_by from sites s where s.sid = of_sid
      and (reach = 'all' or branch = any (s.seen_by) or caller_id = any (s.seen_by) or s.sid = current_setting('heliograph.site', true)));
begin
  if reach is null or viewers is null then return; end if;
  return query
  select u.email, array_agg(distinct e.name)
  from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id
    join role_menus o on o.role_id = r.id join menus e on e.id = o.menu_id
  where u.email = any (addresses) and u.frozen_at is null and m.frozen_at is null
    and (r.scope = 'all' or u.id = any (viewers) or (r.scope = 'branch' and -m.company_id = any (viewers)))
  group by u.email;
end $$;

-- Which plants' devices these people see: all, their own, and those of branches; for people that a problem is assigned to.
create function device_viewers(ids int[]) returns table (user_id int, name text, sees_all boolean, branches int[])
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  if caller_scope() is null then return; end if;
  return query
  select u.id, coalesce(nullif(u.name, ''), u.email), bool_or(r.scope = 'all'),
    coalesce(array_agg(distinct -m.company_id) filter (where r.scope = 'branch'), '{}')
  from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id
    join role_menus o on o.role_id = r.id join menus e on e.id = o.menu_id
  where u.id = any (ids) and u.frozen_at is null and m.frozen_at is null and e.name = 'SiteDevices'
  group by u.id;
end $$;

-- Members of the company, of those below it, and of those above it below the portal's; the company of the plant being changed.
create function service_people(of_company int) returns table (id int, email text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  above int[] := array_remove(company_chain(of_company), operators_company());
begin
  if caller_scope() is distinct from 'all' and not exists (
    select from sites s where s.sid = current_setting('heliograph.changing', true) and s.company_id = of_company) then return; end if;
  return query
  with recursive below (id) as (
    select of_company
    union
    select c.id from below b join companies c on c.parent_id = b.id
  )
  select distinct u.id, u.email from users u join memberships m on m.user_id = u.id
  where m.company_id in (select b.id from below b) or m.company_id = any (above);
end $$;

-- Addresses of the installer and, if a company services a plant without one, of its managers, for the mail that its service ended.
create function service_contacts(installer int, of_company int) returns table (email text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  if caller_scope() is null then return; end if;
  return query
  select u.email from users u where u.frozen_at is null
    and (u.id = installer or u.id in (select m.user_id from memberships m where m.company_id = of_company and m.is_company_owner))
  order by u.email;
end $$;

-- Whether a person of the caller's branch has a membership outside of it.
create function works_elsewhere(of_user int) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  reach text := caller_scope();
  branch int := nullif(current_setting('heliograph.branch', true), '');
begin
  if reach is distinct from 'branch' then return false; end if;
  return exists (select from memberships m where m.user_id = of_user and branch = any (m.seen_by))
    and exists (select from memberships m where m.user_id = of_user and not (branch = any (m.seen_by)));
end $$;

-- Scope and branch of a user in one of their companies who may still control devices, on whose behalf a plant's device is updated
-- later (server/src/firmware/rollouts/actor.ts). `owners`: also of users who see only single plants.
create function control_actor(of_user int, of_company int, owners boolean)
returns table (user_id int, company_id int, scope text, company_ids int[])
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
begin
  if caller_scope() is null then return; end if;
  return query
  with recursive found as (
    select m.user_id, m.company_id, r.scope
    from memberships m join users u on u.id = m.user_id and u.frozen_at is null join roles r on r.id = m.role_id
    where m.user_id = of_user and m.company_id = of_company and m.frozen_at is null and (r.scope <> 'own' or owners)
      and r.id in (select rm.role_id from role_menus rm join menus n on n.id = rm.menu_id where n.name = 'DeviceControl')
  ), branch as (
    select f.company_id as id from found f where f.scope = 'branch'
    union all
    select c.id from companies c join branch b on c.parent_id = b.id
  )
  select f.user_id, f.company_id, f.scope, array(select b.id from branch b) from found f;
end $$;

-- Which branches see an audit line of a user: those of the company, or of all companies of the user.
create or replace function audit_seen_by(by_user int, in_company int) returns int[]
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if caller_scope() is null then return '{}'; end if;
  return array(
    with recursive above as (
      select c.id, c.parent_id from companies c
      where c.id = in_company or (in_company is null and c.id in (select m.company_id from memberships m where m.user_id = by_user))
      union
      select p.id, p.parent_id from above a join companies p on p.id = a.parent_id
    ) select -id from above order by 1);
end $$;

revoke all on function audit_seen_by, company_chain, operators_company, company_names, named_people, plant_people, plant_accounts_with,
  audited_accounts_with, named_accounts, installer_with, invited_installer_account, account_languages, plant_viewers,
  device_viewers, service_people, service_contacts, works_elsewhere, control_actor from public;
grant execute on function audit_seen_by, company_chain, operators_company, company_names, named_people, plant_people, plant_accounts_with,
  audited_accounts_with, named_accounts, installer_with, invited_installer_account, account_languages, plant_viewers,
  device_viewers, service_people, service_contacts, works_elsewhere, control_actor to heliograph_call;
