// account/updatePassword
import { z } from 'zod';
import { call } from '../../call.ts';
import { text } from '../../entities/parts.ts';

export const accountUpdatePassword = call({
  summary: 'Changes the password; every other session of the account ends, and its API tokens if wished.',
  access: 'signedIn',
  /** Both are trimmed like at sign-in: a space added by a keyboard is not part of a password. */
  request: z.object({
    password: text(200, 1),
    newPassword: text(200, 6),
    /** Also revokes the account's API tokens, in all of its companies; webhooks that they created end with them. */
    revokeTokens: z.boolean().default(false),
  }),
  response: z.object({ revokedTokens: z.number().int() }),
  errors: [
    'wrongPassword',
    'samePassword',
    'passwordCommon',
    'passwordStolen',
    'passwordIsAccount',
    'passwordIsProduct',
    'tooManyRequests',
  ],
  transaction: 'manual',
  changes: true,
  renewsToken: true,
});
