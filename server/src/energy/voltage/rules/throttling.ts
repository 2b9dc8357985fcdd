// Finds the slots of a day in which an inverter is throttled by a high grid voltage, and estimates what it would have produced: from devices beside it that were not throttled, else from its own curve.
import { quantile } from '../../rules/quantile.ts';
import { valueAt } from '../../rules/series.ts';
import { limitOf, type VoltageSlots } from './gridVoltage.ts';

/** Share of the limit from which an inverter may reduce its power, and from which a day has a throttled inverter at all. */
const NEAR = 0.99;
const AT_LIMIT = 0.997;
/** Share of the expected power above which a slot is not throttled. */
const REDUCED = 0.94;
/** Share of the limit above which an inverter with full power in a third of the slots shows that it has another limit. */
const ABOVE = 1.003;
const IGNORES = 1 / 3;
/** Share of the expected power below which no cloud is to blame. */
const OFF = 0.15;
/** Slots after one near the limit in which an inverter waits and then raises its power slowly. */
const RECOVERY_SLOTS = 3;
/** Minimum share of the day's highest clear-sky power: a lower sun is not informative. */
const MIN_LIGHT = 0.1;
/** Reference slots on each side, and in total at least. */
const SIDE_SLOTS = 18;
const MIN_SLOTS = 4;
/** Days with a value from which a slot has a shape of its own. */
const SHAPE_DAYS = 4;
/** Maximum deviation of a neighbour's ratio from its median, for two in three slots. */
const SAME_SHAPE = 0.15;
const NEIGHBOUR_SLOTS = 6;

/** Modules in full sun are about 30 K warmer than in low sun: a tenth less power. */
const HEAT = 0.1;

/** Returns the power of warm modules from clear-sky power over a day, W. */
export function warmed(clearW: Float64Array): Float64Array {
  const highestW = clearW.reduce((max, watts) => Math.max(max, watts), 0);
  return clearW.map((watts) => (highestW > 0 ? watts * (1 - (HEAT * watts) / highestW) : 0));
}

export type LossBasis = 'neighbours' | 'ownCurve';

/** Throttling of a device on a day; one value per slot. */
export interface Throttling {
  throttled: Uint8Array;
  /** W; NaN: not throttled, or unknown. */
  expectedW: Float64Array;
  basis: LossBasis | null;
}

/** Returns the highest voltage of a slot relative to its limit; NaN without a value. */
function highest({ lines }: VoltageSlots, slot: number): number {
  const shares = lines
    .map(({ volts, nominalV }) => valueAt(volts, slot) / limitOf(nominalV))
    .filter((share) => share > 0);
  return shares.length === 0 ? Number.NaN : Math.max(...shares);
}

/** Whether a line reaches the limit: below it no day has a throttled inverter, unless the device reports so. */
export const reachesLimit = (lines: VoltageSlots['lines']): boolean =>
  lines.some(({ volts, nominalV }) => volts.some((value) => value >= AT_LIMIT * limitOf(nominalV)));

/** Returns 1 for each slot in which the device may be throttled: the grid is near the limit, or the device reported so. */
const suspects = (slots: VoltageSlots): Uint8Array =>
  slots.saidTooHigh.map((said, slot) => (said === 1 || highest(slots, slot) >= NEAR ? 1 : 0));

function lightOf({ clearW }: VoltageSlots): (slot: number) => boolean {
  const minW = MIN_LIGHT * clearW.reduce((max, watts) => Math.max(max, watts), 0);
  return (slot) => minW > 0 && valueAt(clearW, slot) >= minW;
}

/**
 * Returns the level of the sunny values: an inverter is throttled while the sun shines, and not under the clouds between.
 * The mean of the values close to a high quantile, which is less biased than the quantile.
 */
function sunny(values: readonly number[], share: number): number | null {
  const high = quantile(values, share);
  if (high === null) return null;
  const close = values.filter((value) => Math.abs(value - high) <= 0.12 * high);
  return mean(close);
}

/**
 * Returns the device's curve relative to a clear sky by slot of the day, from the sunny slots of days in which it was not
 * throttled: it corrects shade and heat. A line where it is nearly always throttled; null: too few days.
 */
export function shapeOf(days: readonly VoltageSlots[]): Float64Array | null {
  const count = days.reduce((max, { clearW }) => Math.max(max, clearW.length), 0);
  const free: number[][] = Array.from({ length: count }, () => []);
  const all: number[][] = Array.from({ length: count }, () => []);
  for (const day of days) {
    const isLight = lightOf(day);
    const isUsed = references(day);
    for (let slot = 0; slot < day.clearW.length; slot++) {
      const watts = day.powerW?.[slot] ?? Number.NaN;
      if (!isLight(slot) || Number.isNaN(watts)) continue;
      const share = watts / day.clearW[slot]!;
      all[slot]!.push(share);
      if (isUsed[slot] === 1) free[slot]!.push(share);
    }
  }
  const line = bridged(
    free.map((values, slot) =>
      values.length >= SHAPE_DAYS && values.length >= 0.8 * all[slot]!.length ? sunny(values, 0.85)! : Number.NaN,
    ),
  );
  // Days of a low voltage show more than the line, if the line is too low.
  return line?.map((value, slot) => Math.max(value, sunny(all[slot]!, 0.9) ?? 0)) ?? null;
}

/** Fills unknown slots on a line between the means of the known ones on both sides, and repeats the ends. */
function bridged(values: readonly number[]): Float64Array | null {
  const at = values.flatMap((value, slot) => (Number.isNaN(value) ? [] : [slot]));
  if (at.length < MIN_SLOTS) return null;
  /** Mean of up to six known slots from `index` on. */
  const meanFrom = (from: number, step: 1 | -1): number => {
    const near = Array.from({ length: 6 }, (_, n) => values[at[from + n * step] ?? -1]).filter(
      (value): value is number => value !== undefined,
    );
    return mean(near);
  };
  return Float64Array.from(values, (value, slot) => {
    if (!Number.isNaN(value)) return value;
    const after = at.findIndex((known) => known > slot);
    if (after === -1) return meanFrom(at.length - 1, -1);
    if (after === 0) return meanFrom(0, 1);
    const share = (slot - at[after - 1]!) / (at[after]! - at[after - 1]!);
    return (1 - share) * meanFrom(after - 1, -1) + share * meanFrom(after, 1);
  });
}

/** Returns the throttling of a device on a day. `neighbours`: the plant's other producers; `shape` of the device's other days. */
export function throttlingOf(
  slots: VoltageSlots,
  neighbours: readonly VoltageSlots[],
  shape: Float64Array | null,
): Throttling {
  const { powerW, clearW } = slots;
  const throttled = certain(slots);
  const expectedW = new Float64Array(clearW.length).fill(Number.NaN);
  if (!powerW) return { throttled, expectedW, basis: null };
  const isUsed = references(slots);
  const beside = besideOf(slots, isUsed, neighbours);
  const own = ownOf(slots, isUsed, shape);
  const possibleW = clearW.map((_, slot) => (Number.isNaN(beside(slot)) ? own(slot) : beside(slot)));
  const lit = [...clearW.keys()].filter((slot) => valueAt(clearW, slot) > 0);
  const isBelow = (slot: number, share: number): boolean => valueAt(powerW, slot) < share * valueAt(possibleW, slot);
  // A day whose voltage never reaches the limit is not throttled.
  const reaches = lit.some((slot) => throttled[slot] === 1 || highest(slots, slot) >= AT_LIMIT);
  const reduces = reaches && !hasOtherLimit(slots, isUsed, isBelow);
  if (reduces) {
    const suspect = suspects(slots);
    const isOff = (slot: number): boolean => valueAt(slots.lowW, slot) < OFF * valueAt(possibleW, slot);
    for (const slot of lit)
      if (isUsed[slot] === 0 && isBelow(slot, REDUCED) && (suspect[slot] === 1 || isOff(slot))) throttled[slot] = 1;
  }
  let basis: LossBasis | null = null;
  for (const slot of lit) {
    const watts = valueAt(possibleW, slot);
    if (throttled[slot] === 0 || Number.isNaN(watts)) continue;
    // Within the error of the estimate nothing is lost.
    expectedW[slot] = reduces && isBelow(slot, REDUCED) ? watts : valueAt(powerW, slot);
    if (basis !== 'neighbours') basis = Number.isNaN(beside(slot)) ? 'ownCurve' : 'neighbours';
  }
  return { throttled, expectedW, basis };
}

/** Whether the device has full power in many slots clearly above the limit, and never trips: it has another limit. */
function hasOtherLimit(
  slots: VoltageSlots,
  isUsed: Uint8Array,
  isBelow: (slot: number, share: number) => boolean,
): boolean {
  const isLight = lightOf(slots);
  const light = [...slots.clearW.keys()].filter(isLight);
  if (light.some((slot) => isUsed[slot] === 0 && isBelow(slot, OFF))) return false;
  const tooHigh = light.filter((slot) => highest(slots, slot) > ABOVE);
  return tooHigh.length > 0 && tooHigh.filter((slot) => !isBelow(slot, REDUCED)).length >= IGNORES * tooHigh.length;
}

/** Returns 1 for each slot by day above the limit, or reported so. */
const certain = (slots: VoltageSlots): Uint8Array =>
  slots.saidTooHigh.map((said, slot) =>
    valueAt(slots.clearW, slot) > 0 && (said === 1 || highest(slots, slot) > 1) ? 1 : 0,
  );

/** Returns 1 for each slot that shows what the device produces when it is not throttled: neither near the limit nor soon after. */
function references(slots: VoltageSlots): Uint8Array {
  let since = RECOVERY_SLOTS + 1;
  return suspects(slots).map((isSuspect, slot) => {
    since = isSuspect === 1 ? 0 : since + 1;
    const watts = slots.powerW?.[slot] ?? Number.NaN;
    return since > RECOVERY_SLOTS && watts >= 0 && valueAt(slots.clearW, slot) > 0 ? 1 : 0;
  });
}

type Expected = (slot: number) => number;

function besideOf(slots: VoltageSlots, isUsed: Uint8Array, neighbours: readonly VoltageSlots[]): Expected {
  const isLight = lightOf(slots);
  const alike = neighbours.flatMap((neighbour) => {
    if (!neighbour.powerW) return [];
    const { powerW } = neighbour;
    const used = references(neighbour);
    const ratios: number[] = [];
    for (let slot = 0; slot < isUsed.length; slot++)
      if (isUsed[slot] === 1 && used[slot] === 1 && isLight(slot) && powerW[slot]! > 0)
        ratios.push(slots.powerW![slot]! / powerW[slot]!);
    const ratio = quantile(ratios, 0.5);
    if (ratio === null || ratios.length < NEIGHBOUR_SLOTS) return [];
    const deviation = quantile(
      ratios.map((each) => Math.abs(each / ratio - 1)),
      0.67,
    )!;
    return deviation <= SAME_SHAPE ? [{ ratio, powerW, used }] : [];
  });
  return (slot) => {
    const watts = alike.filter(({ used }) => used[slot] === 1).map(({ ratio, powerW }) => ratio * powerW[slot]!);
    return quantile(watts, 0.5) ?? Number.NaN;
  };
}

/** Share of a slot's highest power below which its lowest was under a cloud. */
const CLOUD = 0.65;

/** Returns the power of the device's own curve at the level of the sunny slots around, with the clouds of the slot itself. */
function ownOf(slots: VoltageSlots, isUsed: Uint8Array, shape: Float64Array | null): Expected {
  const { powerW, lowW, highW, clearW } = slots;
  const isLight = lightOf(slots);
  const curve = (slot: number): number => valueAt(clearW, slot) * (shape ? valueAt(shape, slot) : 1);
  const sideOf = (from: number, step: 1 | -1): number[] => {
    const shares: number[] = [];
    for (let slot = from + step; slot >= 0 && slot < clearW.length && shares.length < SIDE_SLOTS; slot += step)
      if (isUsed[slot] === 1 && isLight(slot)) shares.push(powerW![slot]! / curve(slot));
    return shares;
  };
  return (slot) => {
    const shares = [...sideOf(slot, -1), ...sideOf(slot, 1)];
    if (shares.length < MIN_SLOTS) return Number.NaN;
    const level = sunny(shares, 0.75)!;
    const sunnyW = level * curve(slot);
    const [low, high] = [valueAt(lowW, slot), valueAt(highW, slot)];
    // After it has tripped, the clouds of the slot are unknown: between none and those around.
    if (low < OFF * sunnyW) return ((level + Math.min(level, mean(shares))) / 2) * curve(slot);
    if (!(low < CLOUD * high)) return sunnyW;
    const share = (powerW![slot]! - low) / (high - low);
    return Math.max(low, low + share * (sunnyW - low));
  };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
