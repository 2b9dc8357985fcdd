// user/invitation/accept
import { z } from 'zod';
import { call } from '../../../call.ts';
import { secret, text } from '../../../entities/parts.ts';

export const userInvitationAccept = call({
  summary:
    'Joins the company of a mailed invitation: with the account of its address, or with a new one and its password.',
  access: 'public',
  request: z.object({
    token: secret(100, 20),
    /** Password of the new account, trimmed like at sign-in; omitted if an account exists, except for a link that was handed over, which needs that account's password. */
    password: text(200, 6).optional(),
    /** Agreed version of terms and privacy policy: TERMS_VERSION. For a new account. */
    agreedTo: text(10).optional(),
  }),
  response: z.object({}),
  errors: [
    'invitationNotFound',
    'wrongPassword',
    'termsHaveChanged',
    'passwordCommon',
    'passwordStolen',
    'passwordIsAccount',
    'passwordIsProduct',
    'tooManyRequests',
  ],
  transaction: 'manual',
  changes: true,
});
