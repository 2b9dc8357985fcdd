// auth/menu/list: all menu entries in their order.
import type { MenuEntry } from '@heliograph/contract/entities/menuEntry.ts';
import { BUILT_PAGES } from '@heliograph/contract/pages.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import { changesMenus } from '../../../companies/roles/menus.ts';
import type { Handler } from '../../../platform/handler.ts';
import { MENUS } from '../../../seed/seedRows.ts';

export const authMenuList: Handler<'auth/menu/list'> = async (_request, { sql, session }) => {
  const rows = await sql<MenuEntry[]>`
    select m.id, coalesce(m.parent_id, 0) as parent_id, m.mode, m.name, m.title, m.title_locale, m.icon, m.path, m.params,
      m.is_own, m.version, (select count(*)::int from role_menus rm where rm.menu_id = m.id) as roles
    from menus m where m.removed_at is null order by m.sort, m.id`;
  const there = new Set(rows.map(({ name }) => name));
  const pages = BUILT_PAGES.filter(({ menu }) => menu).map(({ name }) => ({ mode: MENU_MODE.page as number, name }));
  const gone = MENUS.filter(({ mode, name }) => mode !== MENU_MODE.page && !there.has(name));
  return {
    list: inOrder(rows),
    offered: [...pages, ...gone.map(({ mode, name }) => ({ mode, name }))],
    rights: { change: changesMenus(session) },
  };
};

/** Parents before children; an entry without a parent is at the top. */
function inOrder(rows: readonly MenuEntry[]): MenuEntry[] {
  const ids = new Set(rows.map(({ id }) => id));
  const beneath = Map.groupBy(rows, ({ parentId }) => (ids.has(parentId) ? parentId : 0));
  const walk = (parentId: number): MenuEntry[] =>
    (beneath.get(parentId) ?? []).flatMap((row) => [{ ...row, parentId }, ...walk(row.id)]);
  return walk(0);
}
