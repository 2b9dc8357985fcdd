// account/leaving
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';

export const accountLeaving = call({
  summary: 'What goes when this account is cancelled, and what keeps it from that.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** Plants owned by the account, by name, the first two hundred: deleted with it, unless transferred to another owner before. */
    plants: z.array(
      z.object({
        sid,
        name: z.string(),
        city: z.string(),
        /** Pending offer to its next owner; null: none. */
        offer: z.object({ email: z.string(), expiresIso: z.string() }).nullable(),
      }),
    ),
    owned: z.number().int(),
    /** Number of plants of others that it can access: shared with it, or serviced in its own name. */
    shared: z.number().int(),
    installed: z.number().int(),
    sessions: z.number().int(),
    files: z.number().int(),
    isLastAdministrator: z.boolean(),
    /** Companies that would have no members left: their plants stay with their owners, without service assignment. */
    companies: z.array(z.object({ name: z.string(), plants: z.number().int() })),
  }),
});
