// Tests which time zones fit a place.
import { expect, it } from 'vitest';
import { countryOf } from './countries.ts';
import { sunNoon, zoneFits } from './zoneFits.ts';
import { ZONE_PLACES } from './zonePlaces.ts';

const june = new Date('2026-06-15T10:00:00Z');
const december = new Date('2026-12-15T10:00:00Z');
const fits = (countryCode: string, timezone: string, latitude: number, longitude: number) =>
  [june, december].map((at) => zoneFits({ countryCode, timezone, latitude, longitude }, at));

it.each<[string, string, string, number, number]>([
  ['Konstanz', 'DE', 'Europe/Berlin', 47.66, 9.18],
  ['Konstanz by Zurich’s clock', 'DE', 'Europe/Zurich', 47.66, 9.18],
  ['Vigo, far west in its zone', 'ES', 'Europe/Madrid', 42.24, -8.72],
  ['Kashgar by Beijing’s clock', 'CN', 'Asia/Shanghai', 39.47, 75.99],
  ['Kashgar by its own', 'CN', 'Asia/Urumqi', 39.47, 75.99],
  ['Apia beyond the date line', 'WS', 'Pacific/Apia', -13.83, -171.76],
  ['Phoenix without summer time', 'US', 'America/Phoenix', 33.45, -112.07],
  ['near the border of two zones', 'US', 'America/Chicago', 39.8, -86.2],
  ['Kolkata by its old name', 'IN', 'Asia/Calcutta', 22.57, 88.36],
])('accepts the zone of %s', (_, ...place) => expect(fits(...place)).toEqual([true, true]));

it.each<[string, string, string, number, number]>([
  ['Konstanz by London’s clock', 'DE', 'Europe/London', 47.66, 9.18],
  ['Konstanz by UTC', 'DE', 'UTC', 47.66, 9.18],
  ['San Francisco by New York’s clock', 'US', 'America/New_York', 37.77, -122.42],
  ['Konstanz by the clock of Lagos, without summer time', 'DE', 'Africa/Lagos', 47.66, 9.18],
  ['Berlin’s clock in Tokyo', 'JP', 'Europe/Berlin', 35.68, 139.69],
])('rejects the zone of %s', (_, ...place) => expect(fits(...place)).toEqual([false, false]));

it('accepts the own zone of every main place', () => {
  const wrong = Object.entries(ZONE_PLACES)
    // Stations in Antarctica use the time of their supply bases.
    .filter(([code]) => code !== 'AQ' && countryOf(code))
    .flatMap(([code, zones]) => Object.entries(zones).map(([zone, place]) => [code, zone, ...place] as const))
    .filter(([code, zone, latitude, longitude]) => fits(code, zone, latitude, longitude).includes(false));
  expect(wrong).toEqual([]);
});

it('returns the time of solar noon on the plant’s clock', () => {
  const konstanz = { countryCode: 'DE', timezone: 'Europe/Berlin', latitude: 47.66, longitude: 9.18 };
  expect(sunNoon(konstanz, june)).toBe('13:23');
  expect(sunNoon({ ...konstanz, timezone: 'Asia/Tokyo' }, june)).toBe('20:23');
});
