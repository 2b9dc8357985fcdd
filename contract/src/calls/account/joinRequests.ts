// account/joinRequests
import { z } from 'zod';
import { call } from '../../call.ts';
import { page } from '../../entities/page.ts';

export const accountJoinRequests = call({
  summary: 'Serial numbers by which this account asks for access to plants, the newest first.',
  access: 'signedIn',
  request: z.object({ page: page.prefault({}) }),
  response: z.object({
    list: z.array(
      z.object({
        sn: z.string(),
        /** "" for none. */
        message: z.string(),
        askedIso: z.string(),
        expiresIso: z.string(),
        /** Nothing else is disclosed: a number of no plant and a request that was declined are waiting, too. */
        state: z.enum(['waiting', 'accepted']),
      }),
    ),
    total: z.number().int(),
  }),
});
