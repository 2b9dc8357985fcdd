// mail/choose
import { z } from 'zod';
import { call } from '../../call.ts';
import { secret } from '../../entities/parts.ts';

export const mailChoose = call({
  summary:
    'Ends the mails about a plant to the recipient of the link, or confirms that they are wanted; ends digests of open problems.',
  access: 'public',
  request: z.object({ token: secret(120), wants: z.boolean() }),
  response: z.object({ state: z.enum(['active', 'stopped']) }),
  errors: ['mailLinkNotFound', 'tooManyRequests'],
  transaction: 'change',
});
