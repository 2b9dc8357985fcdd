// product/sn/ownership/decide
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { day, text } from '../../../../entities/parts.ts';

export const productSnOwnershipDecide = call({
  summary:
    'Accepts or rejects an ownership claim. An accepted device moves to the plant of the claim at once, with the devices attached to it; a job moves its history.',
  access: { anyOf: ['SnImport'] },
  request: z.object({
    id: z.uuid(),
    accepts: z.boolean(),
    /** Answer to the claimant. */
    text: text(1000),
    /** Leave the whole history with the plant that had the device. */
    withoutHistory: z.boolean().default(false),
    /** First day, in that plant's time zone, of the history that moves; omitted: all of it. */
    since: day.optional(),
  }),
  response: z.object({
    /** Numbers that moved. */
    moved: z.array(z.string()),
  }),
  errors: ['ownershipClaimNotFound', 'serialNumberFailed', 'productNotFound', 'siteNotFound'],
  transaction: 'change',
});
