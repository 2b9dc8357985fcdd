// auth/role/menu/view: the menus of the session's role as a tree; an administrator may look at any role's.
import type { Menu } from '@heliograph/contract/entities/user.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../../../handler.ts';

export const authRoleMenuView: Handler<'auth/role/menu/view'> = async ({ role_id }, { sql, session }) => {
  if (role_id !== session.roleId && session.roleCode !== 'administrator') throw new Refusal('forbidden');
  const rows = await sql<Row[]>`
    select m.id, m.parent_id, m.mode, m.name, m.title, m.title_locale, m.icon, m.path, m.params
    from role_menus rm join menus m on m.id = rm.menu_id
    where rm.role_id = ${role_id} order by m.sort, m.id`;
  return { list: treeOf(rows) };
};

interface Row {
  id: number;
  parentId: number | null;
  mode: 1 | 2 | 3;
  name: string;
  title: string;
  titleLocale: string;
  icon: string;
  path: string;
  params: string;
}

/** An entry whose parent the role does not own stands at the top: its permission counts all the same. */
function treeOf(rows: readonly Row[]): Menu[] {
  const menus = new Map<number, Menu>(
    rows.map(({ id, title, titleLocale, icon, path, params, mode, name }) => [
      id,
      { id, title, titleLocale, icon, path, params, mode, components_title: name, children: [] },
    ]),
  );
  const top: Menu[] = [];
  for (const { id, parentId } of rows) {
    const parent = parentId === null ? undefined : menus.get(parentId);
    (parent?.children ?? top).push(menus.get(id)!);
  }
  return top;
}
