// auth/role/list
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page, textFilter } from '../../../entities/page.ts';
import { role } from '../../../entities/role.ts';

export const authRoleList = call({
  summary:
    'Roles that companies made for themselves: those of the caller’s branch, to change, and those of the companies above, to look at. By name, open ones first.',
  access: { anyOf: ['RolesPermission', 'GroupAccess'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        /** Part of a role's or its company's name. */
        keywords: textFilter,
      })
      .prefault({}),
  }),
  response: z.object({ list: z.array(role), total: z.number().int() }),
});
