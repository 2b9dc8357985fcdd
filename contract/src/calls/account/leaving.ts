// account/leaving
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';

export const accountLeaving = call({
  summary: 'What goes when this account is cancelled, and what keeps it from that.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** Plants that the account owns, by name, the first two hundred: deleted with it, unless somebody else owns them by then. */
    plants: z.array(
      z.object({
        sid,
        name: z.string(),
        city: z.string(),
        /** To its next owner, who has not answered; null: to nobody. */
        offer: z.object({ email: z.string(), expiresIso: z.string() }).nullable(),
      }),
    ),
    owned: z.number().int(),
    /** Plants of others that it sees: shared with it, and looked after in its own name. */
    shared: z.number().int(),
    installed: z.number().int(),
    sessions: z.number().int(),
    files: z.number().int(),
    isLastAdministrator: z.boolean(),
    /** Companies in which nobody is left then: their plants stay with their owners, without care. */
    companies: z.array(z.object({ name: z.string(), plants: z.number().int() })),
  }),
});
