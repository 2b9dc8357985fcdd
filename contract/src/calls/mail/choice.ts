// mail/choice
import { z } from 'zod';
import { call } from '../../call.ts';
import { secret } from '../../entities/parts.ts';

export const mailChoice = call({
  summary: 'What the link in a mail is for: whose mails about a plant, or whose digests, it ends or confirms.',
  access: 'public',
  request: z.object({ token: secret(120) }),
  response: z.object({
    /** `digest`: digests of open problems of all plants, which the link can only end. */
    about: z.enum(['plant', 'digest']),
    /** "" for digests. */
    siteName: z.string(),
    email: z.string(),
    state: z.enum(['active', 'waiting', 'stopped']),
  }),
  errors: ['mailLinkNotFound', 'tooManyRequests'],
});
