// auth/role/secondFactor: sets whether members of a role need a second factor at sign-in.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../../access/session.ts';
import { lockRole } from '../../../companies/roles/roles.ts';
import type { Handler } from '../../../platform/handler.ts';
import { keyOfSecrets } from '../../../platform/secrets/sealedSecrets.ts';

export const authRoleSecondFactor: Handler<'auth/role/secondFactor'> = async ({ role_id, version, needed }, caller) => {
  const { context, sql, session, at, noteAudit } = caller;
  const role = await lockRole(caller, role_id, version);
  // Not required unless it can be set up; and a stolen password alone cannot turn the requirement off.
  if (needed) keyOfSecrets(context.config);
  else if (!session.hasSecondFactor) throw new ApiError('signInWithFactor');
  const next = role.version + 1;
  await sql`
    update roles set version = ${next},
      second_factor_since = case when ${needed} then coalesce(second_factor_since, ${at}) end
    where id = ${role_id}`;
  await revokeSessions(sql, 'all');
  noteAudit({ object: `role ${role_id}`, after: { secondFactor: needed } });
  return { version: next };
};
