// account/sessions
import { z } from 'zod';
import { call } from '../../call.ts';

export const accountSessions = call({
  summary: 'The sessions of the account, newest use first.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** This session came by a company's provider: ending one asks for a fresh sign-in there; else for the password. */
    byCompany: z.boolean(),
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
