// Pure functions for the limit that a rule requires now and the one that applies. Whole percent of each device's rated power; 100 is no limit.
import type { LimitCause, LimitRuleKind } from '@heliograph/contract/limitRules.ts';
import { LIMIT_RAISE_DELAY_S, METER_STEP_PERCENT } from '@heliograph/contract/limitRules.ts';
import { hourOfWeek } from '@heliograph/contract/prices.ts';

export interface LimitRule {
  kind: LimitRuleKind;
  most: number | null;
  mostUnit: 'W' | '%' | null;
  byMeter: boolean;
  priceOf: 'bought' | 'sold' | null;
  below: number | null;
  limitPercent: number | null;
  safePercent: number;
}

export interface LimitInputs {
  /** Power of the plant's modules, W; the base of a feed-in rule's percentage. */
  installedW: number;
  /** Rated power of the limited devices together, W; 0 when there are none or it is unknown. */
  ratedW: number;
  /** Rated power of the producers that are not limited, W; null when unknown. */
  unlimitedW: number | null;
  /** Current power of the limited devices, W; null when one of them is offline. */
  producedW: number | null;
  /** Grid power, W, + is import; null when the meter is offline. */
  gridW: number | null;
  /** Price of the current hour; null when there is none. */
  price: number | null;
}

export interface TargetLimit {
  percent: number;
  cause: LimitCause;
}

/** Maximum export, W; null when it is a share of the installed power and that is unknown. */
export function maxExportW({ most, mostUnit }: LimitRule, { installedW }: LimitInputs): number | null {
  if (mostUnit === 'W') return most ?? 0;
  return installedW > 0 ? (installedW * (most ?? 0)) / 100 : null;
}

/** Percent of `ratedW`, rounded down to a whole step. */
const shareOf = (allowedW: number, ratedW: number, step: number): number =>
  // Tolerates floating-point error just below a whole step.
  Math.max(0, Math.min(100, Math.floor((allowedW / ratedW) * (100 / step) + 1e-9) * step));

export function targetLimit(rule: LimitRule, inputs: LimitInputs): TargetLimit {
  const safe = (cause: LimitCause): TargetLimit => ({ percent: rule.safePercent, cause });
  if (rule.kind === 'none') return { percent: 100, cause: 'none' };
  if (rule.kind === 'price') {
    if (inputs.price === null) return safe('noPrice');
    return inputs.price < rule.below!
      ? { percent: rule.limitPercent!, cause: 'priceLow' }
      : { percent: 100, cause: 'priceHigh' };
  }
  const maxW = maxExportW(rule, inputs);
  const { ratedW, unlimitedW, producedW, gridW } = inputs;
  // Unknown unlimited producers require a meter.
  if (maxW === null || ratedW <= 0 || (unlimitedW === null && !rule.byMeter)) return safe('noPower');
  const unmetered: TargetLimit = { percent: shareOf(maxW - (unlimitedW ?? Infinity), ratedW, 1), cause: 'feedIn' };
  if (!rule.byMeter || unmetered.percent === 100) return unmetered;
  if (gridW === null || producedW === null) return safe('noMeter');
  // The grid power gives the margin by which production may rise or must fall.
  const byMeter = shareOf(producedW + maxW + gridW, ratedW, METER_STEP_PERCENT);
  return byMeter > unmetered.percent ? { percent: byMeter, cause: 'meter' } : { ...unmetered, cause: 'meter' };
}

export interface AppliedLimit extends TargetLimit {
  changedMs: number;
}

/** Lowers the limit at once and raises it only after it has applied for a while, so that it does not oscillate. `applied` is undefined when there is no limit yet. */
export function nextLimit(applied: AppliedLimit | undefined, target: TargetLimit, nowMs: number): AppliedLimit {
  if (!applied || target.percent < applied.percent) return { ...target, changedMs: nowMs };
  // Negative when it was changed by a clock that was ahead.
  const appliedMs = nowMs - applied.changedMs;
  if (target.percent === applied.percent || (appliedMs >= 0 && appliedMs < LIMIT_RAISE_DELAY_S * 1000))
    return { ...applied, cause: target.cause };
  return { ...target, changedMs: nowMs };
}

export interface HourPrices {
  price: number;
  feedInPrice: number | null;
  /** 168 prices from Monday 0:00 on; null when all hours have one price. */
  hours: readonly number[] | null;
  feedInHours: readonly number[] | null;
}

/** Returns the price of the hour in plant local time, where an hour that occurs twice has one price. */
export function priceOfHour(prices: HourPrices, of: 'bought' | 'sold', atMs: number, timeZone: string): number | null {
  const { dayOfWeek, hour } = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
  const index = hourOfWeek(dayOfWeek, hour);
  const bought = prices.hours ? (prices.hours[index] ?? null) : prices.price;
  if (of === 'bought') return bought;
  return (prices.feedInHours ? prices.feedInHours[index] : prices.feedInPrice) ?? bought;
}
