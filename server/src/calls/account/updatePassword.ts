// account/updatePassword: changes the password and ends every other session of the account, and its API tokens if wished.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockAccount } from '../../accounts/accountLock.ts';
import { mailPasswordChanged } from '../../accounts/accountMails.ts';
import { assertPasswordAllowed } from '../../accounts/passwords/breachedPasswords.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';
import { checkPassword } from '../../accounts/passwords/reauthenticate.ts';
import { endOtherSessions } from '../../accounts/sessions/endOtherSessions.ts';
import { asProcess } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountUpdatePassword: Handler<'account/updatePassword'> = async (request, caller) => {
  const { password, newPassword, revokeTokens } = request;
  const { context, session, language, at, finish, noteAudit } = caller;
  const checked = await checkPassword(caller, password);
  if (newPassword === password) throw new ApiError('samePassword');
  await assertPasswordAllowed(context, newPassword, session.email);
  const passwordHash = await hashPassword(newPassword);
  return await finish(async (sql) => {
    await lockAccount(sql, session.userId, 'alone');
    // Only if the password has not changed since it was checked.
    const isChanged = await asProcess(sql, async () => {
      const { count } = await sql`
        update users set password_hash = ${passwordHash} where id = ${session.userId} and password_hash = ${checked.hash}`;
      if (count > 0) await mailPasswordChanged(sql, context.config, { email: session.email, language, at });
      return count > 0;
    });
    if (!isChanged) throw new ApiError('wrongPassword');
    const { userId, id: exceptId } = session;
    const { tokens: revokedTokens } = await endOtherSessions(sql, { userId, exceptId, revokeTokens });
    if (revokedTokens > 0) noteAudit({ after: { revokedTokens } });
    return { revokedTokens };
  });
};
