// Computes a plant's power over a day from slot means of its devices.
import { valueAt } from './series.ts';

/** Slot length of the curve that the highest power of a day is taken from, seconds, independent of the chart's step. */
export const CURVE_STEP_S = 300;

/** Returns the slot of the highest value, the first of equals; -1: none has a value. */
export function highestSlot(powers: readonly (number | null)[]): number {
  let highest = -1;
  for (const [slot, power] of powers.entries()) {
    if (power !== null && (highest < 0 || power > powers[highest]!)) highest = slot;
  }
  return highest;
}

/** Longest interval between uploads; a longer one is silence, even if regular. */
const MAX_UPLOAD_S = 3600;
/** Minimum number of intervals to determine how often a device uploads. */
const MIN_INTERVALS = 3;

/**
 * Sums devices' slots of equal length; NaN: no value. A device that uploads less often than once per slot counts between
 * two uploads with interpolated values; otherwise the set of summed devices would change from slot to slot. A single slot
 * without a value between two with one is a slightly late upload, not a gap. `now` is the slot being filled (past the end
 * for a finished day): a device whose upload is pending counts with its last value, or every curve would end in a drop.
 */
export function sumOfDevices(
  slotsByDevice: readonly Float64Array[],
  slots: number,
  { now = Infinity, stepS = CURVE_STEP_S }: { now?: number; stepS?: number } = {},
): (number | null)[] {
  const devices = slotsByDevice.map((device) => effectiveSlots(device, now, stepS));
  return Array.from({ length: slots }, (_, slot) => {
    let sum: number | null = null;
    for (const device of devices) {
      const value = valueAt(device, slot);
      if (!Number.isNaN(value)) sum = (sum ?? 0) + value;
    }
    if (sum === null) return null;
    for (const device of devices) {
      const between = loneGap(device, slot);
      if (!Number.isNaN(between)) sum += between;
    }
    return sum;
  });
}

/**
 * Returns the values that a device counts with: its own, interpolated ones between rare uploads, and its last value
 * until the next upload is overdue.
 */
export function effectiveSlots(device: Float64Array, now: number, stepS: number): Float64Array {
  const every = uploadEverySlots(device, Math.round(MAX_UPLOAD_S / stepS));
  return withPending(every === 1 ? device : withBetween(device, every + 1), now, every + 1);
}

/**
 * Returns the median number of slots between uploads of a device; 1 if it has too few or they are more than `max`
 * apart.
 */
export function uploadEverySlots(values: Float64Array, max: number): number {
  const counts = new Uint32Array(Math.max(1, max) + 2);
  let previous = -1;
  let intervals = 0;
  for (let slot = 0; slot < values.length; slot++) {
    if (Number.isNaN(valueAt(values, slot))) continue;
    if (previous >= 0) {
      counts[Math.min(slot - previous, counts.length - 1)]!++;
      intervals++;
    }
    previous = slot;
  }
  if (intervals < MIN_INTERVALS) return 1;
  let median = 1;
  for (let total = counts[1]!; total * 2 < intervals; total += counts[median]!) median++;
  return median < counts.length - 1 ? median : 1;
}

/** Interpolates between two values that are at most `max` slots apart. */
function withBetween(values: Float64Array, max: number): Float64Array {
  const all = Float64Array.from(values);
  let previous = -1;
  for (let slot = 0; slot < values.length; slot++) {
    if (Number.isNaN(valueAt(values, slot))) continue;
    if (previous >= 0 && slot - previous <= max) {
      const step = (valueAt(values, slot) - valueAt(values, previous)) / (slot - previous);
      for (let gap = previous + 1; gap < slot; gap++) all[gap] = valueAt(values, previous) + step * (gap - previous);
    }
    previous = slot;
  }
  return all;
}

/** Returns the value of a slot without one between two that have one; else NaN. */
function loneGap(values: Float64Array, slot: number): number {
  return Number.isNaN(valueAt(values, slot)) ? (valueAt(values, slot - 1) + valueAt(values, slot + 1)) / 2 : Number.NaN;
}

/**
 * Fills in values for uploads that came slightly late, are rare, or are pending in slot `now`; longer gaps stay gaps.
 */
export function bridged(values: Float64Array, now = Infinity, stepS: number = CURVE_STEP_S): Float64Array {
  const every = uploadEverySlots(values, Math.round(MAX_UPLOAD_S / stepS));
  return withPending(withBetween(values, every + 1), now, every + 1);
}

/** Continues the last value up to `now` if the newest value is at most `slots` slots old. */
function withPending(device: Float64Array, now: number, slots: number): Float64Array {
  if (now >= device.length) return device;
  const filled = Float64Array.from(device);
  for (let slot = Math.max(1, now - slots + 1); slot <= now; slot++) {
    if (Number.isNaN(valueAt(filled, slot)) && filled.subarray(slot + 1).every(Number.isNaN))
      filled[slot] = valueAt(filled, slot - 1);
  }
  return filled;
}

/** Returns NaN as null and rounds for the API. */
export function slotsForWire(values: Float64Array | undefined, slots: number, digits = 1): (number | null)[] {
  const scale = 10 ** digits;
  return Array.from({ length: slots }, (_, slot) => {
    const value = values?.[slot] ?? Number.NaN;
    return Number.isNaN(value) ? null : Math.round(value * scale) / scale;
  });
}

/** Returns means of `every` slots each, from the first one with a value up to slot `until`; null: a gap. */
export function sparkOf(values: Float64Array | undefined, every: number, until: number): (number | null)[] {
  const means: (number | null)[] = [];
  for (let start = 0; values && start < until; start += every) {
    const known = [...values.subarray(start, start + every)].filter((value) => !Number.isNaN(value));
    const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
    if (mean !== null || means.length > 0) means.push(mean === null ? null : Math.round(mean));
  }
  return means;
}
