// A plant's power over a day from the means of its devices in slots.

/** Devices' slots of one length; NaN is no value. A lone slot without a value between two with one is an upload that came a little late, not a gap. */
export function sumOfDevices(devices: readonly Float64Array[], slots: number): (number | null)[] {
  return Array.from({ length: slots }, (_, slot) => {
    let sum: number | null = null;
    for (const device of devices) {
      const value = device[slot]!;
      if (!Number.isNaN(value)) sum = (sum ?? 0) + value;
    }
    if (sum === null) return null;
    for (const device of devices) {
      const between = Number.isNaN(device[slot]!) ? (device[slot - 1]! + device[slot + 1]!) / 2 : Number.NaN;
      if (!Number.isNaN(between)) sum += between;
    }
    return sum;
  });
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
