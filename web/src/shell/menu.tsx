// The side menu made from the role's menus: which entries show, their icon, their translated title.
import type { Menu } from '@heliograph/contract/entities/user.ts';
import { type MenuIcon, type PagePath, pageAt } from '@heliograph/contract/pages.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import { IconPoint } from '@tabler/icons-react';
import { defaultParseSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { ICONS, type Icon } from '../components/menuIcons.ts';

/** The icon that the entry names, else its page's own. */
function iconOf(entry: Menu): Icon {
  const own = pageAt(entry.path)?.menu?.icon;
  return ICONS[entry.icon as MenuIcon] ?? (own ? ICONS[own] : IconPoint);
}

export interface MenuItem {
  id: number;
  title: string;
  /** Null: it only holds others. */
  path: PagePath | null;
  /** What the entry's `params` add to the address: a query such as "status=alert". */
  search: Record<string, unknown>;
  Icon: Icon;
  children: MenuItem[];
}

/** As an administrator named it; else in the reader's language, as far as the catalogue knows the entry. */
function titleOf(entry: Menu, t: TFunction): string {
  if (entry.titleLocale === '') return entry.title;
  const name = entry.titleLocale.replace(/^menu\./, '');
  return t(`menu.${name}` as 'menu.PvPlant', { defaultValue: entry.title || name });
}

/** Page entries only; children show only if all of them are pages; what leads nowhere is left out. */
export function menuItems(menus: readonly Menu[], t: TFunction, depth = 0): MenuItem[] {
  return menus
    .filter((entry) => entry.mode === MENU_MODE.page)
    .map((entry) => {
      const children = entry.children ?? [];
      const showsChildren = depth === 0 && children.length > 0 && children.every(({ mode }) => mode === MENU_MODE.page);
      return {
        id: entry.id,
        title: titleOf(entry, t),
        path: pageAt(entry.path)?.path ?? null,
        search: defaultParseSearch(entry.params),
        Icon: iconOf(entry),
        children: showsChildren ? menuItems(children, t, depth + 1) : [],
      };
    })
    .filter((item) => item.path !== null || item.children.length > 0);
}

/** How well an entry fits where one is: 0 not at all; the more of its params are in the address, the better. */
function fit(item: MenuItem, pathname: string, search: Readonly<Record<string, unknown>>): number {
  const own = item.path !== null && (pathname === item.path || pathname.startsWith(`${item.path}/`));
  const params = Object.entries(item.search);
  if (!own || !params.every(([name, value]) => search[name] === value)) return 0;
  return 1 + params.length;
}

/** The entry of the page one is on: of several to one page the one whose params fit best. */
export function itemAt(
  items: readonly MenuItem[],
  pathname: string,
  search: Readonly<Record<string, unknown>> = {},
): MenuItem | undefined {
  let best: MenuItem | undefined;
  for (const item of items.flatMap((each) => [each, ...each.children])) {
    const now = best ? fit(best, pathname, search) : 0;
    if (fit(item, pathname, search) > now) best = item;
  }
  return best;
}
