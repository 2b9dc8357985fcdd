// mail/choice
import { z } from 'zod';
import { call } from '../../call.ts';
import { secret } from '../../entities/parts.ts';

export const mailChoice = call({
  summary: 'What the link in a mail about a plant is for: whose mails it ends or confirms.',
  access: 'public',
  request: z.object({ token: secret(120) }),
  response: z.object({ siteName: z.string(), email: z.string(), state: z.enum(['active', 'waiting', 'stopped']) }),
  errors: ['mailLinkNotFound', 'tooManyRequests'],
});
