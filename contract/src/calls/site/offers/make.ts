// site/offers/make
import { z } from 'zod';
import { call } from '../../../call.ts';
import { email, sid } from '../../../entities/parts.ts';

export const siteOffersMake = call({
  summary:
    'Offers the ownership of a plant to an address: it changes hands when whoever signs in with it accepts. The answer tells nothing of accounts.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid, email }),
  response: z.object({ expiresIso: z.string() }),
  errors: ['siteNotFound', 'siteReadOnly', 'ownerHandsOver', 'alreadyOwner', 'offerPending', 'tooManyRequests'],
  transaction: 'change',
});
