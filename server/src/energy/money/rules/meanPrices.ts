// What a kWh of each use costs on one day of a price by the hour: each hour's price counts as much as was used in it.
import { HOURS_A_DAY, hourOfWeek } from '@heliograph/contract/prices.ts';
import type { Day } from '../../../platform/calendar/rules/localDays.ts';

/** Of one flow on one day. */
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

/** Prices of a kWh, by the hour of the day. */
export interface HourPrices {
  bought: readonly number[];
  sold: readonly number[];
  /** 0..1 of what the plant makes that is used on the site, where no meter tells; null: all counts as bought. */
  ownUseShare: number | null;
}

/** Of a list of 168, Monday's first hour first. */
export function hoursOfDay(week: readonly number[], day: Day): number[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return week.slice(hourOfWeek(weekday, 0), hourOfWeek(weekday, HOURS_A_DAY));
}

/**
 * Prices of a kWh from the grid (`bought`), of own use, to the grid (`sold`), and of one that the plant makes where no meter
 * tells (`worth`). Own use is what is left of production in an hour; without a meter at the grid all that is made. Where no
 * hour is known: the plain mean of the day. What of a day has no known hour counts at the mean of what has one.
 * `energyWh` is production, import and export together, `hoursWh` how much of it has its hour.
 */
export function meanPrices({ production, fromGrid, toGrid }: DayEnergies, prices: HourPrices) {
  const { ownUseShare } = prices;
  const flows = [production, fromGrid, toGrid];
  const made = production?.hours ?? null;
  const given = toGrid?.hours ?? null;
  const left = made && given && made.map((energy, hour) => Math.max(0, energy - (given[hour] ?? 0)));
  const plain = mean(prices.bought);
  const plainSold = mean(prices.sold);
  const madeBought = weighted(prices.bought, made);
  const madeSold = weighted(prices.sold, made);
  return {
    bought: weighted(prices.bought, fromGrid?.hours ?? null) ?? plain,
    own: weighted(prices.bought, left) ?? madeBought ?? plain,
    sold: weighted(prices.sold, given) ?? madeSold ?? plainSold,
    worth:
      ownUseShare === null
        ? (madeBought ?? plain)
        : ownUseShare * (madeBought ?? plain) + (1 - ownUseShare) * (madeSold ?? plainSold),
    energyWh: sum(flows.map((flow) => flow?.energyWh ?? 0)),
    hoursWh: sum(flows.map((flow) => sum(flow?.hours ?? []))) / 1e6,
  };
}

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
const mean = (list: readonly number[]): number => sum(list) / list.length;

/** Null: nothing was used in any hour. */
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
