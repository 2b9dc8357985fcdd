// auth/role/viewAs: switches the session to a read-only view of the portal as another role, or back.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../access/session.ts';
import { accessibleRole } from '../../../companies/roles/roles.ts';
import type { Handler } from '../../../platform/handler.ts';

export const authRoleViewAs: Handler<'auth/role/viewAs'> = async ({ role_id }, caller) => {
  const { sql, session } = caller;
  if (role_id !== 0) {
    if (session.viewing !== null || !session.permissions.has('RolesPermission')) throw new ApiError('forbidden');
    await accessibleRole(caller, role_id);
  }
  const viewed = role_id === 0 || role_id === session.roleId ? null : role_id;
  await sql`update sessions set view_role_id = ${viewed} where id = ${session.id}`;
  await revokeSessions(sql, session.userId);
  caller.noteAudit({ object: `session ${session.id}`, after: { viewAs: viewed } });
  return {};
};
