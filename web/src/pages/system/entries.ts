// Menu entries as a tree, and their names.
import type { MenuEntry } from '@heliograph/contract/entities/menuEntry.ts';
import { type Button, MENU_MODE, type PageModule } from '@heliograph/contract/permissions.ts';
import type { TFunction } from 'i18next';

export interface Entry extends MenuEntry {
  children: Entry[];
}

/** Builds the tree of entries. */
export function treeOf(list: readonly MenuEntry[]): Entry[] {
  const entries = new Map(list.map((entry) => [entry.id, { ...entry, children: [] as Entry[] }]));
  const top: Entry[] = [];
  for (const entry of entries.values()) (entries.get(entry.parentId)?.children ?? top).push(entry);
  return top;
}

export const isGroup = ({ mode, path }: Pick<MenuEntry, 'mode' | 'path'>): boolean =>
  mode === MENU_MODE.page && path === '';

/** Returns the portal's name of a page, a button or a page module. */
export function permissionName(t: TFunction, mode: number, name: string, otherwise = name): string {
  return mode === MENU_MODE.page
    ? t(`menu.${name as 'PvPlant'}`, { defaultValue: otherwise })
    : t(`roles.permission.${name as Button | PageModule}`, { defaultValue: otherwise });
}

/** Returns the title set by an administrator, else the portal's name. */
export const entryName = (t: TFunction, { mode, name, title, titleLocale }: MenuEntry): string =>
  titleLocale === '' ? title : permissionName(t, mode, name, title || name);
