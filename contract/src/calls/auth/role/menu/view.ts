// auth/role/menu/view
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { flag, rowId } from '../../../../entities/parts.ts';
import { menu, userInfo } from '../../../../entities/user.ts';

export const authRoleMenuView = call({
  summary:
    'The menus of the signed-in role, or of another that the caller sees: pages (1), buttons (2) and page modules (3).',
  access: 'signedIn',
  /** With `is_login` the session's own role is answered, whichever `role_id` was stored at sign-in; without it another role, to users who can access it. */
  request: z.object({ role_id: rowId, is_login: flag.optional() }),
  response: z.object({
    list: z.array(menu),
    /** The signed-in user with their current role, as after sign-in; null with the menus of another role. */
    userInfo: userInfo.nullable(),
    /** Set if the session was opened with a password alone but its role or company requires a second factor: deadline until which it may do without. */
    secondFactor: z.object({ byIso: z.string(), isOver: z.boolean() }).nullable(),
    /** The role viewed instead of the session's own (auth/role/viewAs); `code` as in roles. */
    viewing: z.object({ role_id: z.number().int(), code: z.string(), name: z.string() }).nullable(),
    /** Changes whenever this response would change; `/live` without a plant reports the current one. */
    version: z.string(),
  }),
  errors: ['forbidden', 'roleNotFound'],
  beforeSecondFactor: true,
});
