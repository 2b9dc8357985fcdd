// mail/choice: the subscription behind a link in a mail.
import { ApiError } from '@heliograph/contract/errors.ts';
import { digestReaderOf } from '../../notifications/digestLinks.ts';
import { choiceOf } from '../../plants/mails/recipientChoices.ts';
import type { Handler } from '../../platform/handler.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const mailChoice: Handler<'mail/choice'> = async ({ token }, { context, sql, address }) => {
  await countAttempt(context, 'mailLinks', networkOf(address));
  const reader = await digestReaderOf(sql, token);
  if (reader)
    return {
      about: 'digest',
      siteName: '',
      email: reader.email,
      state: reader.digest === 'off' ? 'stopped' : 'active',
    };
  const choice = await choiceOf(sql, token);
  if (!choice) throw new ApiError('mailLinkNotFound');
  return { about: 'plant', ...choice };
};
