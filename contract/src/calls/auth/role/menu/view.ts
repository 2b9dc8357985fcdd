// auth/role/menu/view
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { ignored, rowId } from '../../../../entities/parts.ts';
import { menu } from '../../../../entities/user.ts';

export const authRoleMenuView = call({
  summary:
    'The menus of the signed-in role, or of another that the caller sees: pages (1), buttons (2) and page modules (3).',
  access: 'signedIn',
  /** `role_id` is the session's groupId; another role's menus are told to who sees the role. */
  request: z.object({ role_id: rowId, is_login: ignored }),
  response: z.object({
    list: z.array(menu),
    /** The session was opened with a password alone, and its role or company asks for more: until when it may do without. */
    secondFactor: z.object({ byIso: z.string(), isOver: z.boolean() }).nullable(),
    /** The role whose menus these are instead of the session's own (auth/role/viewAs); `code` as roles have it. */
    viewing: z.object({ role_id: z.number().int(), code: z.string(), name: z.string() }).nullable(),
    /** Another one whenever this answer would be another: `/live` without a plant says which one holds. */
    version: z.string(),
  }),
  refusals: ['forbidden', 'roleNotFound'],
  beforeSecondFactor: true,
});
