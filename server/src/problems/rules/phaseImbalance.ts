// How unlike the phases of a meter are.

/** The greatest distance from the mean as a share of it, in percent (NEMA MG 1); null: not all are told, or there is nothing. */
export function imbalancePercent(values: readonly (number | null)[]): number | null {
  const told = values.flatMap((value) => (value === null ? [] : [Math.abs(value)]));
  if (told.length < 2 || told.length < values.length) return null;
  const mean = told.reduce((sum, value) => sum + value, 0) / told.length;
  if (mean === 0) return null;
  return (Math.max(...told.map((value) => Math.abs(value - mean))) / mean) * 100;
}

/** The distance of the greatest from the least, with their signs; null: not all are told. */
export function spreadOf(values: readonly (number | null)[]): number | null {
  const told = values.filter((value) => value !== null);
  return told.length < 2 || told.length < values.length ? null : Math.max(...told) - Math.min(...told);
}
