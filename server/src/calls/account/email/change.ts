// account/email/change: asks the old and the new address to confirm. Work and response are the same whether or not the new address already has an account; only the mail it receives differs.
import { ApiError } from '@heliograph/contract/errors.ts';
import { EMAIL_CHANGE_HOURS } from '@heliograph/contract/limits.ts';
import { hashToken, newToken } from '../../../access/session.ts';
import { lockAccount } from '../../../accounts/accountLock.ts';
import { writeEmailChangeMails } from '../../../accounts/emailChange/emailChangeMails.ts';
import { checkPassword } from '../../../accounts/passwords/reauthenticate.ts';
import { asProcess } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';
import { networkOf } from '../../../platform/limits/networks.ts';
import { countMailAttempt } from '../../../platform/limits/rateLimits.ts';

export const accountEmailChange: Handler<'account/email/change'> = async ({ password, email }, caller) => {
  const { context, session, address, language, at, noteAudit, finish } = caller;
  const { config } = context;
  const checked = await checkPassword(caller, password);
  if (!config.mail) throw new ApiError('noMailServer');
  const to = email.toLowerCase();
  if (to === session.email.toLowerCase()) throw new ApiError('sameEmail');
  await countMailAttempt(context, networkOf(address), to);
  const tokens = { old: newToken(), new: newToken() };
  return await finish(async (sql) => {
    await lockAccount(sql, session.userId, 'alone');
    await asProcess(sql, async () => {
      await checked.assertUnchanged(sql);
      await sql`
        insert into email_changes (user_id, session_id, new_email, old_token_hash, new_token_hash, expires_at)
        values (${session.userId}, ${session.id}, ${to}, ${hashToken(tokens.old)}, ${hashToken(tokens.new)},
          ${new Date(at.getTime() + EMAIL_CHANGE_HOURS * 3_600_000)})
        on conflict (user_id) do update set session_id = excluded.session_id, new_email = excluded.new_email,
          old_token_hash = excluded.old_token_hash, new_token_hash = excluded.new_token_hash,
          old_agreed = false, new_agreed = false, expires_at = excluded.expires_at`;
      await writeEmailChangeMails(sql, config, { from: session.email, to, tokens, language, at });
    });
    // Without the new address: it may be a stranger's, and audit lines are permanent.
    noteAudit({ after: { asks: 'email' } });
    return {};
  });
};
