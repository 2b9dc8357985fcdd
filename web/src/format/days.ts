// A calendar day as it is typed and shown in a field, in the order of the language; "2026-11-21" is accepted in every language.
import { locale } from '../i18n/language.ts';

type Part = 'day' | 'month' | 'year';
const NUMERIC: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' };
const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Formats a day as "21.11.2026"; '' for no day. */
export const dayInField = (day: string, language = locale): string =>
  day === '' ? '' : new Intl.DateTimeFormat(language, NUMERIC).format(instantOf(day));

function partOrder(language: string): Part[] {
  const parts = new Intl.DateTimeFormat(language, NUMERIC).formatToParts(0).map(({ type }) => type);
  return parts.filter((type): type is Part => type === 'day' || type === 'month' || type === 'year');
}

/** Parses a typed day to "YYYY-MM-DD"; null for text that is not a calendar day. */
export function dayTyped(text: string, language = locale): string | null {
  const numbers = /^\D*(\d+)\D+(\d+)\D+(\d+)\D*$/.exec(text)?.slice(1);
  if (!numbers) return null;
  const names: Part[] = numbers[0]!.length === 4 ? ['year', 'month', 'day'] : partOrder(language);
  const partOf = (part: Part) => numbers[names.indexOf(part)]!;
  if (partOf('day').length > 2 || partOf('month').length > 2 || ![2, 4].includes(partOf('year').length)) return null;
  const year = partOf('year').length === 2 ? `20${partOf('year')}` : partOf('year');
  const day = `${year}-${partOf('month').padStart(2, '0')}-${partOf('day').padStart(2, '0')}`;
  const ms = instantOf(day);
  // Date.parse reads 31 February as a day in March.
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(day) ? day : null;
}

/** Returns the first day of the week; 0 is Sunday. */
export function firstWeekday(language = locale): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  // Newer than the compiler's library; older browsers have it as a property.
  const intlLocale = new Intl.Locale(language) as {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const firstDay = intlLocale.getWeekInfo?.().firstDay ?? intlLocale.weekInfo?.firstDay ?? 1;
  return (firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}
