// Compares a year with the year before on days known in both, corrected for sunlight. Pure.
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
  /** Compared days of this year, in order. */
  days: Day[];
}

/** Minimum completeness of a compared day: a morning alone is not a day. */
const MIN_COMPLETENESS = 0.9;
/** Minimum number of days with known irradiation. */
const MIN_LIGHT_DAYS = 20;

export const dayBefore = (day: Day): Day => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

const isComplete = (day: DayEnergy | undefined): boolean => day !== undefined && day.completeness >= MIN_COMPLETENESS;

/** Returns the days also known in the year before, in order. 29 February is not compared. */
export const comparedDays = (days: ReadonlyMap<Day, DayEnergy>): Day[] =>
  [...days.keys()]
    .filter((day) => !day.endsWith('-02-29') && isComplete(days.get(day)) && isComplete(days.get(dayBefore(day))))
    .toSorted();

/** Returns the compared years, newest first. */
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

/** Corrects by measured irradiation, Wh/m2, over days with known irradiation in both years; null: too few. */
export function correctedByLight(
  { days }: ComparedYear,
  energies: ReadonlyMap<Day, DayEnergy>,
  light: ReadonlyMap<Day, number>,
): Corrected | null {
  const sums = { energy: 0, energyBefore: 0, light: 0, lightBefore: 0, days: 0 };
  for (const day of days) {
    const [lit, litBefore] = [light.get(day), light.get(dayBefore(day))];
    if (lit === undefined || litBefore === undefined) continue;
    sums.energy += energies.get(day)!.energyWh;
    sums.energyBefore += energies.get(dayBefore(day))!.energyWh;
    sums.light += lit;
    sums.lightBefore += litBefore;
    sums.days++;
  }
  const { energy, energyBefore, light: lit, lightBefore, days: count } = sums;
  if (count < MIN_LIGHT_DAYS || energyBefore <= 0 || lit <= 0 || lightBefore <= 0) return null;
  return { change: energy / lit / (energyBefore / lightBefore) - 1, days: count };
}

/** Clear-day levels around a month in both years. */
export interface ClearMonth {
  /** Measured energy relative to a clear sky, in the year and in the one before. */
  level: number;
  levelBefore: number;
  days: number;
  daysBefore: number;
  /** Clear-sky energy of a day of the month: a summer month weighs more than a winter month. */
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
