// Kinds, reasons and times of rules that limit a plant's output; without schemas, so that pages can load it.

/** `none`: no rule, earlier limits are released. `feedIn`: limits export. `price`: limits output while the price of the hour is low. */
export const LIMIT_RULE_KINDS = ['none', 'feedIn', 'price'] as const;
export type LimitRuleKind = (typeof LIMIT_RULE_KINDS)[number];

/** Reasons for the current limit. */
export const LIMIT_CAUSES = [
  /** Not evaluated since the rule was set. */
  '',
  /** No rule. */
  'none',
  /** Production stays below the export limit. */
  'feedIn',
  /** Production stays below current consumption plus the export limit. */
  'meter',
  /** The price of the hour is below the threshold. */
  'priceLow',
  /** The price of the hour is not below the threshold. */
  'priceHigh',
  /** The meter or a producing device is silent: the safe value applies. */
  'noMeter',
  /** The hour has no price: the safe value applies. */
  'noPrice',
  /** The plant's installed power is unknown: the safe value applies. */
  'noPower',
  /** The owner disabled remote control: nothing is sent. */
  'controlOff',
] as const;
export type LimitCause = (typeof LIMIT_CAUSES)[number];

/** Reasons why a producing device is not limited by the plant's rule. */
export const NOT_LIMITED = ['notOffered', 'protected'] as const;

/** Limits that a rule sent to a device on a day of its plant. */
export interface LimitRuleDay {
  /** Number of limits sent, of those that differed from the previous one, and of those not read back. */
  commands: number;
  changes: number;
  failed: number;
  /** Lowest and highest, percent of rated power; null: none was sent. */
  least: number | null;
  most: number | null;
}

/** Shortest time after a change before a limit is raised; it is lowered at once. */
export const LIMIT_RAISE_DELAY_S = 300;
/** Hysteresis of rules with a meter, share of rated power, so that not every cloud causes a command. */
export const METER_STEP_PERCENT = 5;
/** Fallback time of devices that can return to the safe value by themselves; the limit is renewed after each third of it. */
export const LIMIT_RETURN_S = 1_800;
export const LIMIT_RENEWED_S: number = LIMIT_RETURN_S / 3;
/** Renewal of the limit of other devices, which may lose it when they restart. */
export const LIMIT_REPEAT_S = 3_600;
/** Oldest usable value of the meter. */
export const LIMIT_METER_S = 300;
