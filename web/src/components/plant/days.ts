// Calendar arithmetic for a plant; days are texts "YYYY-MM-DD", independent of any zone.

import { addDays, dayOf, daysBetween } from '../../format/dayCount.ts';

export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;
export const monthEnd = (day: string): string => dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));
/** Returns the first day of the month that is `months` away. */
export const addMonths = (day: string, months: number): string =>
  dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1));

/** Limits a range to `mostDays`: the end `keep` stays, and the other end moves. */
export function fitRange(
  range: { from: string; to: string },
  mostDays: number,
  keep: 'from' | 'to',
): { from: string; to: string; isCut: boolean } {
  const { from, to } = range;
  if (daysBetween(from, to) <= mostDays) return { from, to, isCut: false };
  return keep === 'from'
    ? { from, to: addDays(from, mostDays - 1), isCut: true }
    : { from: addDays(to, 1 - mostDays), to, isCut: true };
}

/** Returns the previous or next range: a whole month moves by a month, any other range by its own length. */
export function moveRange(from: string, to: string, by: 1 | -1, today: string): { from: string; to: string } {
  const isMonth = from === monthStart(from) && (to === monthEnd(from) || (to === today && monthStart(to) === from));
  if (isMonth) {
    const start = addMonths(from, by);
    return { from: start, to: monthEnd(start) };
  }
  const days = daysBetween(from, to) * by;
  return { from: addDays(from, days), to: addDays(to, days) };
}
