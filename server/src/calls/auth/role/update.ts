// auth/role/update: changes name, scope and closing of a company's custom role.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../access/session.ts';
import { lockRole } from '../../../companies/roles/roles.ts';
import { asProcess } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';

export const authRoleUpdate: Handler<'auth/role/update'> = async (request, caller) => {
  const { sql, at } = caller;
  const { role_id, name, scope, closed } = request;
  const role = await lockRole(caller, role_id, request.version);
  if (role.companyId === null) throw new ApiError('systemRole');
  if (closed && role.closedAt === null) {
    // Counts all companies: one that left the branch may still use the role, or assign it to users who sign in through its own provider.
    const [used] = await sql<{ count: number }[]>`
      select ((select count(*) from memberships where role_id = ${role_id})
        + (select count(*) from company_invitations where role_id = ${role_id}))::int as count`;
    const signIns = await asProcess(sql, () => sql`select from company_sign_ins where role_id = ${role_id}`);
    const count = used!.count + signIns.length;
    if (count > 0) throw new ApiError('roleInUse', { count });
  }
  const version = role.version + 1;
  const closedAt = closed ? (role.closedAt ?? at) : null;
  await sql`
    update roles set name = ${name}, scope = ${scope}, closed_at = ${closedAt}, version = ${version} where id = ${role_id}`;
  await revokeSessions(sql, 'all');
  const before = { name: role.name, scope: role.scope, closed: role.closedAt !== null };
  caller.noteAudit({ object: `role ${role_id}`, before, after: { name, scope, closed } });
  return { version };
};
