// account/push
import { z } from 'zod';
import { call } from '../../call.ts';

export const accountPush = call({
  summary: 'The browsers that show notices of this account, the oldest first, and what a browser needs to become one.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** The server's public key for browsers, base64url; null: not configured by the operator, so no push notifications are sent. */
    publicKey: z.string().nullable(),
    list: z.array(
      z.object({
        id: z.string(),
        /** Name of the browser, as in the list of sessions. */
        name: z.string(),
        /** Identifies the browser to itself: SHA-256 of its push endpoint, base64url. */
        mark: z.string(),
        madeIso: z.string(),
      }),
    ),
  }),
});
