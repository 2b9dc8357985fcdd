// A year beside the year before: the days that are known in both, and the change that is left without their light. Pure.
import type { Day } from '../../platform/calendar/rules/localDays.ts';

export interface DayEnergy {
  energyWh: number;
  /** 0..1 */
  completeness: number;
}

export interface ComparedYear {
  year: number;
  energyWh: number;
  beforeWh: number;
  /** Of this year, in their order. */
  days: Day[];
}

/** So much of a day must be known: a morning is no day. */
const ENOUGH = 0.9;
/** Fewer days with known light tell too little. */
const FEWEST_LIT_DAYS = 20;

export const dayBefore = (day: Day): Day => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

const isEnough = (day: DayEnergy | undefined): boolean => day !== undefined && day.completeness >= ENOUGH;

/** Those that are known in the year before, too, in their order. 29 February is compared with nothing. */
export const comparedDays = (days: ReadonlyMap<Day, DayEnergy>): Day[] =>
  [...days.keys()]
    .filter((day) => !day.endsWith('-02-29') && isEnough(days.get(day)) && isEnough(days.get(dayBefore(day))))
    .toSorted();

/** The newest first. */
export function comparedYears(days: ReadonlyMap<Day, DayEnergy>): ComparedYear[] {
  const years = new Map<number, ComparedYear>();
  for (const day of comparedDays(days)) {
    const [now, before] = [days.get(day)!, days.get(dayBefore(day))!];
    const year = Number(day.slice(0, 4));
    const compared = years.get(year) ?? { year, energyWh: 0, beforeWh: 0, days: [] };
    compared.energyWh += now.energyWh;
    compared.beforeWh += before.energyWh;
    compared.days.push(day);
    years.set(year, compared);
  }
  return [...years.values()].filter(({ beforeWh }) => beforeWh > 0).toReversed();
}

export interface Corrected {
  change: number;
  days: number;
}

/** By measured light, Wh/m2: of the days whose light is known in both years. */
export function correctedByLight(
  { days }: ComparedYear,
  energies: ReadonlyMap<Day, DayEnergy>,
  light: ReadonlyMap<Day, number>,
): Corrected | null {
  const sums = { made: 0, madeBefore: 0, light: 0, lightBefore: 0, days: 0 };
  for (const day of days) {
    const [lit, litBefore] = [light.get(day), light.get(dayBefore(day))];
    if (lit === undefined || litBefore === undefined) continue;
    sums.made += energies.get(day)!.energyWh;
    sums.madeBefore += energies.get(dayBefore(day))!.energyWh;
    sums.light += lit;
    sums.lightBefore += litBefore;
    sums.days++;
  }
  const { made, madeBefore, light: lit, lightBefore, days: count } = sums;
  if (count < FEWEST_LIT_DAYS || madeBefore <= 0 || lit <= 0 || lightBefore <= 0) return null;
  return { change: made / lit / (madeBefore / lightBefore) - 1, days: count };
}

/** What clear days around a month showed in both years. */
export interface ClearMonth {
  /** Of what the clear sky would give, in the year and in the one before. */
  level: number;
  levelBefore: number;
  days: number;
  daysBefore: number;
  /** Energy of a clear day then: a summer's month says more of a year than a winter's. */
  weight: number;
}

export function correctedByClearDays(months: readonly ClearMonth[]): Corrected | null {
  const sum = (of: (month: ClearMonth) => number) => months.reduce((all, month) => all + of(month), 0);
  const before = sum(({ levelBefore, weight }) => levelBefore * weight);
  if (before <= 0) return null;
  return {
    change: sum(({ level, weight }) => level * weight) / before - 1,
    days: Math.min(
      sum(({ days }) => days),
      sum(({ daysBefore }) => daysBefore),
    ),
  };
}
