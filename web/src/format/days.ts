// A calendar day as people type it and read it in a field, in the order of their language; "2026-11-21" is understood everywhere.
import { locale } from '../i18n/language.ts';

type Part = 'day' | 'month' | 'year';
const NUMERIC: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' };
const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** "21.11.2026"; '' for no day. */
export const dayInField = (day: string, language = locale): string =>
  day === '' ? '' : new Intl.DateTimeFormat(language, NUMERIC).format(instantOf(day));

function order(language: string): Part[] {
  const parts = new Intl.DateTimeFormat(language, NUMERIC).formatToParts(0).map(({ type }) => type);
  return parts.filter((type): type is Part => type === 'day' || type === 'month' || type === 'year');
}

/** "YYYY-MM-DD" of what was typed; null for what is no day of the calendar. */
export function dayTyped(text: string, language = locale): string | null {
  const numbers = /^\D*(\d+)\D+(\d+)\D+(\d+)\D*$/.exec(text)?.slice(1);
  if (!numbers) return null;
  const names: Part[] = numbers[0]!.length === 4 ? ['year', 'month', 'day'] : order(language);
  const of = (part: Part) => numbers[names.indexOf(part)]!;
  if (of('day').length > 2 || of('month').length > 2 || ![2, 4].includes(of('year').length)) return null;
  const year = of('year').length === 2 ? `20${of('year')}` : of('year');
  const day = `${year}-${of('month').padStart(2, '0')}-${of('day').padStart(2, '0')}`;
  const ms = instantOf(day);
  // 31 February would be one in March.
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(day) ? day : null;
}

/** 0 is Sunday. */
export function firstWeekday(language = locale): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  // Newer than the compiler's library; older browsers have it as a field.
  const own = new Intl.Locale(language) as {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const firstDay = own.getWeekInfo?.().firstDay ?? own.weekInfo?.firstDay ?? 1;
  return (firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}
