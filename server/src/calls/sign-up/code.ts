// sign-up/code: mails a registration code, or a note that the address already has an account. Work and response are the same for every address.
import { randomInt } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { CODE_MINUTES } from '@heliograph/contract/limits.ts';
import { about, codeMail, readerAt } from '../../accounts/accountMails.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';
import { brandOfRequest } from '../../brands/brands.ts';
import type { Handler } from '../../platform/handler.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countMailAttempt } from '../../platform/limits/rateLimits.ts';
import { writeMail } from '../../platform/mail/outbox.ts';

export const signUpCode: Handler<'sign-up/code'> = async (
  { email },
  { context, address, at, language, portal, noteAudit, finish },
) => {
  const { config } = context;
  const brand = await brandOfRequest(context.sql, config, portal);
  if (!brand.isOpen) throw new ApiError('registrationClosed');
  if (!config.mail) throw new ApiError('noMailServer');
  const to = email.toLowerCase();
  await countMailAttempt(context, networkOf(address), to);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = await hashPassword(code, address);
  return await finish(async (sql) => {
    await sql`
      insert into sign_up_codes (email, code_hash, tries, expires_at)
      values (${to}, ${codeHash}, 0, ${new Date(at.getTime() + CODE_MINUTES * 60_000)})
      on conflict (email) do update set code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at`;
    const reader = await readerAt(sql, config, to, { language, brandId: brand.id });
    await writeMail(sql, codeMail(reader, code), at);
    noteAudit({ object: 'registration', ...about(reader) });
    return {};
  });
};
