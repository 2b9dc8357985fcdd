// account/offers/answer
import { z } from 'zod';
import { call } from '../../../call.ts';
import { offerKind } from '../../../entities/offer.ts';
import { sid } from '../../../entities/parts.ts';

export const accountOffersAnswer = call({
  summary:
    'Accepts or declines what is offered to the address of this account; what is accepted changes hands at once.',
  access: 'signedIn',
  request: z.object({ sid, kind: offerKind, accepts: z.boolean() }),
  response: z.object({ sid }),
  errors: ['offerNotFound', 'installersOnly'],
  transaction: 'change',
});
