// common/timezone: time zones with their current offset, those of the requested country first.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Handler } from '../../platform/handler.ts';
import { allTimezones, countryOf, intlLanguage } from '../../platform/places/rules/countries.ts';

export const commonTimezone: Handler<'common/timezone'> = async ({ country }, { language, at }) => {
  const first = (country && countryOf(country)?.timezones) || [];
  const codes = new Set([...first, ...allTimezones()]);
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  return {
    list: [...codes].map((code) => ({
      code,
      name: nameOf(code, language, at),
      offset: now.toZonedDateTimeISO(code).offset,
    })),
  };
};

/** Cached: names never change, and formatting four hundred of them is slow. */
const names = new Map<string, string>();

/** Returns the name of the zone independent of season, such as "Central European Time". */
function nameOf(zone: string, language: LanguageCode, at: Date): string {
  const key = `${language} ${zone}`;
  let name = names.get(key);
  if (name === undefined) {
    const format = new Intl.DateTimeFormat(intlLanguage(language), { timeZone: zone, timeZoneName: 'longGeneric' });
    name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? zone;
    names.set(key, name);
  }
  return name;
}
