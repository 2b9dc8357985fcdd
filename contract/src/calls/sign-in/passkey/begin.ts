// sign-in/passkey/begin
import { z } from 'zod';
import { call } from '../../../call.ts';
import { passkeyRequest } from '../../../entities/signIn.ts';

export const signInPasskeyBegin = call({
  summary: 'What a browser needs to show a passkey (WebAuthn), good for five minutes; the same for everybody.',
  access: 'public',
  request: z.object({}),
  response: z.object({ options: passkeyRequest }),
  errors: ['tooManyRequests'],
  transaction: 'manual',
  changes: false,
});
