// account/offers
import { z } from 'zod';
import { call } from '../../call.ts';
import { offerKind } from '../../entities/offer.ts';
import { sid } from '../../entities/parts.ts';

export const accountOffers = call({
  summary: 'Plants, and the care of plants, that are offered to the address of this account.',
  access: 'signedIn',
  request: z.object({}),
  response: z.object({
    /** At most a hundred, those that expire first. */
    list: z.array(
      z.object({
        sid,
        kind: offerKind,
        siteName: z.string(),
        city: z.string(),
        /** Email address of the user who made the offer. */
        fromEmail: z.string(),
        expiresIso: z.string(),
      }),
    ),
  }),
});
