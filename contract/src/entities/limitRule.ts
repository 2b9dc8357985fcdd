// A rule that limits a plant's output: settings and state.
import { z } from 'zod';
import { LIMIT_CAUSES, LIMIT_RULE_KINDS, NOT_LIMITED } from '../limitRules.ts';
import { devices, money } from '../pageModules.ts';
import { controlState } from './command.ts';
import { amount, int, iso } from './parts.ts';

/** Each kind has exactly its own fields. */
export const limitRuleFields = {
  kind: z.enum(LIMIT_RULE_KINDS),
  /** `feedIn`: export limit, W or percent of the plant's installed power. */
  most: amount(0, 1_000_000_000).nullable().default(null),
  mostUnit: z.enum(['W', '%']).nullable().default(null),
  /** `feedIn`: whether the grid meter is used; else production stays below the limit, regardless of consumption. */
  byMeter: z.boolean().default(false),
  /** `price`: threshold of the import or export price of a kWh, in the plant's currency. */
  priceOf: z.enum(['bought', 'sold']).nullable().default(null),
  below: amount(-100_000, 100_000).nullable().default(null),
  /** `price`: percent of each device's rated power while the price is below the threshold. */
  limitPercent: int(0, 100).nullable().default(null),
  /** Safe value, percent of each device's rated power, while the rule cannot be evaluated. 100: no limit. */
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
  /** Null: never set. */
  rule: told.nullable(),
  /** Increases with each change; 0: never set. */
  revision: z.number().int(),
  /** Account that set it; '' for guests and deleted accounts. */
  setBy: z.string(),
  setIso: iso,
  /** Current limit, percent of each device's rated power, and its reason. Null: not evaluated yet. */
  now: z
    .object({
      percent: z.number().nullable(),
      cause: z.enum(LIMIT_CAUSES),
      /** Since when this percentage applies. */
      changedIso: iso,
      checkedIso: iso,
    })
    .nullable(),
  /** Installed power, W. */
  installedW: z.number(),
  hasMeter: z.boolean(),
  hasPrices: money(z.boolean(), false),
  currency: money(z.string(), ''),
  timezone: z.string(),
  control: controlState,
  counts: devices(
    z.object({
      /** Limited devices. */
      limited: z.number().int(),
      /** Limited devices that confirmed the current limit. */
      holding: z.number().int(),
      /** Confirmed devices that produce clearly more than the limit. */
      above: z.number().int(),
      /** Limited devices that return to the safe value by themselves if the portal fails. */
      returning: z.number().int(),
    }),
    { limited: 0, holding: 0, above: 0, returning: 0 },
  ),
  /** Producing devices that are not limited, at most 50. */
  others: devices(z.array(z.object({ sn: z.string(), alias: z.string(), why: z.enum(NOT_LIMITED) })), []),
});
