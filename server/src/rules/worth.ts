// What energy of single days is worth, at the price that was valid on each: the pure twin of sql/energyOfPeriods.ts.
import type { Day } from './localDays.ts';

export interface Price {
  validFrom: Day;
  /** Of a kWh that the plant makes. */
  worth: number;
}

/** `prices` in the order of their days; null: a day has none. */
export function worthOf(whByDay: ReadonlyMap<Day, number>, prices: readonly Price[]): number | null {
  let sum = 0;
  for (const [day, wh] of whByDay) {
    const price = prices.findLast(({ validFrom }) => validFrom <= day);
    if (!price) return null;
    sum += (wh / 1000) * price.worth;
  }
  return sum;
}
