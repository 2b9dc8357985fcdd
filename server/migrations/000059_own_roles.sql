-- Roles that companies make for themselves, with an end and a version; and a session that looks at the portal as a role
-- would. Whoever changes a role says which by the setting heliograph.role (server/src/companies/roles/roles.ts): its id, or -1 for a
-- new one. The portal's own roles have no company.

alter table roles
  add column company_id int references companies (id),
  -- nobody gets it any more; closed only while nobody has it
  add column closed_at timestamptz,
  -- moves with each change, so that the second of two editors is told
  add column version int not null default 1,
  -- what sees everything is the portal's alone
  add constraint roles_own_scope check (company_id is null or scope in ('branch', 'own'));
create index roles_company on roles (company_id);

-- The menus of this role are shown, and nothing is changed; null: the session's own.
alter table sessions add column view_role_id int;
create index memberships_role on memberships (role_id);

grant insert (code, name, scope, company_id), update (name, scope, closed_at, version) on roles to heliograph_call;
grant insert, delete on role_menus to heliograph_call;
grant update (view_role_id) on sessions to heliograph_call;
grant select (view_role_id) on sessions to heliograph_call;

do $$
declare
  role_changing constant text := $x$nullif(current_setting('heliograph.role', true), '')::int$x$;
  mine constant text := $x$user_id = nullif(current_setting('heliograph.user_id', true), '')::int$x$;
begin
  execute format('create policy made on roles for insert to heliograph_call with check (%s = -1 and company_id is not null)', role_changing);
  execute format('create policy changed on roles for update to heliograph_call using (id = %s)', role_changing);
  execute format('create policy made on role_menus for insert to heliograph_call with check (role_id = %s)', role_changing);
  execute format('create policy deleted on role_menus for delete to heliograph_call using (role_id = %s)', role_changing);
  execute format('create policy changed on sessions for update to heliograph_call using (%s)', mine);
end $$;
