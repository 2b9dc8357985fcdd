// sign-in
import { z } from 'zod';
import { call } from '../call.ts';
import { text } from '../entities/parts.ts';
import { oneTimeCode, signedIn } from '../entities/signIn.ts';

export const signIn = call({
  summary:
    'Opens a session. Wrong credentials: HTTP 200 with code 401. Sessions are independent of each other. An account with a second step is refused with code 1492 until a code is sent along. After 50 failures in a day, code 1670: the password alone no longer suffices.',
  access: 'public',
  request: z.object({
    account: text(254, 1),
    /** Or an API token of the account, which needs no code; it is returned as the session's token. */
    password: text(200, 1),
    /** Code of an authenticator app, or a recovery code; required if the account has turned it on. */
    code: oneTimeCode.optional(),
  }),
  response: signedIn,
  errors: [
    'wrongCredentials',
    'accountFrozen',
    'otherSignIn',
    'tooManyRequests',
    'secondFactorNeeded',
    'proofNeeded',
    'wrongSecondFactor',
    'noSecondFactorKey',
  ],
  transaction: 'manual',
  changes: false,
  opensSession: true,
  returnsSecret: true,
  formerUrl: '/v1/sign-in',
});
