// Menu entries as calls change them: who may, what may stand beneath what, and which groups a role owns.
import { Refusal } from '@heliograph/contract/errors.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import type { Session } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { isAdministrator } from './roles.ts';

/** Entries are the same for everybody. */
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

/** From here on menus may be written; one who changes them waits for the other. Gives those that are there. */
export async function beginMenuChange(sql: Transaction, session: Session): Promise<StoredMenu[]> {
  if (!changesMenus(session)) throw new Refusal('forbidden');
  await sql.unsafe(`set local heliograph.menus = 'changing'`);
  // In one order, and read after the wait.
  await sql`select id from menus order by id for update`;
  return await sql<StoredMenu[]>`
    select id, parent_id, mode, name, title, icon, path, params, sort, is_own, version
    from menus where removed_at is null order by sort, id`;
}

export function menuOf(menus: readonly StoredMenu[], id: number): StoredMenu {
  const menu = menus.find((one) => one.id === id);
  if (!menu) throw new Refusal('menuNotFound');
  return menu;
}

/** Groups at the top, pages there or in a group, buttons and page modules in a page: so that no circle can be made. */
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
  if (!fits) throw new Refusal('menuPosition');
}

/** Those beneath one entry, in their order, each with its number in it. */
export async function renumber(sql: Transaction, ids: readonly number[]): Promise<void> {
  for (const [sort, id] of ids.entries())
    await sql`update menus set sort = ${sort} where id = ${id} and sort <> ${sort}`;
}

/** Who owns a page owns the group that it stands in, so that it is shown there; `roleId`: one role's alone. */
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
  given: readonly { roleId: number; menuId: number }[],
): Promise<void> {
  if (given.length === 0) return;
  const lines = given.map(({ roleId, menuId }) => ({ roleId, menuId }));
  await sql`insert into role_menus ${sql(lines)} on conflict do nothing`;
}
