// Menu entries as administrators edit them: one row each, with where it stands.
import { z } from 'zod';
import { MENU_ICONS } from '../pages.ts';
import { int, rowId, text } from './parts.ts';

/** What an entry adds to its page's address: "status=alert&sort=name". */
export const menuParams = text(200).regex(/^[^?#\s\\]*$/, 'a query without ? and #');
/** One that the portal has, by its Tabler name; '': that of its page. */
export const menuIcon = z.enum(['', ...MENU_ICONS]);
/** '' : the portal's own title, in each reader's language. */
export const menuTitle = text(60);
/** 0: at the top. */
export const menuParent = rowId;
/** Among those that stand beneath the same one, counted from 0. */
export const menuPosition = int(0, 1000);
/** Entries in all. */
export const MAX_MENUS = 300;

export const menuEntry = z.object({
  id: z.number().int(),
  /** 0: at the top. */
  parentId: z.number().int(),
  /** 1 page or group, 2 button, 3 page module. */
  mode: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** The permission that it gives; '' for a group that an administrator made. */
  name: z.string(),
  /** As an administrator named it; shown as it is when `titleLocale` is ''. */
  title: z.string(),
  titleLocale: z.string(),
  icon: z.string(),
  /** '': a group, which only holds others. */
  path: z.string(),
  params: z.string(),
  isOwn: z.boolean(),
  version: z.number().int(),
  /** How many roles own it. */
  roles: z.number().int(),
});
export type MenuEntry = z.infer<typeof menuEntry>;
