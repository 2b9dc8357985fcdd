// Versions of a plant's prices, each valid from a day on.
import { z } from 'zod';
import { faultOfWeek } from '../prices.ts';
import { amount, day, int } from './parts.ts';

/** Prices may be negative while there is too much energy in the grid. */
export const price = amount(-100_000, 100_000);

/** Local hours; a period that ends no later than it begins spans midnight. */
const pricePeriod = z.object({
  /** 1 is Monday. */
  weekdays: z
    .array(int(1, 7))
    .min(1)
    .max(7)
    .transform((given) => [...new Set(given)].sort((left, right) => left - right)),
  fromHour: int(0, 23),
  toHour: int(1, 24),
  price,
  feedInPrice: price.nullable().default(null),
});

/** PriceVersion of contract/src/prices.ts; every hour of the week has exactly one price. */
export const priceVersion = z
  .object({
    validFrom: day,
    kind: z.enum(['flat', 'timeOfUse']),
    price: price.nullable().default(null),
    feedInPrice: price.nullable().default(null),
    ownUseShare: amount(0, 1).nullable().default(null),
    periods: z.array(pricePeriod).max(50).default([]),
    fixedCharge: amount(0, 100_000).nullable().default(null),
    fixedPer: z.enum(['day', 'month']).default('month'),
  })
  .superRefine((version, context) => {
    // A number out of range already has its own message and is not used for calculations.
    if (context.issues.length > 0) return;
    const { kind, periods } = version;
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    for (const [index, { fromHour, toHour }] of periods.entries())
      if (fromHour === toHour) fault(['periods', index, 'toHour'], 'A period begins and ends at different hours');
    if (kind === 'flat' && version.price === null) fault(['price'], 'A flat price needs its price');
    if (kind === 'flat' && periods.length > 0) fault(['periods'], 'A flat price has no periods');
    if (kind === 'timeOfUse' && periods.length === 0) fault(['periods'], 'At least one period');
    const ofWeek = kind === 'timeOfUse' && periods.length > 0 ? faultOfWeek(version) : null;
    if (ofWeek === 'overlap') fault(['periods'], 'An hour has two prices');
    if (ofWeek === 'uncovered') fault(['price'], 'An hour has no price: a period for it, or a price of the rest');
  });

/** As returned by the server. */
export const priceVersionView = z.object({
  validFrom: z.string(),
  kind: z.enum(['flat', 'timeOfUse']),
  price: z.number().nullable(),
  feedInPrice: z.number().nullable(),
  ownUseShare: z.number().nullable(),
  periods: z.array(
    z.object({
      weekdays: z.array(z.number()),
      fromHour: z.number(),
      toHour: z.number(),
      price: z.number(),
      feedInPrice: z.number().nullable(),
    }),
  ),
  fixedCharge: z.number().nullable(),
  fixedPer: z.enum(['day', 'month']),
});
