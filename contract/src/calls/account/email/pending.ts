// account/email/pending
import { z } from 'zod';
import { call } from '../../../call.ts';

export const accountEmailPending = call({
  summary: 'The change of the account’s address that waits for its two addresses to agree.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** Null: no change is pending. */
    change: z
      .object({ email: z.string(), oldAgreed: z.boolean(), newAgreed: z.boolean(), expiresIso: z.string() })
      .nullable(),
  }),
});
