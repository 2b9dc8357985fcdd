// Menu entries as administrators edit them, with their place.
import { z } from 'zod';
import { MENU_ICONS } from '../pages.ts';
import { int, rowId, text } from './parts.ts';

/** Query that an entry adds to its page's address: "status=alert&sort=name". */
export const menuParams = text(200).regex(/^[^?#\s\\]*$/, 'a query without ? and #');
/** Tabler name of an icon of the portal; '' for that of its page. */
export const menuIcon = z.enum(['', ...MENU_ICONS]);
/** '' for the portal's own title in each reader's language. */
export const menuTitle = text(60);
/** 0: at the top. */
export const menuParent = rowId;
/** Position among its siblings, from 0. */
export const menuPosition = int(0, 1000);
/** Total entries. */
export const MAX_MENUS = 300;

export const menuEntry = z.object({
  id: z.number().int(),
  /** 0: at the top. */
  parentId: z.number().int(),
  /** 1 page or group, 2 button, 3 page module. */
  mode: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Its permission; '' for a group that an administrator created. */
  name: z.string(),
  /** Title by an administrator, shown if `titleLocale` is ''. */
  title: z.string(),
  titleLocale: z.string(),
  icon: z.string(),
  /** '' for a group. */
  path: z.string(),
  params: z.string(),
  isOwn: z.boolean(),
  version: z.number().int(),
  /** Number of roles with it. */
  roles: z.number().int(),
});
export type MenuEntry = z.infer<typeof menuEntry>;
