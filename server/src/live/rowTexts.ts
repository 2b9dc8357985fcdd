// Texts of rows: status, open alert, and time of the last update.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { statusName } from '@heliograph/contract/statuses.ts';
import { ageOf, isoOf, wireTime } from '../platform/calendar/times.ts';
import { countryName, intlLanguage } from '../platform/places/rules/countries.ts';
import { messageText } from '../platform/texts/translate.ts';
import { mainError } from '../problems/rules/errorBits.ts';

export function statusTexts(status: number, language: LanguageCode): { status: number; statusTitle: string } {
  return { status, statusTitle: messageText(language, `status.${statusName(status)}`) };
}

/** Returns the texts of the open alert. */
export function alertTexts(
  { statusBits }: { statusBits: number },
  language: LanguageCode,
): { alertCode: string; alertTitle: string; alertDescription: string } {
  const code = mainError(statusBits);
  if (code === null) return { alertCode: '0000', alertTitle: messageText(language, 'noAlert'), alertDescription: '' };
  return {
    alertCode: code,
    alertTitle: messageText(language, `errors.${code}.title`),
    alertDescription: messageText(language, `errors.${code}.explanation`),
  };
}

/** Returns the texts of the last update; `lastUpdateTime` is 0 if there was none. */
export function lastUpdateTexts(at: Date | null, zone: string, now: Date, language: LanguageCode) {
  const { key, count } = ageOf(at, now);
  return {
    lastUpdate: wireTime(at, zone),
    lastUpdateTime: at ? Math.floor(at.getTime() / 1000) : 0,
    lastUpdateCal: messageText(language, `ages.${key}`, { count }),
    lastUpdateIso: isoOf(at, zone),
  };
}

const countries = new Map<string, string>();

/** Caches names, because Intl takes longer for a page of names than PostgreSQL for its rows. */
export function countryTexts(code: string, language: LanguageCode): { country: string; countryName: string } {
  const key = `${language} ${code}`;
  let name = countries.get(key);
  if (name === undefined) {
    name = countryName(code, intlLanguage(language));
    countries.set(key, name);
  }
  return { country: code, countryName: name };
}
