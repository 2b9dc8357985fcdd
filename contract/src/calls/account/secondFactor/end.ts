// account/secondFactor/end
import { z } from 'zod';
import { call } from '../../../call.ts';
import { text } from '../../../entities/parts.ts';
import { oneTimeCode } from '../../../entities/signIn.ts';

export const accountSecondFactorEnd = call({
  summary: 'Turns off the second step of sign-in; asks for the password and a code, of the app or for recovery.',
  access: 'signedIn',
  request: z.object({ password: text(200, 1), code: oneTimeCode }),
  response: z.object({}),
  errors: ['wrongPassword', 'wrongSecondFactor', 'noSecondFactorKey', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
  renewsToken: true,
});
