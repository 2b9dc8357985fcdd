// Time zones that fit their place and those that do not.
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
])('%s fits', (_, ...place) => expect(fits(...place)).toEqual([true, true]));

it.each<[string, string, string, number, number]>([
  ['Konstanz by London’s clock', 'DE', 'Europe/London', 47.66, 9.18],
  ['Konstanz by UTC', 'DE', 'UTC', 47.66, 9.18],
  ['San Francisco by New York’s clock', 'US', 'America/New_York', 37.77, -122.42],
  ['Lagos keeps no summer time', 'DE', 'Africa/Lagos', 47.66, 9.18],
  ['Berlin’s clock in Tokyo', 'JP', 'Europe/Berlin', 35.68, 139.69],
])('%s does not fit', (_, ...place) => expect(fits(...place)).toEqual([false, false]));

it('every main place of a zone fits its own zone', () => {
  const wrong = Object.entries(ZONE_PLACES)
    // Stations in Antarctica keep the clock of those who supply them.
    .filter(([code]) => code !== 'AQ' && countryOf(code))
    .flatMap(([code, zones]) => Object.entries(zones).map(([zone, place]) => [code, zone, ...place] as const))
    .filter(([code, zone, latitude, longitude]) => fits(code, zone, latitude, longitude).includes(false));
  expect(wrong).toEqual([]);
});

it('tells when the sun stands highest on the plant’s clock', () => {
  const konstanz = { countryCode: 'DE', timezone: 'Europe/Berlin', latitude: 47.66, longitude: 9.18 };
  expect(sunNoon(konstanz, june)).toBe('13:23');
  expect(sunNoon({ ...konstanz, timezone: 'Asia/Tokyo' }, june)).toBe('20:23');
});
