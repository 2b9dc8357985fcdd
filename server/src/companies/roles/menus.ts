// Rules for changing menu entries: who may change them, which entry may be below which, and which groups a role owns.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import type { Session } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { isAdministrator } from './roles.ts';

/** Whether the session may change menu entries, which all users share. */
export const changesMenus = (session: Session): boolean => isAdministrator(session);

export interface StoredMenu {
  id: number;
  parentId: number | null;
  mode: 1 | 2 | 3;
  name: string;
  title: string;
  icon: string;
  path: string;
  params: string;
  sort: number;
  isOwn: boolean;
  version: number;
}
export const isGroup = ({ mode, path }: Pick<StoredMenu, 'mode' | 'path'>): boolean =>
  mode === MENU_MODE.page && path === '';

/** Allows the transaction to change menus, locks them against concurrent changes and returns them. Refuses with forbidden. */
export async function beginMenuChange(sql: Transaction, session: Session): Promise<StoredMenu[]> {
  if (!changesMenus(session)) throw new ApiError('forbidden');
  await sql.unsafe(`set local heliograph.menus = 'changing'`);
  // Locked in one order; read after the wait.
  await sql`select id from menus order by id for update`;
  return await sql<StoredMenu[]>`
    select id, parent_id, mode, name, title, icon, path, params, sort, is_own, version
    from menus where removed_at is null order by sort, id`;
}

export function menuOf(menus: readonly StoredMenu[], id: number): StoredMenu {
  const menu = menus.find((each) => each.id === id);
  if (!menu) throw new ApiError('menuNotFound');
  return menu;
}

/** Refuses with menuPosition unless a group is at the top, a page at the top or in a group, a button or page module in a page; so no cycle is possible. */
export function checkPosition(
  menus: readonly StoredMenu[],
  entry: Pick<StoredMenu, 'mode' | 'path'>,
  parentId: number,
): void {
  const parent = parentId === 0 ? undefined : menuOf(menus, parentId);
  const fits =
    entry.mode === MENU_MODE.page
      ? parent === undefined || (isGroup(parent) && !isGroup(entry))
      : parent !== undefined && parent.mode === MENU_MODE.page && !isGroup(parent);
  if (!fits) throw new ApiError('menuPosition');
}

/** Stores the order of the children of one entry as their sort numbers. */
export async function renumber(sql: Transaction, ids: readonly number[]): Promise<void> {
  for (const [sort, id] of ids.entries())
    await sql`update menus set sort = ${sort} where id = ${id} and sort <> ${sort}`;
}

/** Grants each role the groups of the pages it owns, so that the pages are shown there. `roleId`: only of this role. */
export async function grantGroups(sql: Transaction, roleId?: number): Promise<void> {
  const rows = await sql<{ roleId: number; menuId: number }[]>`
    select distinct rm.role_id, m.parent_id as menu_id from role_menus rm join menus m on m.id = rm.menu_id
      join menus g on g.id = m.parent_id and g.mode = 1 and g.path = ''
    where ${roleId === undefined ? sql`true` : sql`rm.role_id = ${roleId}`}
      and not exists (select from role_menus own where own.role_id = rm.role_id and own.menu_id = m.parent_id)`;
  await grantMenus(sql, rows);
}

export async function grantMenus(
  sql: Transaction,
  grants: readonly { roleId: number; menuId: number }[],
): Promise<void> {
  if (grants.length === 0) return;
  const rows = grants.map(({ roleId, menuId }) => ({ roleId, menuId }));
  await sql`insert into role_menus ${sql(rows)} on conflict do nothing`;
}
