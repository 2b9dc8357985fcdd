// account/tokens
import { z } from 'zod';
import { call } from '../../call.ts';
import { iso } from '../../entities/parts.ts';
import { apiScope } from '../../entities/signIn.ts';

export const accountTokens = call({
  summary: "The account's API tokens, the newest first; what a token is, is told when it is made and never again.",
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        scope: apiScope,
        madeIso: z.string(),
        /** Null: never. */
        lastUsedIso: iso,
        expiresIso: z.string(),
      }),
    ),
  }),
});
