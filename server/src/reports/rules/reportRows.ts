// The rows of a report: days of a short period, months of a longer one, cut at its ends.
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

/** `asked` says whether they are days or months; rows are of those of its days that are told of. */
export function reportRows(asked: Days, told: Days): { by: 'day' | 'month'; rows: Days[] } {
  const by = daysBetween(asked.from, asked.to) < MAX_REPORT_DAY_ROWS ? 'day' : 'month';
  if (told.to < told.from) return { by, rows: [] };
  if (by === 'day') return { by, rows: eachDay(told.from, told.to).map((day) => ({ from: day, to: day })) };
  const rows = eachMonth(monthOf(told.from), monthOf(told.to)).map((month) => {
    const [first, last] = [firstDayOfMonth(month), lastDayOfMonth(month)];
    return { from: first > asked.from ? first : asked.from, to: last < asked.to ? last : asked.to };
  });
  return { by, rows };
}
