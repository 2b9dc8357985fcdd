// Instants and days as text; instants are shown in a given zone, days are calendar days of the plant and have none.
import { locale } from '../i18n/language.ts';
import { DASH } from './numbers.ts';

export type Instant = string | number | null | undefined;

/** Converts ISO text or epoch seconds to epoch milliseconds; null for never. */
export function msOf(at: Instant): number | null {
  if (at === null || at === undefined || at === '' || at === 0) return null;
  const ms = typeof at === 'number' ? at * 1000 : Date.parse(at);
  return Number.isFinite(ms) ? ms : null;
}

/** Cache of formats: creating one takes longer than rendering a row. */
const formats = new Map<string, Intl.DateTimeFormat>();
function timeFormat(options: Intl.DateTimeFormatOptions, language: string): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, options);
    formats.set(key, format);
  }
  return format;
}

function format(
  at: Instant,
  options: Intl.DateTimeFormatOptions,
  timeZone: string | undefined,
  language: string,
): string {
  const ms = msOf(at);
  if (ms === null) return DASH;
  return timeFormat({ ...options, timeZone, hourCycle: 'h23' }, language).format(ms);
}

/** Parts of a day. In Portuguese the month is a number: "30 de nov. de 2026" is too long for a column. */
function dayOptions(language: string): Intl.DateTimeFormatOptions {
  const isPortuguese = language.startsWith('pt');
  return {
    day: isPortuguese ? '2-digit' : 'numeric',
    month: isPortuguese ? '2-digit' : 'short',
    year: 'numeric',
  };
}

/** Formats as "21 Nov 2026, 14:32". Without a zone: the reader's own. */
export const dateTime = (at: Instant, timeZone?: string, language = locale) =>
  format(at, { ...dayOptions(language), hour: '2-digit', minute: '2-digit' }, timeZone, language);

/** Formats as "14:32". */
export const time = (at: Instant, timeZone?: string, language = locale) =>
  format(at, { hour: '2-digit', minute: '2-digit' }, timeZone, language);

/** Formats as "14:36" if today, else with the date; in the reader's own zone. */
export function whenText(ms: number, nowMs: number, language = locale): string {
  const isToday = dayIn(ms) === dayIn(nowMs);
  return (isToday ? time : dateTime)(ms / 1000, undefined, language);
}

/** Formats the day of an instant: "21 Nov 2026". */
export const dateOf = (at: Instant, timeZone?: string, language = locale) =>
  format(at, dayOptions(language), timeZone, language);

/** Formats a calendar day "2026-11-21", independent of any zone. */
export function dayText(day: string | null | undefined, language = locale): string {
  return day ? dateOf(`${day.slice(0, 10)}T00:00:00Z`, 'UTC', language) : DASH;
}

/** Formats a range of days: "21 – 27 Nov 2026"; a single day without a dash. */
export function daysText(from: string, to: string, language = locale): string {
  const [first, last] = [from, to].map((day) => msOf(`${day.slice(0, 10)}T00:00:00Z`));
  if (first == null || last == null || first > last) return DASH;
  return timeFormat({ ...dayOptions(language), timeZone: 'UTC' }, language).formatRange(first, last);
}

/** Prevents line breaks within a range: "Nov 1" above "– 25, 2026" reads badly, and so does "Nov 1 –" above "25, 2026". A line may break after a dash even before a no-break space. */
export const oneLine = (text: string): string => text.replaceAll(/\s/g, '\u00a0').replaceAll('–', '\u2060–\u2060');

/** Formats a calendar day without its year, where space is short: "21 Nov". */
export function shortDay(day: string, language = locale): string {
  return format(`${day.slice(0, 10)}T00:00:00Z`, { day: 'numeric', month: 'short' }, 'UTC', language);
}

/** Formats a calendar month "2026-11". */
export function monthText(month: string, language = locale): string {
  return format(`${month.slice(0, 7)}-01T00:00:00Z`, { month: 'short', year: 'numeric' }, 'UTC', language);
}

/** Returns the calendar day of an instant in a zone, as "YYYY-MM-DD". Not all browsers in use have Temporal yet. */
export function dayIn(ms: number, timeZone?: string): string {
  return timeFormat({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE').format(ms);
}
