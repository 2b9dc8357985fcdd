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
    /** The token of a mailed link proves access to the address's mails: an account exists, which joins as it is. False for a link that was handed over. */
    hasAccount: z.boolean(),
    /** The link was handed over, which proves nothing: an account with the address joins with its password. */
    isHandedOver: z.boolean(),
  }),
  errors: ['invitationNotFound', 'tooManyRequests'],
});
