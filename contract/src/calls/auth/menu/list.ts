// auth/menu/list
import { z } from 'zod';
import { call } from '../../../call.ts';
import { menuEntry } from '../../../entities/menuEntry.ts';

export const authMenuList = call({
  summary: 'All menu entries, each before those that stand beneath it, in the menu’s order.',
  access: { anyOf: ['Menus', 'RolesPermission', 'GroupAccess'] },
  request: z.object({}),
  response: z.object({
    list: z.array(menuEntry),
    /** Names of the portal's pages, buttons and page modules of which an entry can be made, by mode. */
    offered: z.array(z.object({ mode: z.number().int(), name: z.string() })),
    rights: z.object({
      /** Entries are the same for everybody, so that only who sees everything changes them. */
      change: z.boolean(),
    }),
  }),
});
