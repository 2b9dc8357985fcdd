// Imbalance of the phases of a meter.

/** Returns the largest deviation from the mean in percent of it (NEMA MG 1); null: not all are known, or the mean is 0. */
export function imbalancePercent(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => (value === null ? [] : [Math.abs(value)]));
  if (known.length < 2 || known.length < values.length) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  if (mean === 0) return null;
  return (Math.max(...known.map((value) => Math.abs(value - mean))) / mean) * 100;
}

/** Returns the difference of maximum and minimum, with their signs; null: not all are known. */
export function spreadOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < 2 || known.length < values.length ? null : Math.max(...known) - Math.min(...known);
}
