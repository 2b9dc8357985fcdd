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
    /** Only for users who may change the plant. */
    list: z.array(
      z.object({
        kind: offerKind,
        email: z.string(),
        offeredIso: z.string(),
        expiresIso: z.string(),
        /** Whether this session may withdraw it. */
        mayWithdraw: z.boolean(),
      }),
    ),
    /** Email address of the plant's owner, with or without an account; "" for none. */
    userEmail: z.string(),
    /** True for the owner, and for the branch of a plant without an owner. */
    mayOffer: z.boolean(),
    /** Company and installer that service the plant; null: only the portal's operator, or not visible to this session. */
    care: z.object({ companyName: z.string(), installerEmail: z.string() }).nullable(),
    /** True for the owner. */
    mayEndCare: z.boolean(),
    /** False: this server sends no mail, so the recipient must be notified otherwise. */
    sendsMail: z.boolean(),
  }),
  errors: ['siteNotFound'],
});
