// account/sessions
import { z } from 'zod';
import { call } from '../../call.ts';

export const accountSessions = call({
  summary: 'The sessions of the account, newest use first.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** This session was opened through a company's provider: ending a session requires a fresh sign-in there, otherwise the password. */
    byCompany: z.boolean(),
    list: z.array(
      z.object({
        id: z.number().int(),
        /** True for the session of this request. */
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
