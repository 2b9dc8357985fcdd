// Measured series in slots of equal length.

/** The value of a slot; NaN where nothing is known, outside of the series as well. */
export const valueAt = (series: ArrayLike<number>, slot: number): number => series[slot] ?? Number.NaN;
