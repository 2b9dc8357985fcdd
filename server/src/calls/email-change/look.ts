// email-change/look: details of the email change behind a mailed link.
import { ApiError } from '@heliograph/contract/errors.ts';
import { hashToken } from '../../access/session.ts';
import { emailChangeOf } from '../../accounts/emailChange/emailChanges.ts';
import type { Handler } from '../../platform/handler.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const emailChangeLook: Handler<'email-change/look'> = async ({ token }, { context, sql, address, at }) => {
  await countAttempt(context, 'mailLinks', networkOf(address));
  const change = await emailChangeOf(sql, hashToken(token), at);
  if (!change) throw new ApiError('emailChangeNotFound');
  const { side, oldEmail, newEmail, oldAgreed, newAgreed, expiresAt } = change;
  return {
    side,
    oldEmail: side === 'old' ? oldEmail : '',
    newEmail,
    hasAgreed: side === 'old' ? oldAgreed : newAgreed,
    expiresIso: expiresAt.toISOString(),
  };
};
