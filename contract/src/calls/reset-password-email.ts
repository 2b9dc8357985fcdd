// reset-password-email
import { z } from 'zod';
import { call } from '../call.ts';
import { secret, text } from '../entities/parts.ts';

export const resetPasswordEmail = call({
  summary: 'Chooses a new password with the token of a mailed link; every session of the account ends.',
  access: 'public',
  /** The password is trimmed like at sign-in. */
  request: z.object({ token: secret(100, 20), password: text(200, 6) }),
  response: z.object({}),
  errors: [
    'passwordResetNotFound',
    'passwordCommon',
    'passwordStolen',
    'passwordIsAccount',
    'passwordIsProduct',
    'tooManyRequests',
  ],
  transaction: 'manual',
  changes: true,
});
