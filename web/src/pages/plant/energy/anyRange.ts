// A free range of days: what its bars are, as its length suggests unless they are chosen.
import { MAX_CHART_DAYS } from '@heliograph/contract/limits.ts';
import type { RangeBars } from '../../../components/plant/search.ts';
import { daysBetween } from '../../../format/dayCount.ts';

/** Longer ones are easier read by month, then by year. */
const LONGEST = { day: 62, month: 1830 } as const;
const MOST = { day: MAX_CHART_DAYS.byDay, month: MAX_CHART_DAYS.byMonth, year: MAX_CHART_DAYS.byYear } as const;

/** How long a range may be at most. */
export const MAX_RANGE_DAYS = MAX_CHART_DAYS.byYear;

/** Those that can be drawn of it, the finest first. */
export function possibleBars(from: string, to: string): RangeBars[] {
  const days = daysBetween(from, to);
  return (['day', 'month', 'year'] as const).filter((bars) => days <= MOST[bars]);
}

/** What is chosen, if it can be drawn, else what suits the length. */
export function barsOfRange(from: string, to: string, chosen: RangeBars | undefined): RangeBars {
  const possible = possibleBars(from, to);
  if (chosen !== undefined && possible.includes(chosen)) return chosen;
  const days = daysBetween(from, to);
  return days <= LONGEST.day ? 'day' : days <= LONGEST.month ? 'month' : 'year';
}
