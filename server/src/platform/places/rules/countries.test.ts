// Tests countries: every country has valid time zones, and wrong codes are refused.
import { describe, expect, test } from 'vitest';
import { allCountries, countryName, countryOf, isCurrency, isTimezone, zoneAt, zoneNamed } from './countries.ts';

describe('countries', () => {
  test('have existing time zones and an existing currency', () => {
    expect(allCountries().length).toBeGreaterThan(240);
    for (const country of allCountries()) {
      expect(country.timezones.length, country.code).toBeGreaterThan(0);
      expect(
        country.timezones.filter((zone) => !isTimezone(zone)),
        country.code,
      ).toEqual([]);
      expect(new Set(country.timezones).size, country.code).toBe(country.timezones.length);
      if (country.code !== 'AQ') expect(isCurrency(country.currency), country.code).toBe(true);
    }
  });

  test.each([
    ['DE', 'Europe/Berlin', 'EUR', 'Celsius'],
    ['US', 'America/New_York', 'USD', 'Fahrenheit'],
    ['AU', 'Australia/Sydney', 'AUD', 'Celsius'],
    ['NP', 'Asia/Kathmandu', 'NPR', 'Celsius'],
    ['IN', 'Asia/Kolkata', 'INR', 'Celsius'],
    ['KI', 'Pacific/Tarawa', 'AUD', 'Celsius'],
    ['UA', 'Europe/Kyiv', 'UAH', 'Celsius'],
    ['HR', 'Europe/Zagreb', 'EUR', 'Celsius'],
    ['CN', 'Asia/Shanghai', 'CNY', 'Celsius'],
  ])('give %s the defaults %s, %s, %s', (code, zone, currency, temperatureUnit) => {
    expect(countryOf(code)).toMatchObject({ currency, temperatureUnit });
    expect(countryOf(code)?.timezones[0]).toBe(zone);
  });

  test('are found by code in any case, and not by an unknown code', () => {
    expect(countryOf('de')?.code).toBe('DE');
    for (const wrong of ['', 'ZZ', 'DEU', 'constructor']) expect(countryOf(wrong)).toBeUndefined();
  });

  test('have names in the requested language', () => {
    expect(countryName('DE', 'zh-Hans')).toBe('德国');
    expect(countryName('DE', 'de')).toBe('Deutschland');
    expect(countryName('ZZ', 'en')).toBe('');
  });
});

test('returns the current name of a zone for every spelling and former name', () => {
  const names = { 'Europe/Kiev': 'Europe/Kyiv', 'europe/berlin': 'Europe/Berlin', 'US/Pacific': 'America/Los_Angeles' };
  for (const [spelling, name] of Object.entries(names)) expect(zoneNamed(spelling)).toBe(name);
  expect(zoneNamed('GMT')).toBe('UTC');
  // Intl accepts these, but neither Temporal nor the database does.
  for (const wrong of ['PST', 'ACT', 'SystemV/PST8']) expect(zoneNamed(wrong), wrong).toBeUndefined();
});

test('accepts current and former zone names, and rejects offsets, paths and nonsense', () => {
  for (const zone of ['Europe/Kyiv', 'Europe/Kiev', 'Pacific/Chatham', 'UTC'])
    expect(isTimezone(zone), zone).toBe(true);
  for (const wrong of ['', '+02:00', 'Europe/Nowhere', '../etc/passwd', 'x'.repeat(500)])
    expect(isTimezone(wrong), wrong).toBe(false);
});

test('accepts only ISO codes in upper case as currencies', () => {
  expect(['EUR', 'CNY', 'JPY'].every(isCurrency)).toBe(true);
  expect(['', 'eur', 'EURO', 'XXQ'].some(isCurrency)).toBe(false);
});

test.each([
  ['ES', 40.4, -3.7, 'Europe/Madrid'],
  ['ES', 28.1, -15.4, 'Atlantic/Canary'],
  ['US', 34.05, -118.2, 'America/Los_Angeles'],
  ['US', 40.7, -74, 'America/New_York'],
  ['NZ', -43.9, -176.5, 'Pacific/Chatham'],
  ['RU', 64.7, -177.5, 'Asia/Anadyr'],
  ['DE', 47.66, 9.18, 'Europe/Berlin'],
  ['NP', 27.7, 85.3, 'Asia/Kathmandu'],
])('finds for a point in %s at %d, %d the zone %s', (code, latitude, longitude, zone) => {
  const country = countryOf(code)!;
  expect(zoneAt(country, latitude, longitude)).toBe(zone);
  expect(zoneAt(country)).toBe(country.timezones[0]);
});
