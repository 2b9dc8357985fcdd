// account/passkeys/begin
import { z } from 'zod';
import { call } from '../../../call.ts';
import { text } from '../../../entities/parts.ts';
import { passkeyCreation } from '../../../entities/signIn.ts';

export const accountPasskeysBegin = call({
  summary: 'What a browser needs to make a passkey (WebAuthn), good for five minutes.',
  access: 'signedIn',
  request: z.object({ password: text(200, 1) }),
  response: z.object({ options: passkeyCreation }),
  errors: ['wrongPassword', 'passkeysFull', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
  renewsToken: true,
  beforeSecondFactor: true,
});
