// account/passkeys/remove
import { z } from 'zod';
import { call } from '../../../call.ts';
import { text } from '../../../entities/parts.ts';

export const accountPasskeysRemove = call({
  summary: 'Removes a passkey: nobody signs in with it any more. Sessions that are open stay.',
  access: 'signedIn',
  request: z.object({ id: text(1400, 1) }),
  response: z.object({}),
  errors: ['passkeyNotFound'],
  transaction: 'change',
});
