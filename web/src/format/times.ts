// Instants and days as text; instants are shown in a named zone, days are the plant's own and have none.
import { locale } from '../i18n/language.ts';
import { DASH } from './numbers.ts';

export type Instant = string | number | null | undefined;

/** Milliseconds since 1970 of ISO text or epoch seconds; null for never. */
export function msOf(at: Instant): number | null {
  if (at === null || at === undefined || at === '' || at === 0) return null;
  const ms = typeof at === 'number' ? at * 1000 : Date.parse(at);
  return Number.isFinite(ms) ? ms : null;
}

/** Made once each: making one takes longer than drawing a row. */
const made = new Map<string, Intl.DateTimeFormat>();
function timeFormat(options: Intl.DateTimeFormatOptions, language: string): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let format = made.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, options);
    made.set(key, format);
  }
  return format;
}

function write(
  at: Instant,
  options: Intl.DateTimeFormatOptions,
  timeZone: string | undefined,
  language: string,
): string {
  const ms = msOf(at);
  if (ms === null) return DASH;
  return timeFormat({ ...options, timeZone, hourCycle: 'h23' }, language).format(ms);
}

/** "21 Nov 2026, 14:32". Without a zone: the reader's own. */
export const dateTime = (at: Instant, timeZone?: string, language = locale) =>
  write(
    at,
    { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone,
    language,
  );

/** "14:32". */
export const time = (at: Instant, timeZone?: string, language = locale) =>
  write(at, { hour: '2-digit', minute: '2-digit' }, timeZone, language);

/** "14:36" of today, else with its day; in the reader's own zone. */
export function whenText(ms: number, nowMs: number, language = locale): string {
  const isToday = dayIn(ms) === dayIn(nowMs);
  return (isToday ? time : dateTime)(ms / 1000, undefined, language);
}

/** The day an instant falls on: "21 Nov 2026". */
export const dateOf = (at: Instant, timeZone?: string, language = locale) =>
  write(at, { day: 'numeric', month: 'short', year: 'numeric' }, timeZone, language);

/** A calendar day "2026-11-21" as text; no zone can move it. */
export function dayText(day: string | null | undefined, language = locale): string {
  return day ? dateOf(`${day.slice(0, 10)}T00:00:00Z`, 'UTC', language) : DASH;
}

/** Days of a range as one says them: "21 – 27 Nov 2026"; one day alone is itself. */
export function daysText(from: string, to: string, language = locale): string {
  const [first, last] = [from, to].map((day) => msOf(`${day.slice(0, 10)}T00:00:00Z`));
  if (first == null || last == null || first > last) return DASH;
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return timeFormat(options, language).formatRange(first, last);
}

/** What no line ends in: "Nov 1" above "– 25, 2026" reads badly, and so does "Nov 1 –" above "25, 2026". After a dash a line may end even before a space that holds. */
export const oneLine = (text: string): string => text.replaceAll(/\s/g, '\u00a0').replaceAll('–', '\u2060–\u2060');

/** The same without its year, where days stand close: "21 Nov". */
export function shortDay(day: string, language = locale): string {
  return write(`${day.slice(0, 10)}T00:00:00Z`, { day: 'numeric', month: 'short' }, 'UTC', language);
}

/** A calendar month "2026-11" as text. */
export function monthText(month: string, language = locale): string {
  return write(`${month.slice(0, 7)}-01T00:00:00Z`, { month: 'short', year: 'numeric' }, 'UTC', language);
}

/** The calendar day of an instant in a zone, as "YYYY-MM-DD". Browsers in use do not all have Temporal yet. */
export function dayIn(ms: number, timeZone?: string): string {
  return timeFormat({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE').format(ms);
}
