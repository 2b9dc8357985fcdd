// The hours in which a sold kWh cost money instead of bringing some, and what went to the grid in them. Pure.
import type { HourlyEnergy } from './meanPrices.ts';

/** A day whose price depends on the hour. */
export interface PricedDay {
  /** Hours of each hour of its clock that are over: 0 of one that is skipped, 2 of one that is shown twice. */
  lengthsH: readonly number[];
  /** Of a sold kWh, by the hour of the clock. */
  sold: readonly number[];
  /** Null: nothing told of it. */
  toGrid: HourlyEnergy | null;
}

export interface NegativePrices {
  hours: number;
  /** What went to the grid in them, as far as its hours are known; null: nothing of it is. */
  energyWh: number | null;
  /** What that brought: below 0 it was paid for. */
  money: number | null;
  /** 0..1: how much of what these days gave to the grid has its hour. */
  byHour: number | null;
}

/** Null: no hour had a price below 0. */
export function negativePricesOf(days: readonly PricedDay[]): NegativePrices | null {
  let hours = 0;
  let energyWh: number | null = null;
  let money = 0;
  let givenWh = 0;
  let knownWh = 0;
  for (const { lengthsH, sold, toGrid } of days) {
    const negative = sold.flatMap((price, hour) => (price < 0 && lengthsH[hour]! > 0 ? [hour] : []));
    if (negative.length === 0) continue;
    for (const hour of negative) hours += lengthsH[hour]!;
    if (toGrid) {
      givenWh += toGrid.energyWh;
      // A day that gave nothing gave nothing in any hour.
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
  const byHour = givenWh > 0 ? Math.round(Math.min(1, knownWh / givenWh) * 1000) / 1000 : 1;
  return { hours, energyWh, ...(energyWh === null ? { money: null, byHour: null } : { money, byHour }) };
}
