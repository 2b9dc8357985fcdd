// auth/role/viewAs
import { z } from 'zod';
import { call } from '../../../call.ts';
import { rowId } from '../../../entities/parts.ts';

export const authRoleViewAs = call({
  summary:
    'Looks at the portal as a role would: its menus and permissions, as far as the session holds them itself. Until it goes back the session changes nothing.',
  access: 'signedIn',
  request: z.object({
    /** 0: back to the user's own role. */
    role_id: rowId,
  }),
  response: z.object({}),
  errors: ['forbidden', 'roleNotFound'],
  transaction: 'change',
  whileViewingAs: true,
});
