// account/push
import { z } from 'zod';
import { call } from '../../call.ts';

export const accountPush = call({
  summary: 'The browsers that show notices of this account, the oldest first, and what a browser needs to become one.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** The server's public key for browsers, base64url; null: the operator has given none, and no notices are sent. */
    publicKey: z.string().nullable(),
    list: z.array(
      z.object({
        id: z.string(),
        /** What it calls itself, as a list of sessions has it. */
        name: z.string(),
        /** By which it knows itself: SHA-256 of its address at the push service, base64url. */
        mark: z.string(),
        madeIso: z.string(),
      }),
    ),
  }),
});
