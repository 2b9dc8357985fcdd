// Plants, devices and accounts added on the last seven days and in the last twelve weeks.
import { DASHBOARD_DAYS, DASHBOARD_WEEKS } from '@heliograph/contract/limits.ts';
import { addDays, type Day, eachDay, localDay } from '../platform/calendar/rules/localDays.ts';
import { type CountName, type Counts, countKey } from './contributions.ts';

export interface Periods {
  today: Day;
  days: Day[];
  /** Mondays to Sundays; the last week is still running. */
  weeks: { from: Day; to: Day }[];
}

export function dashboardPeriods(at: Date, timezone: string): Periods {
  const today = localDay(at.getTime(), timezone);
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -weekday);
  return {
    today,
    days: eachDay(addDays(today, 1 - DASHBOARD_DAYS), today),
    weeks: Array.from({ length: DASHBOARD_WEEKS }, (_, n) => {
      const from = addDays(monday, 7 * (n + 1 - DASHBOARD_WEEKS));
      return { from, to: addDays(from, 6) };
    }),
  };
}

/** Returns the earliest day of all periods. */
export const firstDayOf = ({ days, weeks }: Periods): Day => [days[0]!, weeks[0]!.from].sort()[0]!;

/** Maximum days by which a calendar elsewhere is ahead of the reader's. */
const AHEAD_DAYS = 2;

/** Counts additions from one day to another, both included; today includes additions where it is already tomorrow. */
export function addedWithin(counts: Counts, what: CountName, from: Day, to: Day, today: Day): number {
  const ahead = addDays(today, AHEAD_DAYS);
  const last = to >= today && to < ahead ? ahead : to;
  return eachDay(from, last).reduce((sum, day) => sum + (counts.get(countKey(what, day)) ?? 0), 0);
}
