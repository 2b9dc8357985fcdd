// auth/role/menu/distribution
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { MAX_MENUS } from '../../../../entities/menuEntry.ts';
import { rowId } from '../../../../entities/parts.ts';
import { version } from '../../../../entities/role.ts';

export const authRoleMenuDistribution = call({
  summary:
    'Which menu entries a role owns, as a whole. Groups follow from their pages. Nobody grants what he does not hold; an administrator holds everything.',
  access: { anyOf: ['RolesPermission'] },
  request: z.object({
    role_id: rowId,
    /** Version as read; refused if changed meanwhile. */
    version,
    menus: z.array(rowId).max(MAX_MENUS),
  }),
  response: z.object({ version: z.number().int() }),
  errors: ['roleNotFound', 'systemRole', 'menuNotFound', 'notHeld', 'keepsAdministrators', 'changedMeanwhile'],
  transaction: 'change',
});
