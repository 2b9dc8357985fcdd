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
    /** Of the new account, trimmed as sign-in trims; left out where there is one already. */
    password: text(200, 6).optional(),
    /** The version of terms and privacy policy that was agreed to: TERMS_VERSION. Of a new account. */
    agreedTo: text(10).optional(),
  }),
  response: z.object({}),
  refusals: [
    'invitationNotFound',
    'termsHaveChanged',
    'passwordCommon',
    'passwordStolen',
    'passwordIsAccount',
    'passwordIsProduct',
    'tooManyRequests',
  ],
  transaction: 'own',
  changes: true,
});
