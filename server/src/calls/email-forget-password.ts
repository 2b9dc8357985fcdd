// email-forget-password: mails a password reset link. Work and response are the same for every address, so that nobody learns which addresses have accounts.
import { ApiError } from '@heliograph/contract/errors.ts';
import { RESET_MINUTES } from '@heliograph/contract/limits.ts';
import { hashToken, newToken } from '../access/session.ts';
import { about, readerAt, resetMail } from '../accounts/accountMails.ts';
import { brandOfRequest } from '../brands/brands.ts';
import type { Handler } from '../platform/handler.ts';
import { networkOf } from '../platform/limits/networks.ts';
import { countMailAttempt } from '../platform/limits/rateLimits.ts';
import { writeMail } from '../platform/mail/outbox.ts';

export const emailForgetPassword: Handler<'email-forget-password'> = async (
  { email },
  { context, address, at, language, portal, noteAudit, finish },
) => {
  const { config } = context;
  if (!config.mail) throw new ApiError('noMailServer');
  const to = email.toLowerCase();
  await countMailAttempt(context, networkOf(address), to);
  const token = newToken();
  return await finish(async (sql) => {
    await sql`
      insert into password_resets (email, token_hash, expires_at)
      values (${to}, ${hashToken(token)}, ${new Date(at.getTime() + RESET_MINUTES * 60_000)})
      on conflict (email) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`;
    // The outbox drops it where there is no account (notifications/sendMails.ts), so that the response reveals none.
    const { id: brandId } = await brandOfRequest(sql, config, portal);
    const reader = await readerAt(sql, config, to, { language, brandId });
    await writeMail(sql, resetMail(config, reader, token), at);
    noteAudit({ object: 'password', ...about(reader) });
    return {};
  });
};
