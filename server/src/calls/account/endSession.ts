// account/endSession: ends one session of the account, or all other sessions when no ID is given, after the user has confirmed their identity.
import { ApiError } from '@heliograph/contract/errors.ts';
import { revokeSessions } from '../../access/session.ts';
import { checkPassword, hasFreshCompanySignIn } from '../../accounts/passwords/reauthenticate.ts';
import type { Handler } from '../../platform/handler.ts';

export const accountEndSession: Handler<'account/endSession'> = async ({ id, password }, caller) => {
  const { session, finish, noteAudit } = caller;
  if (password !== undefined) await checkPassword(caller, password);
  else if (!(await hasFreshCompanySignIn(caller))) throw new ApiError('confirmItIsYou');
  return await finish(async (sql) => {
    const condition = id === undefined ? sql`id <> ${session.id}` : sql`id = ${id}`;
    const ended =
      await sql`delete from sessions where user_id = ${session.userId} and api_scope is null and ${condition}`;
    if (id !== undefined && ended.count === 0) throw new ApiError('sessionNotFound');
    await revokeSessions(sql, session.userId);
    if (id !== undefined) noteAudit({ object: `session ${id}` });
    noteAudit({ after: { ended: ended.count } });
    return { ended: ended.count };
  });
};
