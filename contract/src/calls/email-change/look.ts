// email-change/look
import { z } from 'zod';
import { call } from '../../call.ts';
import { secret } from '../../entities/parts.ts';

export const emailChangeLook = call({
  summary: 'What the link in a mail about another address of an account is for.',
  access: 'public',
  request: z.object({ token: secret(100, 20) }),
  response: z.object({
    /** Which address the link belongs to: the current or the new one. */
    side: z.enum(['old', 'new']),
    /** The current address; '' at the new one, which may belong to a stranger. */
    oldEmail: z.string(),
    newEmail: z.string(),
    hasAgreed: z.boolean(),
    expiresIso: z.string(),
  }),
  errors: ['emailChangeNotFound', 'tooManyRequests'],
});
