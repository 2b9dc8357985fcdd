// Checks whether a plant's time zone is plausible for its position: by the zones of its country and by the time of solar noon.
import { countryOf, zoneAt, zoneToday } from './countries.ts';

interface PlacedSite {
  countryCode: string;
  timezone: string;
  latitude: number;
  longitude: number;
}

/** Earliest and latest solar noon by local time anywhere on earth (Chukotka, Xinjiang), in minutes after midnight. */
const NOON_FROM_MIN = 10 * 60 + 30;
const NOON_TO_MIN = 15 * 60 + 30;
/** Countries where one zone is used everywhere, whatever the nearest main place. */
const COUNTRYWIDE_ZONE: Record<string, string> = { CN: 'Asia/Shanghai' };
/** Tolerated difference within a country, in minutes: near the border of two zones either may be used. */
const NEIGHBOUR_TOLERANCE_MIN = 60;

/** Returns the offset from UTC in minutes, positive to the east. */
function offsetMin(zone: string, at: Date): number {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9;
}

/** Returns the solar noon on the plant's clock in minutes after midnight, accurate to a quarter of an hour. */
function noonMin({ timezone, longitude }: PlacedSite, at: Date): number {
  const minutes = 720 - longitude * 4 + offsetMin(timezone, at);
  // Across the date line the date differs, but not the solar time.
  return ((minutes % 1440) + 1440) % 1440;
}

/** Returns the solar noon as "HH:mm" on the plant's clock. */
export function sunNoon(site: PlacedSite, at: Date): string {
  const minutes = Math.floor(noonMin(site, at));
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export function zoneFits(site: PlacedSite, at: Date): boolean {
  const noon = noonMin(site, at);
  if (noon < NOON_FROM_MIN || noon > NOON_TO_MIN) return false;
  const country = countryOf(site.countryCode);
  if (!country || COUNTRYWIDE_ZONE[country.code] === site.timezone) return true;
  const usual = zoneAt(country, site.latitude, site.longitude);
  const allowed = country.timezones.includes(zoneToday(site.timezone)) ? NEIGHBOUR_TOLERANCE_MIN : 0;
  // Checked in winter and summer: a foreign zone may match for half a year.
  const year = at.getUTCFullYear();
  return [0, 6].every((month) => {
    const at15th = new Date(Date.UTC(year, month, 15));
    return Math.abs(offsetMin(site.timezone, at15th) - offsetMin(usual, at15th)) <= allowed;
  });
}
