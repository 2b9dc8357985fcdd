// product/sn/ownership
import { z } from 'zod';
import { call } from '../../../call.ts';
import { page } from '../../../entities/page.ts';
import { iso } from '../../../entities/parts.ts';
import { OWNERSHIP_KINDS } from '../../../ownership.ts';

export const productSnOwnership = call({
  summary:
    'Open ownership claims with what is known of both sides, the oldest first; for administrators only, others get none.',
  access: { anyOf: ['SnImport'] },
  request: z.object({ page: page.prefault({}) }),
  response: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        sn: z.string(),
        kind: z.enum(OWNERSHIP_KINDS),
        reason: z.string(),
        claimedIso: iso,
        /** Files of proof, by position. */
        proofs: z.array(z.enum(['image/webp', 'application/pdf'])),
        /** Who claims the device, and for which plant. */
        claimant: z.object({
          sid: z.string(),
          siteName: z.string(),
          companyName: z.string(),
          isConfirmed: z.boolean(),
          email: z.string(),
        }),
        /** The plant that has the number; null: none. */
        holder: z
          .object({
            sid: z.string(),
            siteName: z.string(),
            companyName: z.string(),
            /** When the plant got the number; null: unknown. */
            sinceIso: iso,
            /** Devices attached to it, which move with it. */
            attached: z.number().int(),
            /** When its people were asked; null: not yet, or the claim is the plant's own. */
            askedIso: iso,
            /** Deadline for their answer; null: not asked. */
            answerUntilIso: iso,
            /** Their answer; null: none. */
            answer: z
              .object({
                /** The device is the claimant's. */
                agrees: z.boolean(),
                text: z.string(),
                proofs: z.array(z.enum(['image/webp', 'application/pdf'])),
                answeredIso: iso,
              })
              .nullable(),
          })
          .nullable(),
        /** First report while the number was in no plant; null: there was none. */
        firstSeenIso: iso,
        lastSeenIso: iso,
        /** Usual source of its reports: an IPv4 address or an IPv6 network; "" if unknown. */
        network: z.string(),
        /** Company that has it in stock; "": none. */
        stockCompany: z.string(),
        isRestricted: z.boolean(),
        /** Number of withheld reports. */
        withheld: z.number().int(),
      }),
    ),
    total: z.number().int(),
  }),
});
