// auth/role/update
import { z } from 'zod';
import { call } from '../../../call.ts';
import { rowId } from '../../../entities/parts.ts';
import { companyRoleScope, roleName, version } from '../../../entities/role.ts';

export const authRoleUpdate = call({
  summary:
    'A role’s name, what its members see, and its end: a closed role is given to nobody. Refused while somebody has it.',
  access: { anyOf: ['RolesPermission'] },
  request: z.object({
    role_id: rowId,
    /** Version as read; refused if changed meanwhile. */
    version,
    name: roleName,
    scope: companyRoleScope,
    closed: z.boolean(),
  }),
  response: z.object({ version: z.number().int() }),
  errors: ['roleNotFound', 'systemRole', 'changedMeanwhile', 'roleInUse'],
  transaction: 'change',
});
