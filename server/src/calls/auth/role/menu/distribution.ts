// auth/role/menu/distribution: replaces the set of menu entries a role owns.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../../access/session.ts';
import { grantGroups, grantMenus, isGroup, type StoredMenu } from '../../../../companies/roles/menus.ts';
import {
  ADMINISTRATOR_PERMISSIONS,
  hasPermission,
  lockRole,
  type StoredRole,
} from '../../../../companies/roles/roles.ts';
import { plainArray } from '../../../../platform/database/arrays.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const authRoleMenuDistribution: Handler<'auth/role/menu/distribution'> = async (request, caller) => {
  const { sql, session } = caller;
  const role = await lockRole(caller, request.role_id, request.version);
  const [menus, owned] = await Promise.all([
    sql<Entry[]>`select id, mode, name, path, is_own from menus where removed_at is null order by sort, id`.execute(),
    sql<{ menuId: number }[]>`select menu_id from role_menus where role_id = ${role.id}`.execute(),
  ]);
  const requestedIds = new Set(request.menus);
  if ([...requestedIds].some((id) => !menus.some((menu) => menu.id === id))) throw new ApiError('menuNotFound');
  const before = new Set(owned.map(({ menuId }) => menuId));
  // Groups are derived from their pages.
  const entries = menus.filter((menu) => !isGroup(menu));
  const requested = entries.filter(({ id }) => requestedIds.has(id));
  const added = requested.filter(({ id }) => !before.has(id));
  const foreign = added.find(({ name }) => !hasPermission(session, name));
  if (foreign) throw new ApiError('notHeld', { name: foreign.name });
  assertAdministratorKeepsAccess(role, requested);
  const revoked = menus.filter((menu) => before.has(menu.id) && (isGroup(menu) || !requestedIds.has(menu.id)));
  await sql`
    delete from role_menus where role_id = ${role.id} and menu_id in (select unnest(${plainArray(revoked.map(({ id }) => id))}::text::int[]))`;
  await grantMenus(
    sql,
    added.map(({ id }) => ({ roleId: role.id, menuId: id })),
  );
  await grantGroups(sql, role.id);
  const version = role.version + 1;
  await sql`update roles set version = ${version} where id = ${role.id}`;
  await revokeSessions(sql, 'all');
  const names = (list: readonly Entry[]) => list.filter((menu) => !isGroup(menu)).map(({ name }) => name);
  caller.noteAudit({ object: `role ${role.id}`, before: { taken: names(revoked) }, after: { given: names(added) } });
  return { version };
};

type Entry = Pick<StoredMenu, 'id' | 'mode' | 'name' | 'path' | 'isOwn'>;

/** Keeps the administrator role from losing the permissions without which all administrators would be locked out. */
function assertAdministratorKeepsAccess({ code }: StoredRole, requested: readonly Entry[]): void {
  if (code !== 'administrator') return;
  const lost = ADMINISTRATOR_PERMISSIONS.find((name) => !requested.some((menu) => menu.name === name && !menu.isOwn));
  if (lost !== undefined) throw new ApiError('keepsAdministrators', { name: lost });
}
