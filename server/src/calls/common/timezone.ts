// common/timezone: time zones with their current offset, those of the requested country first.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Handler } from '../../platform/handler.ts';
import { allTimezones, countryOf, intlLanguage } from '../../platform/places/rules/countries.ts';

export const commonTimezone: Handler<'common/timezone'> = async ({ country }, { language, at }) => {
  const first = (country && countryOf(country)?.timezones) || [];
  const codes = new Set([...first, ...allTimezones()]);
  return {
    list: [...codes].map((code) => ({ code, name: nameOf(code, language, at), offset: offsetOf(code, at.getTime()) })),
  };
};

/** Offsets change at whole minutes; calculating those of all zones takes milliseconds, and anybody may ask. */
const offsets = new Map<string, string>();
let offsetsOf = Number.NaN;

function offsetOf(zone: string, atMs: number): string {
  const minute = Math.floor(atMs / 60_000);
  if (minute !== offsetsOf) offsets.clear();
  offsetsOf = minute;
  const offset =
    offsets.get(zone) ?? Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(zone).offset;
  offsets.set(zone, offset);
  return offset;
}

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
