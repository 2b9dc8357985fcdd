// account/endSession: ends one session of the account, or all others when no ID is given, with API tokens if wished, after the user has confirmed their identity.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../access/session.ts';
import { checkPassword, hasFreshCompanySignIn } from '../../accounts/passwords/reauthenticate.ts';
import { endOtherSessions } from '../../accounts/sessions/endOtherSessions.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountEndSession: Handler<'account/endSession'> = async ({ id, password, revokeTokens }, caller) => {
  const { session, finish, noteAudit } = caller;
  const { userId } = session;
  if (password !== undefined) await checkPassword(caller, password);
  else if (!(await hasFreshCompanySignIn(caller))) throw new ApiError('confirmItIsYou');
  return await finish(async (sql) => {
    if (id === undefined) {
      const ended = await endOtherSessions(sql, { userId, exceptId: session.id, revokeTokens });
      const answer = { ended: ended.sessions, revokedTokens: ended.tokens };
      noteAudit({ after: answer });
      return answer;
    }
    const { count } = await sql`delete from sessions where user_id = ${userId} and api_scope is null and id = ${id}`;
    if (count === 0) throw new ApiError('sessionNotFound');
    await revokeSessions(sql, userId);
    noteAudit({ object: `session ${id}`, after: { ended: count } });
    return { ended: count, revokedTokens: 0 };
  });
};
