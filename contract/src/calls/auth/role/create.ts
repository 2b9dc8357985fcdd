// auth/role/create
import { z } from 'zod';
import { call } from '../../../call.ts';
import { rowId } from '../../../entities/parts.ts';
import { companyRoleScope, roleName } from '../../../entities/role.ts';

export const authRoleCreate = call({
  summary: 'A role of a company’s own. It begins with what the caller holds of another role, or with nothing.',
  access: { anyOf: ['RolesPermission'] },
  request: z.object({
    name: roleName,
    scope: companyRoleScope,
    /** A company of the user's branch; the user's own if omitted. */
    company_id: rowId.optional(),
    /** The role whose menus are copied. */
    copy_of: rowId.optional(),
  }),
  response: z.object({ id: z.number().int() }),
  errors: ['forbidden', 'companyNotFound', 'roleNotFound'],
  transaction: 'change',
});
