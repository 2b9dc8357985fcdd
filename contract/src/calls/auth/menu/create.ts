// auth/menu/create
import { z } from 'zod';
import { call } from '../../../call.ts';
import { menuIcon, menuParams, menuParent, menuTitle } from '../../../entities/menuEntry.ts';
import { oneOf } from '../../../entities/parts.ts';
import { BUTTONS, PAGE_MODULES, PAGES } from '../../../permissions.ts';

/** '': a group, which only holds pages. */
const menuName = z.enum(['', ...PAGES, ...BUTTONS, ...PAGE_MODULES]);

export const authMenuCreate = call({
  summary:
    'A menu entry: a group, a further way to a page (owned by all roles that own the page), or what had been taken away (owned by nobody but administrators).',
  access: { anyOf: ['Menus'] },
  request: z.object({
    mode: oneOf(1, 2, 3),
    name: menuName,
    title: menuTitle,
    icon: menuIcon.default(''),
    params: menuParams.default(''),
    parent_id: menuParent.default(0),
  }),
  response: z.object({ id: z.number().int() }),
  errors: ['forbidden', 'menuNotFound', 'menuPosition'],
  transaction: 'change',
});
