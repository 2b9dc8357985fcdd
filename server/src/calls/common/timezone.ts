// common/timezone: time zones with their offset now, those of the asked country first.
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

/** Names never change; making four hundred of them takes a while. */
const names = new Map<string, string>();

/** "Central European Time": what the zone is called, whatever the season. */
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
