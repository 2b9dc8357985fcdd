// Bars of a free range of days: selected by the user, else by the length of the range.
import { MAX_CHART_DAYS } from '@heliograph/contract/limits.ts';
import type { RangeBars } from '../../../components/plant/search.ts';
import { daysBetween } from '../../../format/dayCount.ts';

/** Longest range in days drawn by day and by month by default; longer ones are easier to read by month or year. */
const DEFAULT_MAX_DAYS = { day: 62, month: 1830 } as const;
const MAX_DAYS = { day: MAX_CHART_DAYS.byDay, month: MAX_CHART_DAYS.byMonth, year: MAX_CHART_DAYS.byYear } as const;

/** Maximum length of a range in days. */
export const MAX_RANGE_DAYS = MAX_CHART_DAYS.byYear;

/** Returns the bars that fit in a chart of this range, the finest first. */
export function possibleBars(from: string, to: string): RangeBars[] {
  const days = daysBetween(from, to);
  return (['day', 'month', 'year'] as const).filter((bars) => days <= MAX_DAYS[bars]);
}

/** Returns the selected bars if they fit in a chart, else the default for the length. */
export function barsOfRange(from: string, to: string, selected: RangeBars | undefined): RangeBars {
  const possible = possibleBars(from, to);
  if (selected !== undefined && possible.includes(selected)) return selected;
  const days = daysBetween(from, to);
  return days <= DEFAULT_MAX_DAYS.day ? 'day' : days <= DEFAULT_MAX_DAYS.month ? 'month' : 'year';
}
