// Computes the hours in which a sold kWh cost money, and the energy exported in them. Pure.
import type { HourlyEnergy } from './meanPrices.ts';

/** A day with hourly prices. */
export interface PricedDay {
  /** Elapsed length of each hour of the clock, in hours: 0 for a skipped one, 2 for a repeated one. */
  lengthsH: readonly number[];
  /** Price of a sold kWh by hour of the clock. */
  sold: readonly number[];
  /** Null: not measured. */
  toGrid: HourlyEnergy | null;
}

export interface NegativePrices {
  hours: number;
  /** Energy exported in these hours, as far as hours are known; null: no hours are known. */
  energyWh: number | null;
  /** Revenue of that energy; below 0: a cost. */
  money: number | null;
  /** 0..1, share of the exported energy of these days with a known hour. */
  byHour: number | null;
}

/** Returns the totals of hours with a negative price; null: there were none. */
export function negativePricesOf(days: readonly PricedDay[]): NegativePrices | null {
  let hours = 0;
  let energyWh: number | null = null;
  let money = 0;
  let exportedWh = 0;
  let knownWh = 0;
  for (const { lengthsH, sold, toGrid } of days) {
    const negative = sold.flatMap((price, hour) => (price < 0 && lengthsH[hour]! > 0 ? [hour] : []));
    if (negative.length === 0) continue;
    for (const hour of negative) hours += lengthsH[hour]!;
    if (toGrid) {
      exportedWh += toGrid.energyWh;
      // A day without export exported nothing in any hour.
      if (!toGrid.hours && toGrid.energyWh === 0) energyWh ??= 0;
    }
    if (!toGrid?.hours) continue;
    energyWh ??= 0;
    for (const microWh of toGrid.hours) knownWh += microWh / 1e6;
    for (const hour of negative) {
      const wh = Math.max(0, toGrid.hours[hour] ?? 0) / 1e6;
      energyWh += wh;
      money += (wh / 1000) * sold[hour]!;
    }
  }
  if (hours === 0) return null;
  const byHour = exportedWh > 0 ? Math.round(Math.min(1, knownWh / exportedWh) * 1000) / 1000 : 1;
  return { hours, energyWh, ...(energyWh === null ? { money: null, byHour: null } : { money, byHour }) };
}
