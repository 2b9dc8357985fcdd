// Computes the mean price of a kWh for each use on a day with hourly prices, weighted by the energy of each hour.
import { HOURS_A_DAY, hourOfWeek } from '@heliograph/contract/prices.ts';
import type { Day } from '../../../platform/calendar/rules/localDays.ts';

/** Energy of one flow on one day. */
export interface HourlyEnergy {
  energyWh: number;
  /** Microwatt-hours by the hour of the plant's clock; null: not known. */
  hours: readonly number[] | null;
}

export interface DayEnergies {
  production: HourlyEnergy | null;
  fromGrid: HourlyEnergy | null;
  toGrid: HourlyEnergy | null;
}

/** Prices of a kWh by hour of the day. */
export interface HourPrices {
  bought: readonly number[];
  sold: readonly number[];
  /**
   * 0..1, share of production used on the site, where no meter measures it; null: all production is valued as bought.
   */
  ownUseShare: number | null;
}

/** Returns the prices of a day from a week's list of 168, which starts with the first hour of Monday. */
export function hoursOfDay(week: readonly number[], day: Day): number[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return week.slice(hourOfWeek(weekday, 0), hourOfWeek(weekday, HOURS_A_DAY));
}

/**
 * Returns the prices of a kWh from the grid (`bought`), of own use, to the grid (`sold`), and of a produced kWh where no
 * meter measures its use (`worth`). Own use is production minus export in an hour; without a grid meter all production.
 * Where no hour is known: the plain mean of the day. Energy without a known hour counts at the mean of the energy with
 * one. `energyWh` is production, import and export together, `hoursWh` the part of it with known hours.
 */
export function meanPrices({ production, fromGrid, toGrid }: DayEnergies, prices: HourPrices) {
  const { ownUseShare } = prices;
  const flows = [production, fromGrid, toGrid];
  const produced = production?.hours ?? null;
  const exported = toGrid?.hours ?? null;
  const ownUse = produced && exported && produced.map((energy, hour) => Math.max(0, energy - (exported[hour] ?? 0)));
  const plainBought = mean(prices.bought);
  const plainSold = mean(prices.sold);
  const producedBought = weighted(prices.bought, produced);
  const producedSold = weighted(prices.sold, produced);
  return {
    bought: weighted(prices.bought, fromGrid?.hours ?? null) ?? plainBought,
    own: weighted(prices.bought, ownUse) ?? producedBought ?? plainBought,
    sold: weighted(prices.sold, exported) ?? producedSold ?? plainSold,
    worth:
      ownUseShare === null
        ? (producedBought ?? plainBought)
        : ownUseShare * (producedBought ?? plainBought) + (1 - ownUseShare) * (producedSold ?? plainSold),
    energyWh: sum(flows.map((flow) => flow?.energyWh ?? 0)),
    hoursWh: sum(flows.map((flow) => sum(flow?.hours ?? []))) / 1e6,
  };
}

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
const mean = (list: readonly number[]): number => sum(list) / list.length;

/** Returns the mean price weighted by energy; null: no energy in any hour. */
function weighted(prices: readonly number[], hours: readonly number[] | null): number | null {
  let energy = 0;
  let worth = 0;
  for (const [hour, price] of prices.entries()) {
    const used = Math.max(0, hours?.[hour] ?? 0);
    energy += used;
    worth += used * price;
  }
  return energy > 0 ? worth / energy : null;
}
