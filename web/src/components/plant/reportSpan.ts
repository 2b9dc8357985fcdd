// The span of a report or a table of readings: a day, week, month or year around a day of the address, or a range; and the previous and next one.
import { MAX_REPORT_DAYS } from '@heliograph/contract/limits.ts';
import { addDays } from '../../format/dayCount.ts';
import { daysText, monthText } from '../../format/times.ts';
import { addMonths, fitRange, monthEnd, monthStart, moveRange } from './days.ts';
import type { SiteSearch, Span } from './search.ts';

export interface RequestedSpan {
  span: Span;
  from: string;
  /** Last day, included. */
  to: string;
  /** The range was longer than allowed. */
  isCut: boolean;
}

/** Weeks begin on Monday (ISO 8601). */
const weekStart = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Returns the span in the address; by default this month, or `usual`. No span begins after today. */
export function requestedSpan(
  search: Pick<SiteSearch, 'span' | 'day' | 'from' | 'to'>,
  today: string,
  { usual = 'month', mostDays = MAX_REPORT_DAYS }: { usual?: Span; mostDays?: number } = {},
): RequestedSpan {
  const span = search.span ?? usual;
  const day = search.day && search.day < today ? search.day : today;
  if (span === 'range') {
    const to = search.to && search.to < today ? search.to : today;
    const from = search.from && search.from <= to ? search.from : monthStart(to);
    return { span, ...fitRange({ from, to }, mostDays, 'to') };
  }
  if (span === 'day') return { span, from: day, to: day, isCut: false };
  if (span === 'week') return { span, from: weekStart(day), to: addDays(weekStart(day), 6), isCut: false };
  if (span === 'year') return { span, from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31`, isCut: false };
  return { span, from: monthStart(day), to: monthEnd(day), isCut: false };
}

/** Returns the search parameters of the previous or next period. */
export function stepped(
  { span, from, to }: RequestedSpan,
  by: 1 | -1,
  today: string,
): Pick<SiteSearch, 'day' | 'from' | 'to'> {
  if (span === 'range') return moveRange(from, to, by, today);
  const day =
    span === 'day'
      ? addDays(from, by)
      : span === 'week'
        ? addDays(from, 7 * by)
        : addMonths(from, (span === 'year' ? 12 : 1) * by);
  return { day };
}

/** Formats a span: "15 Jun 2026", "8 – 14 Jun", "Jun 2026", "2026". */
export function spanText({ span, from, to }: Pick<RequestedSpan, 'span' | 'from' | 'to'>): string {
  if (span === 'month') return monthText(from);
  if (span === 'year') return from.slice(0, 4);
  return daysText(from, to);
}
