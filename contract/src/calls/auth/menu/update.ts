// auth/menu/update
import { z } from 'zod';
import { call } from '../../../call.ts';
import { menuIcon, menuParams, menuParent, menuPosition, menuTitle } from '../../../entities/menuEntry.ts';
import { rowId } from '../../../entities/parts.ts';
import { version } from '../../../entities/role.ts';

export const authMenuUpdate = call({
  summary: 'Title, icon, params and place of a menu entry. What it gives stays what it is.',
  access: { anyOf: ['Menus'] },
  request: z.object({
    id: rowId,
    /** Version that was read; a change of an outdated version is refused. */
    version,
    title: menuTitle,
    icon: menuIcon,
    params: menuParams,
    parent_id: menuParent,
    /** Left out: where it stands, or last beneath another one. */
    place: menuPosition.optional(),
  }),
  response: z.object({ version: z.number().int() }),
  errors: ['forbidden', 'menuNotFound', 'menuPosition', 'changedMeanwhile'],
  transaction: 'change',
});
