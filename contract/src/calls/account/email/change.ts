// account/email/change
import { z } from 'zod';
import { call } from '../../../call.ts';
import { email, text } from '../../../entities/parts.ts';

export const accountEmailChange = call({
  summary:
    'Asks both addresses whether the account may move to the new one: by a link to each, within a day. The answer is the same whether or not the new address has an account.',
  access: 'signedIn',
  request: z.object({ password: text(200, 1), email }),
  response: z.object({}),
  errors: ['wrongPassword', 'sameEmail', 'noMailServer', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
  renewsToken: true,
});
