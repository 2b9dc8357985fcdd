// mail/choose: unsubscribes or confirms the recipient of a mailed link.
import { ApiError } from '@heliograph/contract/errors.ts';
import { stopDigest } from '../../notifications/digestLinks.ts';
import { choiceOf, choose } from '../../plants/mails/recipientChoices.ts';
import type { Handler } from '../../platform/handler.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const mailChoose: Handler<'mail/choose'> = async (
  { token, wants },
  { context, sql, address, at, noteAudit },
) => {
  await countAttempt(context, 'mailLinks', networkOf(address));
  const reader = wants ? undefined : await stopDigest(sql, token);
  if (reader) {
    const { userId, digest } = reader;
    noteAudit({ object: `user ${userId}`, userId, before: { problemDigest: digest }, after: { problemDigest: 'off' } });
    return { state: 'stopped' };
  }
  const before = await choiceOf(sql, token);
  if (!before || !(await choose(sql, token, wants, at))) throw new ApiError('mailLinkNotFound');
  const state = wants ? ('active' as const) : ('stopped' as const);
  noteAudit({ object: before.sid, before: { email: before.email, state: before.state }, after: { state } });
  return { state };
};
