// auth/role/menu/view
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { ignored, rowId } from '../../../../entities/parts.ts';
import { menu } from '../../../../entities/user.ts';

export const authRoleMenuView = call({
  summary:
    'The menus of the signed-in role, or of another that the caller sees: pages (1), buttons (2) and page modules (3).',
  access: 'signedIn',
  /** `role_id` is the session's groupId; menus of another role are returned to users who can access it. */
  request: z.object({ role_id: rowId, is_login: ignored }),
  response: z.object({
    list: z.array(menu),
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
