// account/endSession
import { z } from 'zod';
import { call } from '../../call.ts';
import { rowId, text } from '../../entities/parts.ts';

export const accountEndSession = call({
  summary:
    "Ends one session of the account, or all others when no id is given; asks for the password. Who came in by a company's provider may leave it out within 15 minutes of signing in.",
  access: 'signedIn',
  request: z.object({
    id: rowId.optional(),
    password: text(200, 1).optional(),
    /** Without an id: also revokes the account's API tokens, in all of its companies; webhooks that they created end with them. */
    revokeTokens: z.boolean().default(false),
  }),
  response: z.object({ ended: z.number().int(), revokedTokens: z.number().int() }),
  errors: ['sessionNotFound', 'wrongPassword', 'confirmItIsYou', 'tooManyRequests'],
  transaction: 'manual',
  changes: true,
  renewsToken: true,
});
