// user/invitation
import { z } from 'zod';
import { call } from '../../call.ts';
import { secret } from '../../entities/parts.ts';

export const userInvitation = call({
  summary: 'What a mailed invitation is into, by its token.',
  access: 'public',
  request: z.object({ token: secret(100, 20) }),
  response: z.object({
    email: z.string(),
    companyName: z.string(),
    groupName: z.string(),
    /** Whoever holds the token reads the address's mails: there is an account, which joins as it is. */
    hasAccount: z.boolean(),
  }),
  refusals: ['invitationNotFound', 'tooManyRequests'],
});
