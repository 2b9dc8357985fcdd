// auth/role/menu/distribution: which menu entries a role owns, changed as a whole.
import { Refusal } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../../access/session.ts';
import { grantGroups, grantMenus, isGroup, type StoredMenu } from '../../../../companies/roles/menus.ts';
import { ADMINISTRATOR_PERMISSIONS, holds, lockRole, type StoredRole } from '../../../../companies/roles/roles.ts';
import { plainArray } from '../../../../platform/database/arrays.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const authRoleMenuDistribution: Handler<'auth/role/menu/distribution'> = async (request, caller) => {
  const { sql, session } = caller;
  const role = await lockRole(caller, request.role_id, request.version);
  const [menus, owned] = await Promise.all([
    sql<Entry[]>`select id, mode, name, path, is_own from menus where removed_at is null order by sort, id`.execute(),
    sql<{ menuId: number }[]>`select menu_id from role_menus where role_id = ${role.id}`.execute(),
  ]);
  const asked = new Set(request.menus);
  if ([...asked].some((id) => !menus.some((menu) => menu.id === id))) throw new Refusal('menuNotFound');
  const before = new Set(owned.map(({ menuId }) => menuId));
  // Groups follow from their pages.
  const entries = menus.filter((menu) => !isGroup(menu));
  const wanted = entries.filter(({ id }) => asked.has(id));
  const added = wanted.filter(({ id }) => !before.has(id));
  const foreign = added.find(({ name }) => !holds(session, name));
  if (foreign) throw new Refusal('notHeld', { name: foreign.name });
  keepWayBack(role, wanted);
  const taken = menus.filter((menu) => before.has(menu.id) && (isGroup(menu) || !asked.has(menu.id)));
  await sql`
    delete from role_menus where role_id = ${role.id} and menu_id in (select unnest(${plainArray(taken.map(({ id }) => id))}::text::int[]))`;
  await grantMenus(
    sql,
    added.map(({ id }) => ({ roleId: role.id, menuId: id })),
  );
  await grantGroups(sql, role.id);
  const version = role.version + 1;
  await sql`update roles set version = ${version} where id = ${role.id}`;
  await revokeSessions(sql, 'all');
  const names = (list: readonly Entry[]) => list.filter((menu) => !isGroup(menu)).map(({ name }) => name);
  caller.noteAudit({ object: `role ${role.id}`, before: { taken: names(taken) }, after: { given: names(added) } });
  return { version };
};

type Entry = Pick<StoredMenu, 'id' | 'mode' | 'name' | 'path' | 'isOwn'>;

/** The last administrator locks nobody out, himself neither. */
function keepWayBack({ code }: StoredRole, wanted: readonly Entry[]): void {
  if (code !== 'administrator') return;
  const lost = ADMINISTRATOR_PERMISSIONS.find((name) => !wanted.some((menu) => menu.name === name && !menu.isOwn));
  if (lost !== undefined) throw new Refusal('keepsAdministrators', { name: lost });
}
