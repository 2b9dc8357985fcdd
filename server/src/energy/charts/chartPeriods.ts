// Parses the "date" and "rangeDate" of chart and total requests into days and bars of the site's calendar.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_CHART_DAYS } from '@heliograph/contract/limits.ts';
import {
  addDays,
  type Day,
  daysBetween,
  eachDay,
  eachMonth,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
} from '../../platform/calendar/rules/localDays.ts';
import { wireDay } from '../../platform/calendar/times.ts';

const { byDay, byMonth, byYear } = MAX_CHART_DAYS;
const MAX_DAYS = { 3: byDay, 5: byMonth, 6: byYear } as const;

export interface Bar {
  /** Text on the x axis. */
  label: string;
  from: Day;
  /** Included. */
  to: Day;
}

/** Returns the first day of "YYYY-MM-DD", "YYYY-MM" or "YYYY"; today if there is no date. */
export function requestedDay(date: string | undefined, today: Day): Day {
  if (!date) return today;
  return realDay('date', /^\d{4}(-\d{2})?$/.test(date) ? `${date}-01-01`.slice(0, 10) : date);
}

function realDay(field: string, text: string): Day {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text)
    throw new ApiError('badRequest', { field, reason: 'YYYY-MM-DD' });
  return text;
}

/**
 * Throws `notYet` for a period that has not begun anywhere on earth: the clock of a client may be ahead of the
 * server's.
 */
export function assertNotFuture(
  { types, date, rangeDate }: { types: number; date?: string | undefined; rangeDate?: string | undefined },
  today: Day,
): void {
  assertHasBegun(firstRequestedDay(types, date, rangeDate, today), today);
}

/** Throws `notYet` if `start` is more than a day after `today` of the plant. */
export function assertHasBegun(start: Day, today: Day): void {
  if (start > addDays(today, 1)) throw new ApiError('notYet');
}

function firstRequestedDay(types: number, date: string | undefined, rangeDate: string | undefined, today: Day): Day {
  const day = requestedDay(date, today);
  if (types === 1 || types === 11) return day;
  if (rangeDate) return rangeOf(rangeDate)[0];
  return types === 3 ? firstDayOfMonth(monthOf(day)) : `${day.slice(0, 4)}-01-01`;
}

/**
 * Returns bars of days (3), months (5) or years (6), cut to the range. Without a range: the month, the year, or all
 * years since `firstDay`, around `date`.
 */
export function barsOf(
  types: 3 | 5 | 6,
  { date, rangeDate }: { date?: string | undefined; rangeDate?: string | undefined },
  today: Day,
  firstDay: Day | null,
): Bar[] {
  const [from, to] = rangeDate ? rangeOf(rangeDate) : defaultRange(types, requestedDay(date, today), firstDay);
  if (to < from) throw new ApiError('timeReversed');
  if (daysBetween(from, to) >= MAX_DAYS[types]) throw new ApiError('rangeTooLong', { days: MAX_DAYS[types] });
  const within = (first: Day, last: Day) =>
    rangeDate ? { from: first > from ? first : from, to: last < to ? last : to } : { from: first, to: last };
  if (types === 3) return eachDay(from, to).map((day) => ({ label: wireDay(day), from: day, to: day }));
  if (types === 5) {
    return eachMonth(monthOf(from), monthOf(to)).map((month) => ({
      label: `${month.slice(5)}/${month.slice(0, 4)}`,
      ...within(firstDayOfMonth(month), lastDayOfMonth(month)),
    }));
  }
  const first = Number(from.slice(0, 4));
  return Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, n) => {
    const year = String(first + n).padStart(4, '0');
    return { label: year, ...within(`${year}-01-01`, `${year}-12-31`) };
  });
}

/** Parses a range that has begun; throws `timeReversed`, or `rangeTooLong` for more than a century. */
export function requestedRange(rangeDate: string, today: Day): { from: Day; to: Day } {
  const [from, to] = rangeOf(rangeDate);
  if (to < from) throw new ApiError('timeReversed');
  if (daysBetween(from, to) >= byYear) throw new ApiError('rangeTooLong', { days: byYear });
  assertHasBegun(from, today);
  return { from, to };
}

function rangeOf(rangeDate: string): [Day, Day] {
  const [from, to] = rangeDate.split('~') as [string, string];
  return [realDay('rangeDate', from), realDay('rangeDate', to)];
}

function defaultRange(types: 3 | 5 | 6, day: Day, firstDay: Day | null): [Day, Day] {
  if (types === 3) return [firstDayOfMonth(monthOf(day)), lastDayOfMonth(monthOf(day))];
  const end = `${day.slice(0, 4)}-12-31`;
  if (types === 5) return [`${day.slice(0, 4)}-01-01`, end];
  return [firstDay !== null && firstDay < end ? firstDay : `${day.slice(0, 4)}-01-01`, end];
}

/** Returns the day (1), month (2), year (3) or lifetime (4) around a date; throws `notYet` if it has not begun. */
export function periodOf(types: 1 | 2 | 3 | 4, date: string | undefined, today: Day): { from: Day; to: Day } {
  const period = periodAround(types, requestedDay(date, today));
  assertHasBegun(period.from, today);
  return period;
}

function periodAround(types: 1 | 2 | 3 | 4, day: Day): { from: Day; to: Day } {
  if (types === 1) return { from: day, to: day };
  if (types === 2) return { from: firstDayOfMonth(monthOf(day)), to: lastDayOfMonth(monthOf(day)) };
  if (types === 3) return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` };
  return { from: '1970-01-01', to: '9999-12-31' };
}
