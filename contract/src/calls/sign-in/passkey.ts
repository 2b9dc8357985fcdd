// sign-in/passkey
import { z } from 'zod';
import { call } from '../../call.ts';
import { passkeyView, signedIn } from '../../entities/signIn.ts';

export const signInPasskey = call({
  summary: 'Opens a session with a passkey, which stands for the password and the second step.',
  access: 'public',
  request: z.object({ passkey: passkeyView }),
  response: signedIn,
  errors: ['wrongPasskey', 'accountFrozen', 'otherSignIn', 'tooManyRequests'],
  transaction: 'manual',
  changes: false,
  opensSession: true,
  returnsSecret: true,
});
