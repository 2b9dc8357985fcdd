// Rows of a report: days for a short period, months for a longer one, cut at its ends.
import { MAX_REPORT_DAY_ROWS } from '@heliograph/contract/limits.ts';
import {
  type Day,
  daysBetween,
  eachDay,
  eachMonth,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
} from '../../platform/calendar/rules/localDays.ts';

interface Days {
  from: Day;
  /** Included. */
  to: Day;
}

/** Returns the rows of a report: by day or month depending on the length of `requested`, for the days in `withData`. */
export function reportRows(requested: Days, withData: Days): { by: 'day' | 'month'; rows: Days[] } {
  const by = daysBetween(requested.from, requested.to) < MAX_REPORT_DAY_ROWS ? 'day' : 'month';
  if (withData.to < withData.from) return { by, rows: [] };
  if (by === 'day') return { by, rows: eachDay(withData.from, withData.to).map((day) => ({ from: day, to: day })) };
  const rows = eachMonth(monthOf(withData.from), monthOf(withData.to)).map((month) => {
    const [first, last] = [firstDayOfMonth(month), lastDayOfMonth(month)];
    return { from: first > requested.from ? first : requested.from, to: last < requested.to ? last : requested.to };
  });
  return { by, rows };
}
