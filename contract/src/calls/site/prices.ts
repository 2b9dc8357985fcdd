// site/prices
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';
import { priceVersionView } from '../../entities/prices.ts';
import { money } from '../../pageModules.ts';

export const sitePrices = call({
  summary: "A plant's prices: versions from a day on, flat or by weekday and hour, with fixed charges.",
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid }),
  response: z.object({
    sid,
    /** Version of the plant, for site/prices/setUp. */
    version: z.number().int(),
    /** Day of the plant's own calendar. */
    today: z.string(),
    /** First day with figures; null: none. */
    firstDay: z.string().nullable(),
    currency: money(z.string(), ''),
    /** Sorted by day; each valid until the day before the next one. */
    list: money(z.array(priceVersionView), []),
  }),
  errors: ['siteNotFound'],
});
