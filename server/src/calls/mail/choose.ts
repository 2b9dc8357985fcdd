// mail/choose: unsubscribes or confirms the recipient of a mailed link.
import { ApiError } from '@heliograph/contract/errors.ts';
import { choiceOf, choose } from '../../plants/mails/recipientChoices.ts';
import type { Handler } from '../../platform/handler.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const mailChoose: Handler<'mail/choose'> = async (
  { token, wants },
  { context, sql, address, at, noteAudit },
) => {
  await countAttempt(context, 'mailLinks', networkOf(address));
  const before = await choiceOf(sql, token);
  if (!before || !(await choose(sql, token, wants, at))) throw new ApiError('mailLinkNotFound');
  const state = wants ? ('active' as const) : ('stopped' as const);
  noteAudit({ object: before.sid, before: { email: before.email, state: before.state }, after: { state } });
  return { state };
};
