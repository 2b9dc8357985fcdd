-- Menus that administrators edit: entries of their own, entries of the portal that they took away, and a version. Whoever
-- changes menus says so by the setting heliograph.menus (server/src/companies/roles/menus.ts).

alter table menus
  -- made by an administrator; the others are the portal's, which each start looks for
  add column is_own boolean not null default false,
  -- taken away: the row stays, so that the next start does not bring it back
  add column removed_at timestamptz,
  add column version int not null default 1,
  drop constraint menus_name_key;
-- An own entry leads to a page of the portal, so that it has the same name.
create unique index menus_name on menus (name) where not is_own;

grant insert (parent_id, mode, name, title, title_locale, icon, path, params, sort, is_own) on menus to heliograph_call;
grant update (parent_id, title, title_locale, icon, params, sort, removed_at, version) on menus to heliograph_call;

do $$
declare
  changing constant text := $x$texteq(current_setting('heliograph.menus', true), 'changing')$x$;
  role_changing constant text := $x$role_id = nullif(current_setting('heliograph.role', true), '')::int$x$;
begin
  execute format('create policy made on menus for insert to heliograph_call with check (%s and is_own)', changing);
  execute format('create policy changed on menus for update to heliograph_call using (%s)', changing);
  execute format('alter policy made on role_menus with check (%s or %s)', role_changing, changing);
  execute format('alter policy deleted on role_menus using (%s or %s)', role_changing, changing);
end $$;
