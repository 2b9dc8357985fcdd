// A plant's power over a day from the means of its devices in slots.

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

/** So many slots before now a device may still be about to report; until then its last value stands. */
const PENDING_SLOTS = 2;

/**
 * Devices' slots of one length; NaN is no value. A lone slot without a value between two with one is an upload that
 * came a little late, not a gap. `now` is the slot that is being filled (past the end for a day that is over): a device
 * whose upload of it is still to come counts with its last value, or every curve would end in a fall.
 */
export function sumOfDevices(given: readonly Float64Array[], slots: number, now: number = Infinity): (number | null)[] {
  const devices = given.map((device) => withPending(device, now));
  return Array.from({ length: slots }, (_, slot) => {
    let sum: number | null = null;
    for (const device of devices) {
      const value = device[slot]!;
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

/** What stands for a slot without a value between two that have one; else NaN. */
function loneGap(values: Float64Array, slot: number): number {
  return Number.isNaN(values[slot]!) ? (values[slot - 1]! + values[slot + 1]!) / 2 : Number.NaN;
}

/** With what stands for uploads that came a little late; longer gaps stay gaps. */
export function bridged(values: Float64Array): Float64Array {
  return values.map((value, slot) => (Number.isNaN(value) ? loneGap(values, slot) : value));
}

function withPending(device: Float64Array, now: number): Float64Array {
  if (now >= device.length) return device;
  const held = Float64Array.from(device);
  for (let slot = Math.max(1, now - PENDING_SLOTS + 1); slot <= now; slot++) {
    if (Number.isNaN(held[slot]!) && held.subarray(slot + 1).every(Number.isNaN)) held[slot] = held[slot - 1]!;
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
