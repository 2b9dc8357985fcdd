// auth/role/list/system
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { role } from '../../../../entities/role.ts';

export const authRoleListSystem = call({
  summary: 'The roles that the portal brings: administrator, manager, distributor, dealer, installer, owner.',
  access: { anyOf: ['RolesPermission', 'GroupAccess'] },
  request: z.object({}),
  response: z.object({ list: z.array(role) }),
});
