// site/offers/withdraw
import { z } from 'zod';
import { call } from '../../../call.ts';
import { offerKind } from '../../../entities/offer.ts';
import { sid } from '../../../entities/parts.ts';

export const siteOffersWithdraw = call({
  summary: 'Takes back an offer of a plant, or of its care, that has not been answered.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({ sid, kind: offerKind }),
  response: z.object({}),
  errors: ['siteNotFound', 'siteReadOnly', 'ownerHandsOver', 'offerNotFound'],
  transaction: 'change',
});
