// Formats weekdays and hours of a week of prices in the language of the user.
import { locale } from '../../../i18n/language.ts';

/** Returns the name of a weekday, 1 for Monday: 1 January 2024 was a Monday. */
const nameOf = (weekday: number, style: 'short' | 'long' | 'narrow'): string =>
  new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday));

export const weekdayName = (weekday: number): string => nameOf(weekday, 'long');
export const weekdayShort = (weekday: number): string => nameOf(weekday, 'short');

/** Returns "Mon–Fri" or "Mon, Wed": consecutive days are shortened to a range. */
export function weekdaysText(weekdays: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const weekday of weekdays.toSorted((left, right) => left - right)) {
    const last = runs.at(-1);
    if (last && last[1] === weekday - 1) last[1] = weekday;
    else runs.push([weekday, weekday]);
  }
  return runs
    .map(([first, last]) => {
      if (first === last) return weekdayShort(first);
      return `${weekdayShort(first)}${last === first + 1 ? ', ' : '–'}${weekdayShort(last)}`;
    })
    .join(', ');
}

/** Returns "06:00"; the end of a day is "24:00". */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
export const hoursText = (fromHour: number, toHour: number): string => `${hourText(fromHour)}–${hourText(toHour)}`;
