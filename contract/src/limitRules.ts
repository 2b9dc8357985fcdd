// What a rule that limits a plant's output speaks of beside its shapes: kinds, why something holds, times. Read by pages, too, apart from the schemas.

/** `none`: no rule, what one had limited is let go. `feedIn`: so much may flow into the grid. `price`: a limit while the price of the hour is low. */
export const LIMIT_RULE_KINDS = ['none', 'feedIn', 'price'] as const;
export type LimitRuleKind = (typeof LIMIT_RULE_KINDS)[number];

/** Why the limit that holds is what it is. */
export const LIMIT_CAUSES = [
  /** The keeper has not looked since the rule was set. */
  '',
  /** There is no rule. */
  'none',
  /** What is made stays below what may flow into the grid. */
  'feedIn',
  /** What is made stays below what is used now and what may flow into the grid. */
  'meter',
  /** The price of the hour is below the bound. */
  'priceLow',
  /** It is not. */
  'priceHigh',
  /** The meter is silent, or a device that makes power: the safe value. */
  'noMeter',
  /** The hour has no price: the safe value. */
  'noPrice',
  /** The plant says nothing of its installed power: the safe value. */
  'noPower',
  /** The owner has switched remote control off: nothing is sent. */
  'controlOff',
] as const;
export type LimitCause = (typeof LIMIT_CAUSES)[number];

/** Why a device that makes power is not limited by the plant's rule. */
export const NOT_LIMITED = ['notOffered', 'protected'] as const;

/** All that a rule told one device on a day of its plant. */
export interface LimitRuleDay {
  /** How many were sent; how many of them to another limit than before; how many were not read back. */
  commands: number;
  changes: number;
  failed: number;
  /** Percent of the rated power; null: none was sent. */
  least: number | null;
  most: number | null;
}

/** A limit is raised no sooner than so long after it was changed; lowered it is at once. */
export const LIMIT_RAISE_DELAY_S = 300;
/** By a meter: of the rated power, so that not each cloud is a command. */
export const METER_STEP_PERCENT = 5;
/** A device that can returns to the safe value when it has not been told its limit again for so long; it is told each third of it. */
export const LIMIT_RETURN_S = 1_800;
export const LIMIT_RENEWED_S: number = LIMIT_RETURN_S / 3;
/** What cannot is told its limit again after so long, as it may have forgotten it over a start. */
export const LIMIT_REPEAT_S = 3_600;
/** How old the meter's word may be. */
export const LIMIT_METER_S = 300;
