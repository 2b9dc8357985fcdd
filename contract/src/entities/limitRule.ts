// A rule that limits what a plant feeds in, as it is set and told.
import { z } from 'zod';
import { LIMIT_CAUSES, LIMIT_RULE_KINDS, NOT_LIMITED } from '../limitRules.ts';
import { devices, money } from '../pageModules.ts';
import { controlState } from './command.ts';
import { amount, int, iso } from './parts.ts';

/** What each kind needs is there, and nothing else. */
export const limitRuleFields = {
  kind: z.enum(LIMIT_RULE_KINDS),
  /** Of `feedIn`: what may flow into the grid, W or percent of the plant's installed power. */
  most: amount(0, 1_000_000_000).nullable().default(null),
  mostUnit: z.enum(['W', '%']).nullable().default(null),
  /** Of `feedIn`: by the meter at the grid; else what is made stays below it, whatever is used. */
  byMeter: z.boolean().default(false),
  /** Of `price`: the price of a bought or of a sold kWh, in the plant's currency. */
  priceOf: z.enum(['bought', 'sold']).nullable().default(null),
  below: amount(-100_000, 100_000).nullable().default(null),
  /** Of `price`: percent of each device's rated power while the price is below. */
  limitPercent: int(0, 100).nullable().default(null),
  /** Percent of each device's rated power: what holds when the rule cannot be computed. 100: no limit. */
  safePercent: int(0, 100).default(100),
} as const;

const told = z.object({
  kind: z.enum(LIMIT_RULE_KINDS),
  most: z.number().nullable(),
  mostUnit: z.enum(['W', '%']).nullable(),
  byMeter: z.boolean(),
  priceOf: money(z.enum(['bought', 'sold']).nullable(), null),
  below: money(z.number().nullable(), null),
  limitPercent: z.number().nullable(),
  safePercent: z.number(),
});

export const limitRuleView = z.object({
  /** Null: there was never one. */
  rule: told.nullable(),
  /** Rises with each change; 0: there was never a rule. */
  revision: z.number().int(),
  /** The account that set it; '' to guests, or where it is gone. */
  setBy: z.string(),
  setIso: iso,
  /** What the rule wants of devices now, percent of the rated power of each, and why. Null: not computed yet. */
  now: z
    .object({
      percent: z.number().nullable(),
      cause: z.enum(LIMIT_CAUSES),
      /** Since when it is this percentage. */
      changedIso: iso,
      checkedIso: iso,
    })
    .nullable(),
  /** W; what percentages of the installed power are of. */
  installedW: z.number(),
  hasMeter: z.boolean(),
  hasPrices: money(z.boolean(), false),
  currency: money(z.string(), ''),
  timezone: z.string(),
  control: controlState,
  counts: devices(
    z.object({
      /** Devices that the rule limits. */
      limited: z.number().int(),
      /** Those of them that were read back with what it wants now. */
      holding: z.number().int(),
      /** Those of them that say so, and make clearly more than that of their rated power. */
      above: z.number().int(),
      /** Those of them that return to the safe value by themselves when the portal is gone. */
      returning: z.number().int(),
    }),
    { limited: 0, holding: 0, above: 0, returning: 0 },
  ),
  /** Devices that make power and are not limited, 50 at most. */
  others: devices(z.array(z.object({ sn: z.string(), alias: z.string(), why: z.enum(NOT_LIMITED) })), []),
});
