// auth/role/secondFactor
import { z } from 'zod';
import { call } from '../../../call.ts';
import { rowId } from '../../../entities/parts.ts';
import { version } from '../../../entities/role.ts';

export const authRoleSecondFactor = call({
  summary:
    'Whether members of a role have to show a second factor at sign-in: a code or a passkey. Who has none sets one up within 14 days; then a session with a password alone does nothing else.',
  access: { anyOf: ['RolesPermission'] },
  request: z.object({
    role_id: rowId,
    /** Version as read; refused if changed meanwhile. */
    version,
    needed: z.boolean(),
  }),
  response: z.object({ version: z.number().int() }),
  errors: ['roleNotFound', 'systemRole', 'changedMeanwhile', 'noSecondFactorKey', 'signInWithFactor'],
  transaction: 'change',
});
