// Countries with their time zones, currencies and temperature units, and validation of their codes.
import { type LanguageCode, localeOf } from '@heliograph/contract/envelope.ts';
import { countries, type TCountryCode } from 'countries-list';
import { ZONE_PLACES } from './zonePlaces.ts';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** Name in English; `countryName` returns other languages. */
  name: string;
  /** IANA zones, the one most people live in first; never empty. */
  timezones: string[];
  /** ISO 4217; '' where the country has none. */
  currency: string;
  temperatureUnit: 'Celsius' | 'Fahrenheit';
}

/** Countries that use Fahrenheit: the United States with its territories and a few neighbours. */
const FAHRENHEIT = new Set('US PR GU VI AS MP UM BS BZ KY PW FM MH LR'.split(' '));

/** Intl orders zones by name; these countries' most populous zone is not the first. */
const MAIN_ZONE: Record<string, string> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** Kosovo and places without a zone of their own in the list use a neighbour's. */
const FALLBACK_ZONE: Record<string, string> = {
  XK: 'Europe/Belgrade',
  BV: 'Atlantic/South_Georgia',
  HM: 'Indian/Kerguelen',
};

/** The list still names the currencies that these countries gave up for the euro (2023 and 2026). */
const CURRENCY: Record<string, string> = { HR: 'EUR', BG: 'EUR' };

/** Former zone names that ICU still uses, with the current ones; both are accepted everywhere, the current one is shown. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const TIMEZONES: string[] = [...new Set(Intl.supportedValuesOf('timeZone').map(zoneToday))].sort();

/** All accepted zones: those of places, and those at whole hours from UTC, for ships or test rigs. */
const ZONES: ReadonlySet<string> = new Set([
  ...TIMEZONES,
  'UTC',
  ...Array.from({ length: 14 }, (_, n) => `Etc/GMT-${n + 1}`),
  ...Array.from({ length: 12 }, (_, n) => `Etc/GMT+${n + 1}`),
]);

/** Countries described so far, computed on first use: the time zones of all countries take a third of a second, which would delay the start. */
const described = new Map<TCountryCode, Country>();

function describe(code: TCountryCode): Country {
  const known = described.get(code);
  if (known) return known;
  const { name, currency } = countries[code];
  const country: Country = {
    code,
    name,
    timezones: zonesOf(code),
    currency: CURRENCY[code] ?? currency.find((each) => CURRENCIES.has(each)) ?? '',
    temperatureUnit: FAHRENHEIT.has(code) ? 'Fahrenheit' : 'Celsius',
  };
  described.set(code, country);
  return country;
}

function zonesOf(code: string): string[] {
  // Not yet in the compiler's type definitions.
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?: () => string[] | undefined };
  const zones = (locale.getTimeZones?.() ?? []).map(zoneToday);
  const first = MAIN_ZONE[code] ?? zones[0] ?? FALLBACK_ZONE[code] ?? 'UTC';
  return [first, ...zones.filter((zone) => zone !== first)];
}

/** Returns the current name of a zone. */
export function zoneToday(zone: string): string {
  return RENAMED[zone] ?? zone;
}

export function allCountries(): Country[] {
  return (Object.keys(countries) as TCountryCode[]).map(describe);
}

/** Returns a country by its ISO code, in any case; undefined: there is none. */
export function countryOf(code: string): Country | undefined {
  const upper = code.toUpperCase();
  return Object.hasOwn(countries, upper) ? describe(upper as TCountryCode) : undefined;
}

/** Returns the country's name in a language (a BCP 47 tag); '' for an unknown code. */
export function countryName(code: string, language: string): string {
  const country = countryOf(code);
  if (!country) return '';
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(country.code) ?? country.name;
}

/**
 * Returns the current name of a zone for which local days can be computed; undefined for others. Intl accepts more names
 * than Temporal and the database ("PST", "SystemV/PST8"). Offsets such as "+02:00" are not accepted: they have no daylight
 * saving time.
 */
export function zoneNamed(name: string): string | undefined {
  if (ZONES.has(name)) return name;
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return undefined;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    const known = zoneToday(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
    return ZONES.has(known) ? known : undefined;
  } catch {
    return undefined;
  }
}

/** Returns every name that `zoneNamed` can return. */
export function knownZones(): string[] {
  return [...ZONES];
}

export function isTimezone(zone: string): boolean {
  return zoneNamed(zone) !== undefined;
}

export function allTimezones(): string[] {
  return TIMEZONES;
}

export function allCurrencies(): string[] {
  return [...CURRENCIES];
}

/** Whether the code is an ISO 4217 code in upper case. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/** BCP 47 tag for names of places, by Intl and by the map service: those in simplified Chinese, whatever the country. */
export function intlLanguage(language: LanguageCode): string {
  return language === 'zh' ? 'zh-Hans' : localeOf(language);
}

/** Returns the zone of a point: in a country with several zones the one with the nearest main place; a guess that users can change. */
export function zoneAt(country: Country, latitude?: number, longitude?: number): string {
  const main = country.timezones[0]!;
  if (latitude === undefined || longitude === undefined) return main;
  // A degree of longitude is shorter towards the poles; across the date line the shorter distance counts.
  const lengthFactor = Math.cos((latitude * Math.PI) / 180);
  let nearest = { zone: main, distance: Number.POSITIVE_INFINITY };
  for (const [zone, [placeLatitude, placeLongitude]] of Object.entries(ZONE_PLACES[country.code] ?? {})) {
    const across = Math.abs(longitude - placeLongitude);
    const distance = Math.hypot(latitude - placeLatitude, Math.min(across, 360 - across) * lengthFactor);
    if (distance < nearest.distance) nearest = { zone, distance };
  }
  return nearest.zone;
}
