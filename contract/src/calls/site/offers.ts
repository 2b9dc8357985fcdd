// site/offers
import { z } from 'zod';
import { call } from '../../call.ts';
import { offerKind } from '../../entities/offer.ts';
import { sid } from '../../entities/parts.ts';

export const siteOffers = call({
  summary: 'To whom a plant, or its care, is offered, while they have not answered; and who may offer it.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid }),
  response: z.object({
    /** Only for who may change the plant. */
    list: z.array(
      z.object({
        kind: offerKind,
        email: z.string(),
        offeredIso: z.string(),
        expiresIso: z.string(),
        /** Whether this session may take it back. */
        mayWithdraw: z.boolean(),
      }),
    ),
    /** The address of the plant's owner, with an account or without; "" for none. */
    userEmail: z.string(),
    /** The owner, and the branch of a plant that has none. */
    mayOffer: z.boolean(),
    /** Who looks after the plant; null: nobody but the portal's operator, or not this session's to know. */
    care: z.object({ companyName: z.string(), installerEmail: z.string() }).nullable(),
    /** The owner. */
    mayEndCare: z.boolean(),
    /** False: this server sends no mail, so that the other side has to be told. */
    sendsMail: z.boolean(),
  }),
  refusals: ['siteNotFound'],
});
