// The period that the energy view compares with: the one before, the same a year earlier, or one from any first day.
import { addMonths, monthEnd, moveRange } from '../../../components/plant/days.ts';
import { addDays, daysBetween } from '../../../format/dayCount.ts';

interface Shown {
  by: 'day' | 'month' | 'range';
  from: string;
  to: string;
}

/** Returns the same day of the month of another year, the last day of February for the 29th. */
export function yearEarlier(day: string): string {
  const first = addMonths(day, -12);
  return [`${first.slice(0, 8)}${day.slice(8)}`, monthEnd(first)].reduce((one, other) => (one < other ? one : other));
}

/** Returns the other period. Months are compared with as many whole months, days with as many days. */
export function comparedPeriod({ by, from, to }: Shown, compare: string, today: string): { from: string; to: string } {
  if (by === 'month') {
    const start = compare === 'previous' || compare === 'yearAgo' ? yearEarlier(from) : `${compare.slice(0, 7)}-01`;
    return { from: start, to: monthEnd(addMonths(start, 11)) };
  }
  if (compare === 'previous') return moveRange(from, to, -1, today);
  if (compare === 'yearAgo') return { from: yearEarlier(from), to: yearEarlier(to) };
  return { from: compare, to: addDays(compare, daysBetween(from, to) - 1) };
}
