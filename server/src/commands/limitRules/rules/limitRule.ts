// Which limit a plant's rule wants now, and which holds: pure. Percentages are of each device's rated power, whole ones; 100 is no limit.
import type { LimitCause, LimitRuleKind } from '@heliograph/contract/limitRules.ts';
import { LIMIT_HOLD_S, METER_STEP_PERCENT } from '@heliograph/contract/limitRules.ts';
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
  /** Of the plant's modules, W; what percentages of a feed-in rule are of. */
  installedW: number;
  /** Of the devices that are limited, together, W; 0: there are none, or of one of them nobody knows it. */
  ratedW: number;
  /** The most that producers can make which are not limited, W; null: of one of them nobody knows it. */
  unlimitedW: number | null;
  /** What the limited ones make now, W; null: one of them is silent. */
  madeW: number | null;
  /** Positive from the grid, W; null: the meter is silent. */
  gridW: number | null;
  /** Of the hour; null: it has none. */
  price: number | null;
}

export interface WantedLimit {
  percent: number;
  cause: LimitCause;
}

/** What may flow into the grid, W; null: of an installed power that nobody has said. */
export function mostExportW({ most, mostUnit }: LimitRule, { installedW }: LimitInputs): number | null {
  if (mostUnit === 'W') return most ?? 0;
  return installedW > 0 ? (installedW * (most ?? 0)) / 100 : null;
}

/** Downward, so that never more is made than may be. */
const shareOf = (mayW: number, ratedW: number, step: number): number =>
  // What is a whole step but for how computers count is that step.
  Math.max(0, Math.min(100, Math.floor((mayW / ratedW) * (100 / step) + 1e-9) * step));

export function wantedLimit(rule: LimitRule, inputs: LimitInputs): WantedLimit {
  const safe = (cause: LimitCause): WantedLimit => ({ percent: rule.safePercent, cause });
  if (rule.kind === 'none') return { percent: 100, cause: 'none' };
  if (rule.kind === 'price') {
    if (inputs.price === null) return safe('noPrice');
    return inputs.price < rule.below!
      ? { percent: rule.limitPercent!, cause: 'priceLow' }
      : { percent: 100, cause: 'priceHigh' };
  }
  const mostW = mostExportW(rule, inputs);
  const { ratedW, unlimitedW, madeW, gridW } = inputs;
  // What others make that nobody limits, only a meter knows then.
  if (mostW === null || ratedW <= 0 || (unlimitedW === null && !rule.byMeter)) return safe('noPower');
  const alone: WantedLimit = { percent: shareOf(mostW - (unlimitedW ?? Infinity), ratedW, 1), cause: 'feedIn' };
  if (!rule.byMeter || alone.percent === 100) return alone;
  if (gridW === null || madeW === null) return safe('noMeter');
  // What flows in now is known: so much more may be made, or so much less.
  const byMeter = shareOf(madeW + mostW + gridW, ratedW, METER_STEP_PERCENT);
  return byMeter > alone.percent ? { percent: byMeter, cause: 'meter' } : { ...alone, cause: 'meter' };
}

export interface HeldLimit extends WantedLimit {
  changedMs: number;
}

/** Lowered at once; raised when what holds has held for a while, so that it does not swing. Undefined: nothing holds yet. */
export function heldLimit(held: HeldLimit | undefined, wanted: WantedLimit, nowMs: number): HeldLimit {
  if (!held || wanted.percent < held.percent) return { ...wanted, changedMs: nowMs };
  // Of a clock that was ahead it was changed in time that is to come.
  const heldMs = nowMs - held.changedMs;
  if (wanted.percent === held.percent || (heldMs >= 0 && heldMs < LIMIT_HOLD_S * 1000))
    return { ...held, cause: wanted.cause };
  return { ...wanted, changedMs: nowMs };
}

export interface HourPrices {
  price: number;
  feedInPrice: number | null;
  /** 168, from Monday's first hour on; null: one price for all. */
  hours: readonly number[] | null;
  feedInHours: readonly number[] | null;
}

/** By the clock of the plant: an hour that it shows twice has one price, one that it skips none. */
export function priceOfHour(prices: HourPrices, of: 'bought' | 'sold', atMs: number, timeZone: string): number | null {
  const { dayOfWeek, hour } = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
  const index = hourOfWeek(dayOfWeek, hour);
  const bought = prices.hours ? (prices.hours[index] ?? null) : prices.price;
  if (of === 'bought') return bought;
  return (prices.feedInHours ? prices.feedInHours[index] : prices.feedInPrice) ?? bought;
}
