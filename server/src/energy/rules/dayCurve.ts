// A plant's power over a day from the means of its devices in slots.
import { valueAt } from './series.ts';

/** Seconds of a slot of the curve that the highest power of a day is taken from, whatever the step of the chart beside it. */
export const CURVE_STEP_S = 300;

/** The slot of the highest value, the first of equals; -1: none has a value. */
export function highestSlot(powers: readonly (number | null)[]): number {
  let highest = -1;
  for (const [slot, power] of powers.entries()) {
    if (power !== null && (highest < 0 || power > powers[highest]!)) highest = slot;
  }
  return highest;
}

/** Uploads that lie further apart than this are silence, whoever is used to it. */
const LONGEST_UPLOAD_S = 3600;
/** So many distances between uploads tell how often a device uploads. */
const ENOUGH_DISTANCES = 3;

/**
 * Devices' slots of one length; NaN is no value. A device that uploads less often than slots follow each other counts
 * between two of its uploads with what lies between their values: who has told in a slot would change from one to the
 * next. Otherwise a lone slot without a value between two with one is an upload that came a little late, not a gap. `now` is
 * the slot that is being filled (past the end for a day that is over): a device whose upload of it is still to come counts
 * with its last value, or every curve would end in a fall.
 */
export function sumOfDevices(
  given: readonly Float64Array[],
  slots: number,
  { now = Infinity, stepS = CURVE_STEP_S }: { now?: number; stepS?: number } = {},
): (number | null)[] {
  const devices = given.map((device) => effectiveSlots(device, now, stepS));
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

/** What a device counts with: its values, what lies between two uploads of one that uploads less often, and its last value until the next is overdue. */
export function effectiveSlots(device: Float64Array, now: number, stepS: number): Float64Array {
  const every = uploadEverySlots(device, Math.round(LONGEST_UPLOAD_S / stepS));
  return withPending(every === 1 ? device : withBetween(device, every + 1), now, every + 1);
}

/** How many slots there are from one upload of a device to the next: the median; 1: of too few, or of one that is silent for long. */
export function uploadEverySlots(values: Float64Array, most: number): number {
  const counts = new Uint32Array(Math.max(1, most) + 2);
  let before = -1;
  let distances = 0;
  for (let slot = 0; slot < values.length; slot++) {
    if (Number.isNaN(valueAt(values, slot))) continue;
    if (before >= 0) {
      counts[Math.min(slot - before, counts.length - 1)]!++;
      distances++;
    }
    before = slot;
  }
  if (distances < ENOUGH_DISTANCES) return 1;
  let median = 1;
  for (let seen = counts[1]!; seen * 2 < distances; seen += counts[median]!) median++;
  return median < counts.length - 1 ? median : 1;
}

/** With what lies on the line between two values that are at most so many slots apart. */
function withBetween(values: Float64Array, most: number): Float64Array {
  const all = Float64Array.from(values);
  let before = -1;
  for (let slot = 0; slot < values.length; slot++) {
    if (Number.isNaN(valueAt(values, slot))) continue;
    if (before >= 0 && slot - before <= most) {
      const step = (valueAt(values, slot) - valueAt(values, before)) / (slot - before);
      for (let gap = before + 1; gap < slot; gap++) all[gap] = valueAt(values, before) + step * (gap - before);
    }
    before = slot;
  }
  return all;
}

/** What stands for a slot without a value between two that have one; else NaN. */
function loneGap(values: Float64Array, slot: number): number {
  return Number.isNaN(valueAt(values, slot)) ? (valueAt(values, slot - 1) + valueAt(values, slot + 1)) / 2 : Number.NaN;
}

/** With what stands for uploads that came a little late, come less often, or are still to come in slot `now`; longer gaps stay gaps. */
export function bridged(values: Float64Array, now = Infinity, stepS: number = CURVE_STEP_S): Float64Array {
  const every = uploadEverySlots(values, Math.round(LONGEST_UPLOAD_S / stepS));
  return withPending(withBetween(values, every + 1), now, every + 1);
}

/** So many slots before now a device may still be about to report; until then its last value stands. */
function withPending(device: Float64Array, now: number, slots: number): Float64Array {
  if (now >= device.length) return device;
  const held = Float64Array.from(device);
  for (let slot = Math.max(1, now - slots + 1); slot <= now; slot++) {
    if (Number.isNaN(valueAt(held, slot)) && held.subarray(slot + 1).every(Number.isNaN))
      held[slot] = valueAt(held, slot - 1);
  }
  return held;
}

/** NaN as null, rounded for the wire. */
export function slotsForWire(values: Float64Array | undefined, slots: number, digits = 1): (number | null)[] {
  const scale = 10 ** digits;
  return Array.from({ length: slots }, (_, slot) => {
    const value = values?.[slot] ?? Number.NaN;
    return Number.isNaN(value) ? null : Math.round(value * scale) / scale;
  });
}

/** Means of `every` slots each, from the first that has a value up to slot `until`; null is a gap. */
export function sparkOf(values: Float64Array | undefined, every: number, until: number): (number | null)[] {
  const means: (number | null)[] = [];
  for (let start = 0; values && start < until; start += every) {
    const known = [...values.subarray(start, start + every)].filter((value) => !Number.isNaN(value));
    const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
    if (mean !== null || means.length > 0) means.push(mean === null ? null : Math.round(mean));
  }
  return means;
}
