// The limit that a rule requires now, and the one that applies: pure. Whole percent of each device's rated power; 100: no limit.
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
  /** Rated power of the limited devices together, W; 0: none, or unknown. */
  ratedW: number;
  /** Rated power of the producers that are not limited, W; null: unknown. */
  unlimitedW: number | null;
  /** Power of the limited devices now, W; null: one of them is offline. */
  madeW: number | null;
  /** Grid power, W, + is import; null: the meter is offline. */
  gridW: number | null;
  /** Price of the current hour; null: none. */
  price: number | null;
}

export interface TargetLimit {
  percent: number;
  cause: LimitCause;
}

/** Maximum export, W; null: it is a share of the installed power, which is unknown. */
export function maxExportW({ most, mostUnit }: LimitRule, { installedW }: LimitInputs): number | null {
  if (mostUnit === 'W') return most ?? 0;
  return installedW > 0 ? (installedW * (most ?? 0)) / 100 : null;
}

/** Percent of `ratedW`, rounded down to a whole step. */
const shareOf = (mayW: number, ratedW: number, step: number): number =>
  // Tolerates floating-point error just below a whole step.
  Math.max(0, Math.min(100, Math.floor((mayW / ratedW) * (100 / step) + 1e-9) * step));

export function targetLimit(rule: LimitRule, inputs: LimitInputs): TargetLimit {
  const safe = (cause: LimitCause): TargetLimit => ({ percent: rule.safePercent, cause });
  if (rule.kind === 'none') return { percent: 100, cause: 'none' };
  if (rule.kind === 'price') {
    if (inputs.price === null) return safe('noPrice');
    return inputs.price < rule.below!
      ? { percent: rule.limitPercent!, cause: 'priceLow' }
      : { percent: 100, cause: 'priceHigh' };
  }
  const mostW = maxExportW(rule, inputs);
  const { ratedW, unlimitedW, madeW, gridW } = inputs;
  // Unknown unlimited producers require a meter.
  if (mostW === null || ratedW <= 0 || (unlimitedW === null && !rule.byMeter)) return safe('noPower');
  const alone: TargetLimit = { percent: shareOf(mostW - (unlimitedW ?? Infinity), ratedW, 1), cause: 'feedIn' };
  if (!rule.byMeter || alone.percent === 100) return alone;
  if (gridW === null || madeW === null) return safe('noMeter');
  // The measured grid power shows how much more, or less, may be produced.
  const byMeter = shareOf(madeW + mostW + gridW, ratedW, METER_STEP_PERCENT);
  return byMeter > alone.percent ? { percent: byMeter, cause: 'meter' } : { ...alone, cause: 'meter' };
}

export interface AppliedLimit extends TargetLimit {
  changedMs: number;
}

/** Lowers the limit at once and raises it only after it has applied for a while, so that it does not oscillate. `held` undefined: no limit yet. */
export function nextLimit(held: AppliedLimit | undefined, wanted: TargetLimit, nowMs: number): AppliedLimit {
  if (!held || wanted.percent < held.percent) return { ...wanted, changedMs: nowMs };
  // Negative when it was changed by a clock that was ahead.
  const heldMs = nowMs - held.changedMs;
  if (wanted.percent === held.percent || (heldMs >= 0 && heldMs < LIMIT_RAISE_DELAY_S * 1000))
    return { ...held, cause: wanted.cause };
  return { ...wanted, changedMs: nowMs };
}

export interface HourPrices {
  price: number;
  feedInPrice: number | null;
  /** 168 prices from Monday 0:00 on; null: one price for all hours. */
  hours: readonly number[] | null;
  feedInHours: readonly number[] | null;
}

/** By plant local time: an hour that occurs twice has one price. */
export function priceOfHour(prices: HourPrices, of: 'bought' | 'sold', atMs: number, timeZone: string): number | null {
  const { dayOfWeek, hour } = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
  const index = hourOfWeek(dayOfWeek, hour);
  const bought = prices.hours ? (prices.hours[index] ?? null) : prices.price;
  if (of === 'bought') return bought;
  return (prices.feedInHours ? prices.feedInHours[index] : prices.feedInPrice) ?? bought;
}
