// email-change/look: what a link in a mail about another address is for.
import { Refusal } from '@heliograph/contract/errors.ts';
import { networkOf } from '../../addresses.ts';
import type { Handler } from '../../handler.ts';
import { countTry } from '../../limits.ts';
import { hashToken } from '../../session.ts';
import { emailChangeOf } from '../../sql/emailChanges.ts';

export const emailChangeLook: Handler<'email-change/look'> = async ({ token }, { context, sql, address, at }) => {
  await countTry(context, 'mailLinks', networkOf(address));
  const change = await emailChangeOf(sql, hashToken(token), at);
  if (!change) throw new Refusal('noSuchEmailChange');
  const { side, oldEmail, newEmail, oldAgreed, newAgreed, expiresAt } = change;
  return {
    side,
    oldEmail: side === 'old' ? oldEmail : '',
    newEmail,
    hasAgreed: side === 'old' ? oldAgreed : newAgreed,
    expiresIso: expiresAt.toISOString(),
  };
};
