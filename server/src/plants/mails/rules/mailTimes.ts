// Times at which a plant's mails are due, by its own clock: reports from a set hour on, alerts in all or some hours.
import {
  addDays,
  addMonths,
  type Day,
  firstDayOfMonth,
  lastDayOfMonth,
  localDay,
  monthOf,
} from '../../../platform/calendar/rules/localDays.ts';

export const REPORT_MAILS = ['daily', 'weekly', 'monthly'] as const;
export type ReportMail = (typeof REPORT_MAILS)[number];

export interface MailTimes {
  hour: number;
  /** Period handled last: a day, a Monday, the first of a month; null: none. */
  done: Record<ReportMail, Day | null>;
}

export interface DueReport {
  mail: ReportMail;
  /** Period to be recorded as handled. */
  on: Day;
  from: Day;
  to: Day;
}

/** Hour of the plant's clock, 0 to 23, also on days of a clock change. */
export const localHour = (atMs: number, timezone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).hour;

/** Returns the Monday of the day's week. */
const weekOf = (day: Day): Day => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Returns the newest period of each kind whose hour has come: day, Monday, first of a month. */
export function dueMails(atMs: number, timezone: string, hour: number): Record<ReportMail, Day> {
  const today = localDay(atMs, timezone);
  // Before the hour it is still yesterday's period; an hour that the clock skips has come with the next one.
  const day = localHour(atMs, timezone) >= hour ? today : addDays(today, -1);
  return { daily: day, weekly: weekOf(day), monthly: firstDayOfMonth(monthOf(day)) };
}

/** Returns the reports that were not handled yet: at most one of each kind, after any downtime. */
export function dueReports(
  { hour, done }: MailTimes,
  enabled: readonly ReportMail[],
  { atMs, timezone }: { atMs: number; timezone: string },
): DueReport[] {
  const periods = dueMails(atMs, timezone, hour);
  return enabled.flatMap((mail) => {
    const on = periods[mail];
    const last = done[mail];
    return last !== null && last >= on ? [] : [{ mail, on, ...periodBefore(mail, on) }];
  });
}

/** Returns the previous day, week or month. */
function periodBefore(mail: ReportMail, on: Day): { from: Day; to: Day } {
  if (mail === 'daily') return { from: addDays(on, -1), to: addDays(on, -1) };
  if (mail === 'weekly') return { from: addDays(on, -7), to: addDays(on, -1) };
  const month = addMonths(monthOf(on), -1);
  return { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
}

/** Whether the hour is in the window from `start` to `end`, exclusive; over midnight if `start` is later than `end`; all day if they are equal. */
export function isWithin(hour: number, start: number, end: number): boolean {
  if (start === end) return true;
  return start < end ? hour >= start && hour < end : hour >= start || hour < end;
}
