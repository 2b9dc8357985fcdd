// account/passkeys/add
import { z } from 'zod';
import { call } from '../../../call.ts';
import { text } from '../../../entities/parts.ts';
import { madePasskey } from '../../../entities/signIn.ts';

export const accountPasskeysAdd = call({
  summary: 'Keeps the passkey that a browser made: the account signs in with it without a password.',
  access: 'signedIn',
  request: z.object({ name: text(60, 1), passkey: madePasskey }),
  response: z.object({ id: z.string() }),
  errors: ['wrongPasskey', 'passkeysFull'],
  transaction: 'change',
  renewsToken: true,
  beforeSecondFactor: true,
});
