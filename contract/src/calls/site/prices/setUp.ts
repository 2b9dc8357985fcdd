// site/prices/setUp
import { z } from 'zod';
import { call } from '../../../call.ts';
import { int, sid } from '../../../entities/parts.ts';
import { priceVersion } from '../../../entities/prices.ts';

export const sitePricesSetUp = call({
  summary:
    "Sets a plant's prices: the whole list. Money of days before today is recomputed only when that is said, by `rewrite`.",
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid,
    /** Version as read from site/prices; a different one is refused with `siteHasChanged`. */
    version: int(0).optional(),
    list: z
      .array(priceVersion)
      .min(1)
      .max(100)
      .refine((list) => new Set(list.map(({ validFrom }) => validFrom)).size === list.length, 'one a day'),
    /** True: applies these prices to past days with figures. */
    rewrite: z.boolean().default(false),
  }),
  response: z.object({ sid, version: z.number().int() }),
  errors: ['siteNotFound', 'siteReadOnly', 'siteHasChanged', 'pastPrices'],
  transaction: 'change',
});
