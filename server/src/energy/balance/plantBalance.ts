// The balance of a plant as its page shows it: today, yesterday, this month and year, with what it saved, earned and cost.
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

interface Shown {
  today: PlantBalance;
  yesterday: PlantBalance;
  month: PlantBalance;
  year: PlantBalance;
}

/** Null: nothing but production is measured. The site was found among the visible ones. */
export async function plantBalance(
  sql: Transaction,
  plant: Plant,
  [today, yesterday, month, year]: readonly [Period, Period, Period, Period, ...unknown[]],
  at: Date,
  asked?: BalanceInputs,
): Promise<Shown | null> {
  if (!(await measuresFlows(sql, plant.sid))) return null;
  const prices = await readDayPrices(sql, plant.sid, { from: year.from, to: year.to });
  const days = await daysByPeriod(sql, plant, [today, yesterday, month, year], at, asked);
  return {
    today: presentBalance(days[0], prices),
    yesterday: presentBalance(days[1], prices),
    month: presentBalance(days[2], prices),
    year: presentBalance(days[3], prices),
  };
}

/** Of any days, with their money. */
export function presentBalance(days: readonly DayOfPlant[], prices: (day: Day) => DayPrice | undefined): PlantBalance {
  const { autarchy, ...figures } = balanceOfDays(days);
  const shown = Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, shownOf(figure)]));
  return {
    ...(shown as Record<keyof typeof figures, ReturnType<typeof shownOf>>),
    autarchy,
    money: moneyOf(moneyOfDays(days, prices)),
  };
}

/** Whether anything but production has ever been measured. */
export async function measuresFlows(sql: Transaction, sid: string): Promise<boolean> {
  return (await sql`select from site_flows where sid = ${sid} limit 1`).length > 0;
}

function shownOf({ energyWh, spreadWh, source, completeness, missing }: Figure) {
  return {
    energy: kWhOf(energyWh),
    unit: 'kWh' as const,
    source,
    completeness,
    missing,
    spread: energyWh === null ? null : kWhOf(spreadWh),
  };
}

/** Money to a hundredth of a cent: sums in another order stay one figure. */
export const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1e4) / 1e4);
export const moneyOf = ({ saved, earned, importCost, fixedCharge, byHour }: Money): BalanceMoney => ({
  saved: rounded(saved),
  earned: rounded(earned),
  importCost: rounded(importCost),
  fixedCharge: rounded(fixedCharge),
  byHour,
});
