// account/updatePassword
import { z } from 'zod';
import { call } from '../../call.ts';
import { text } from '../../entities/parts.ts';

export const accountUpdatePassword = call({
  summary: 'Changes the password; every other session of the account ends.',
  access: 'signedIn',
  /** Both are trimmed like at sign-in: a space added by a keyboard is not part of a password. */
  request: z.object({ password: text(200, 1), newPassword: text(200, 6) }),
  response: z.object({}),
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
