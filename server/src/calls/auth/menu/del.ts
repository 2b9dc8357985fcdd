// auth/menu/del: takes a menu entry away, and with it what it gave to roles.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../access/session.ts';
import { beginMenuChange, menuOf } from '../../../companies/roles/menus.ts';
import { ADMINISTRATOR_PERMISSIONS } from '../../../companies/roles/roles.ts';
import type { Handler } from '../../../platform/handler.ts';

export const authMenuDel: Handler<'auth/menu/del'> = async ({ id }, caller) => {
  const { sql, session, at } = caller;
  const menus = await beginMenuChange(sql, session);
  const menu = menuOf(menus, id);
  if (menus.some(({ parentId }) => parentId === id)) throw new ApiError('menuHasChildren');
  if (ADMINISTRATOR_PERMISSIONS.includes(menu.name) && !menu.isOwn)
    throw new ApiError('keepsAdministrators', { name: menu.name });
  await sql`delete from role_menus where menu_id = ${id}`;
  // The row stays: the next start does not bring back what was taken away.
  await sql`update menus set removed_at = ${at}, version = version + 1 where id = ${id}`;
  await revokeSessions(sql, 'all');
  const { name, title, params } = menu;
  caller.noteAudit({ object: `menu ${id}`, before: { name, title, params } });
  return {};
};
