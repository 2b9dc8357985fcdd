// When a plant's mails are due, by its own clock: reports from an hour on, alerts in any hour or in some of them.
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
  /** The day, the Monday or the first of a month that was decided on last; null: none. */
  done: Record<ReportMail, Day | null>;
}

export interface DueReport {
  mail: ReportMail;
  /** To be noted as decided on. */
  on: Day;
  from: Day;
  to: Day;
}

/** 0 to 23, as the plant's clock shows it: on the day that its clock changes, too. */
export const localHour = (atMs: number, timezone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).hour;

/** Monday. */
const weekOf = (day: Day): Day => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The newest turn of each whose hour has come: day, Monday, first of a month. */
export function dueMails(atMs: number, timezone: string, hour: number): Record<ReportMail, Day> {
  const today = localDay(atMs, timezone);
  // Before the hour it is yesterday's turn; an hour that the clock jumps over has come with the one after it.
  const day = localHour(atMs, timezone) >= hour ? today : addDays(today, -1);
  return { daily: day, weekly: weekOf(day), monthly: firstDayOfMonth(monthOf(day)) };
}

/** Those that were not decided on yet: one of each at most, however long nobody looked. */
export function dueReports(
  { hour, done }: MailTimes,
  wanted: readonly ReportMail[],
  { atMs, timezone }: { atMs: number; timezone: string },
): DueReport[] {
  const turns = dueMails(atMs, timezone, hour);
  return wanted.flatMap((mail) => {
    const on = turns[mail];
    const last = done[mail];
    return last !== null && last >= on ? [] : [{ mail, on, ...periodBefore(mail, on) }];
  });
}

/** The day before, the week before, the month before. */
function periodBefore(mail: ReportMail, on: Day): { from: Day; to: Day } {
  if (mail === 'daily') return { from: addDays(on, -1), to: addDays(on, -1) };
  if (mail === 'weekly') return { from: addDays(on, -7), to: addDays(on, -1) };
  const month = addMonths(monthOf(on), -1);
  return { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
}

/** From one hour to another, which is not included; over midnight when it begins later than it ends; all day when they are the same. */
export function isWithin(hour: number, start: number, end: number): boolean {
  if (start === end) return true;
  return start < end ? hour >= start && hour < end : hour >= start || hour < end;
}
