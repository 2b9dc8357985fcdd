// Presents the energy balance of a plant for its page: today, yesterday, this month and this year, with savings, earnings and cost.
import type { BalanceMoney, PlantBalance } from '@heliograph/contract/entities/statistics.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Period } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { readDayPrices } from '../money/dayPrices.ts';
import {
  balanceOfDays,
  type DayOfPlant,
  type DayPrice,
  type Figure,
  type Money,
  moneyOfDays,
} from '../rules/balance.ts';
import { type BalanceInputs, daysByPeriod, type Plant } from './balance.ts';

interface PlantBalances {
  today: PlantBalance;
  yesterday: PlantBalance;
  month: PlantBalance;
  year: PlantBalance;
}

/** Returns null if the plant measures nothing but production. The caller has checked access to the site. */
export async function plantBalance(
  sql: Transaction,
  plant: Plant,
  [today, yesterday, month, year]: readonly [Period, Period, Period, Period, ...unknown[]],
  at: Date,
  preloaded?: BalanceInputs,
): Promise<PlantBalances | null> {
  if (!(await measuresFlows(sql, plant.sid))) return null;
  const prices = await readDayPrices(sql, plant.sid, { from: year.from, to: year.to });
  const days = await daysByPeriod(sql, plant, [today, yesterday, month, year], at, preloaded);
  return {
    today: presentBalance(days[0], prices),
    yesterday: presentBalance(days[1], prices),
    month: presentBalance(days[2], prices),
    year: presentBalance(days[3], prices),
  };
}

/** Returns the balance of the given days in units of the API, with its money. */
export function presentBalance(days: readonly DayOfPlant[], prices: (day: Day) => DayPrice | undefined): PlantBalance {
  const { autarchy, ...figures } = balanceOfDays(days);
  const presented = Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, presentFigure(figure)]));
  return {
    ...(presented as Record<keyof typeof figures, ReturnType<typeof presentFigure>>),
    autarchy,
    money: moneyOf(moneyOfDays(days, prices)),
  };
}

/** Returns whether the plant has ever measured anything but production. */
export async function measuresFlows(sql: Transaction, sid: string): Promise<boolean> {
  return (await sql`select from site_flows where sid = ${sid} limit 1`).length > 0;
}

function presentFigure({ energyWh, spreadWh, source, completeness, missing }: Figure) {
  return {
    energy: kWhOf(energyWh),
    unit: 'kWh' as const,
    source,
    completeness,
    missing,
    spread: energyWh === null ? null : kWhOf(spreadWh),
  };
}

/** Rounds money to a hundredth of a cent, so that sums in a different order give the same figure. */
export const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1e4) / 1e4);
export const moneyOf = ({ saved, earned, importCost, fixedCharge, byHour }: Money): BalanceMoney => ({
  saved: rounded(saved),
  earned: rounded(earned),
  importCost: rounded(importCost),
  fixedCharge: rounded(fixedCharge),
  byHour,
});
