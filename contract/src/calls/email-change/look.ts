// email-change/look
import { z } from 'zod';
import { call } from '../../call.ts';
import { secret } from '../../entities/parts.ts';

export const emailChangeLook = call({
  summary: 'What the link in a mail about another address of an account is for.',
  access: 'public',
  request: z.object({ token: secret(100, 20) }),
  response: z.object({
    /** Whose link it is: that of the address now, or of the one that comes. */
    side: z.enum(['old', 'new']),
    /** The address now; '' for who reads at the new one, who may be a stranger to it. */
    oldEmail: z.string(),
    newEmail: z.string(),
    hasAgreed: z.boolean(),
    expiresIso: z.string(),
  }),
  refusals: ['emailChangeNotFound', 'tooManyRequests'],
});
