// Measured series in slots of equal length.

/** Returns the value of a slot; NaN where it is unknown or outside the series. */
export const valueAt = (series: ArrayLike<number>, slot: number): number => series[slot] ?? Number.NaN;
