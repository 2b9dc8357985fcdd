// site/limitRule/setUp
import { z } from 'zod';
import { call } from '../../../call.ts';
import { limitRuleFields, limitRuleView } from '../../../entities/limitRule.ts';
import { int, sid } from '../../../entities/parts.ts';

export const siteLimitRuleSetUp = call({
  summary:
    'Sets the rule by which the portal limits what a plant feeds in: so much into the grid, by its meter or without, or less while the price of the hour is low; and what holds when that cannot be computed. Needs a second factor, and an owner who has not switched remote control off.',
  access: { anyOf: ['DeviceControl'] },
  request: z
    .object({
      sid,
      /** Revision as read; a different one means that it was changed meanwhile. */
      revision: int(0).optional(),
      ...limitRuleFields,
    })
    .refine(
      ({ kind, most, mostUnit }) => (kind === 'feedIn') === (most !== null && mostUnit !== null),
      'a feed-in rule, and nothing else, has most and mostUnit',
    )
    .refine(({ most, mostUnit }) => mostUnit !== '%' || (most ?? 0) <= 100, 'at most 100 %')
    .refine(({ kind, byMeter }) => kind === 'feedIn' || !byMeter, 'only a feed-in rule goes by the meter')
    .refine(
      ({ kind, priceOf, below, limitPercent }) =>
        [priceOf, below, limitPercent].every((part) => (part !== null) === (kind === 'price')),
      'a price rule, and nothing else, has priceOf, below and limitPercent',
    ),
  response: limitRuleView,
  errors: [
    'siteNotFound',
    'siteReadOnly',
    'controlIsOff',
    'needsSecondFactor',
    'nothingToLimit',
    'noGridMeter',
    'noHourPrices',
    'limitRuleHasChanged',
  ],
  transaction: 'change',
});
