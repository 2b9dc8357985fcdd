// email-change/answer: confirms or cancels an email change for one of its two addresses; once both agree, the account moves to the new address.
import { ApiError } from '@heliograph/contract/errors.ts';
import { hashToken } from '../../access/session.ts';
import { lockAccount } from '../../accounts/accountLock.ts';
import { sendEmailChangedMails } from '../../accounts/emailChange/emailChangeMails.ts';
import { emailChangeOf } from '../../accounts/emailChange/emailChanges.ts';
import { moveAccount } from '../../accounts/emailChange/moveAccount.ts';
import type { Handler } from '../../platform/handler.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const emailChangeAnswer: Handler<'email-change/answer'> = async (
  { token, accepts },
  { context, sql, address, language, at, noteAudit },
) => {
  await countAttempt(context, 'mailLinks', networkOf(address));
  const tokenHash = hashToken(token);
  const pending = await emailChangeOf(sql, tokenHash, at);
  if (!pending) throw new ApiError('emailChangeNotFound');
  await lockAccount(sql, pending.userId, 'alone');
  // Both links may be opened at once: only the state read under the lock counts.
  const change = await emailChangeOf(sql, tokenHash, at);
  if (!change) throw new ApiError('emailChangeNotFound');
  const { userId, side } = change;
  const audit = { userId, object: `user ${userId}` };
  if (!accepts) {
    await sql`delete from email_changes where user_id = ${userId}`;
    noteAudit({ ...audit, after: { email: 'ended', by: side } });
    return { state: 'ended' };
  }
  const oldAgreed = change.oldAgreed || side === 'old';
  const newAgreed = change.newAgreed || side === 'new';
  if (!oldAgreed || !newAgreed) {
    await sql`
      update email_changes set old_agreed = ${oldAgreed}, new_agreed = ${newAgreed} where user_id = ${userId}`;
    noteAudit({ ...audit, after: { email: 'agreed', by: side } });
    return { state: 'waiting' };
  }
  // An account with the new address was created meanwhile: the link no longer works, and the error does not reveal why.
  if (!(await moveAccount(sql, change))) throw new ApiError('emailChangeNotFound');
  await sendEmailChangedMails(sql, context.config, { ...change, language, at });
  noteAudit({ ...audit, after: { email: 'changed', by: side } });
  return { state: 'changed' };
};
