// Main places of time zones by name: cities that the server knows without a geocoding service.
import { ZONE_PLACES } from './zonePlaces.ts';

export interface NamedPlace {
  name: string;
  countryCode: string;
  /** Degrees, to one decimal. */
  latitude: number;
  longitude: number;
}

const PLACES: readonly NamedPlace[] = Object.entries(ZONE_PLACES).flatMap(([countryCode, zones]) =>
  Object.entries(zones).map(([zone, [latitude, longitude]]) => ({
    // "America/Argentina/Buenos_Aires", "America/Port-au-Prince"
    name: zone.split('/').at(-1)!.replaceAll('_', ' '),
    countryCode,
    latitude,
    longitude,
  })),
);

export const zonePlaces = (): readonly NamedPlace[] => PLACES;
