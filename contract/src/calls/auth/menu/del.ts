// auth/menu/del
import { z } from 'zod';
import { call } from '../../../call.ts';
import { rowId } from '../../../entities/parts.ts';

export const authMenuDel = call({
  summary: 'Takes a menu entry away, and with it what it gave to roles. Refused while others stand beneath it.',
  access: { anyOf: ['Menus'] },
  request: z.object({ id: rowId }),
  response: z.object({}),
  errors: ['forbidden', 'menuNotFound', 'menuHasChildren', 'keepsAdministrators'],
  transaction: 'change',
});
