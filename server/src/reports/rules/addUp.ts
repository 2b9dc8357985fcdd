// Rounds parts so that they add up to their rounded total. Pure.

/** Sums in another order differ by less. */
const TOLERANCE_WH = 0.1;

/**
 * Returns the parts in kWh, rounded to Wh; null stays null. Where they add up to the total before rounding, those nearest to
 * the next Wh are rounded the other way, so that they also do after it.
 *
 * @param partsWh Wh
 * @param totalWh Wh
 */
export function addUp(partsWh: readonly (number | null)[], totalWh: number | null): (number | null)[] {
  const exact = partsWh.map((part) => (part === null ? null : Math.round(part * 1000) / 1000));
  const rounded = exact.map((part) => (part === null ? null : Math.round(part)));
  const sum = exact.reduce<number>((all, part) => all + (part ?? 0), 0);
  if (totalWh !== null && Math.abs(sum - totalWh) < TOLERANCE_WH) {
    const excess =
      rounded.reduce<number>((all, part) => all + (part ?? 0), 0) - Math.round(Math.round(totalWh * 1000) / 1000);
    const step = Math.sign(excess);
    const byError = exact
      .map((part, index) => ({ index, error: part === null ? 0 : step * ((rounded[index] ?? 0) - part) }))
      .filter(({ error }) => error > 0)
      .toSorted((one, other) => other.error - one.error);
    for (const { index } of byError.slice(0, Math.abs(excess))) rounded[index] = (rounded[index] ?? 0) - step;
  }
  return rounded.map((part) => (part === null ? null : part / 1000));
}
