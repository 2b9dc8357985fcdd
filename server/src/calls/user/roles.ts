// user/roles: roles that the user may assign.

import { assignableRoles } from '../../companies/people/people.ts';
import { roleNameIn } from '../../companies/roles/roleName.ts';
import type { Handler } from '../../platform/handler.ts';

export const userRoles: Handler<'user/roles'> = async (_request, { sql, session, language }) => {
  const roles = await assignableRoles(sql, session);
  return { list: roles.map((role) => ({ ...role, groupName: roleNameIn(language, role.code, role.groupName) })) };
};
