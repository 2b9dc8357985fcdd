// account/sessions
import { z } from 'zod';
import { call } from '../../call.ts';

export const accountSessions = call({
  summary: 'The sessions of the account, newest use first.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({
        id: z.number().int(),
        /** The one this call came with. */
        current: z.boolean(),
        client: z.string(),
        address: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  }),
});
