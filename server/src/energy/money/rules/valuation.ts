// Values energy of single days at the price valid on each: the pure counterpart of energy/periods/energyOfPeriods.ts.
import type { Day } from '../../../platform/calendar/rules/localDays.ts';

/** Returns the value; null: a day has no price. */
export function valuationOf(
  whByDay: ReadonlyMap<Day, number>,
  pricesOf: (day: Day) => { worth: number } | undefined,
): number | null {
  let sum = 0;
  for (const [day, wh] of whByDay) {
    const price = pricesOf(day);
    if (!price) return null;
    sum += (wh / 1000) * price.worth;
  }
  return sum;
}
