// What was added on the last seven days and in the last twelve weeks: of plants, devices and accounts alike.
import { DASHBOARD_DAYS, DASHBOARD_WEEKS } from '@heliograph/contract/limits.ts';
import { addDays, type Day, eachDay, localDay } from '../platform/calendar/rules/localDays.ts';
import { type Counted, type Counts, countKey } from './contributions.ts';

export interface Periods {
  today: Day;
  days: Day[];
  /** Mondays to Sundays; the last one is not over. */
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

/** The first day that either tells of. */
export const firstDayOf = ({ days, weeks }: Periods): Day => [days[0]!, weeks[0]!.from].sort()[0]!;

/** Somewhere the calendar is so far ahead of the reader's at the most. */
const AHEAD_DAYS = 2;

/** Within these days, both included; with today comes what was added where it is tomorrow already. */
export function addedWithin(counts: Counts, what: Counted, from: Day, to: Day, today: Day): number {
  const ahead = addDays(today, AHEAD_DAYS);
  const last = to >= today && to < ahead ? ahead : to;
  return eachDay(from, last).reduce((sum, day) => sum + (counts.get(countKey(what, day)) ?? 0), 0);
}
