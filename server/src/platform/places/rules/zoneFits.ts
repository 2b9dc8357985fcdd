// Whether a plant's time zone can be that of its place: by its country's zones and by when the sun is highest on its clock.
import { countryOf, zoneAt, zoneToday } from './countries.ts';

interface Placed {
  countryCode: string;
  timezone: string;
  latitude: number;
  longitude: number;
}

/** Nowhere on earth does the sun stand highest earlier or later on the clock that people keep (Chukotka, Xinjiang). */
const NOON_FROM_MIN = 10 * 60 + 30;
const NOON_TO_MIN = 15 * 60 + 30;
/** Countries in which one zone is kept everywhere, whatever the nearest main place says. */
const KEPT_EVERYWHERE: Record<string, string> = { CN: 'Asia/Shanghai' };
/** Near the border of two zones of a country its people keep either. */
const NEIGHBOUR_MIN = 60;

/** Minutes east of UTC. */
function offsetMin(zone: string, at: Date): number {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9;
}

/** Minutes after midnight on the plant's clock at which the sun stands highest, give or take a quarter of an hour. */
function noonMin({ timezone, longitude }: Placed, at: Date): number {
  const minutes = 720 - longitude * 4 + offsetMin(timezone, at);
  // Across the date line the clock is a day ahead, not the sun.
  return ((minutes % 1440) + 1440) % 1440;
}

/** "HH:mm" on the plant's clock. */
export function sunNoon(site: Placed, at: Date): string {
  const minutes = Math.floor(noonMin(site, at));
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export function zoneFits(site: Placed, at: Date): boolean {
  const noon = noonMin(site, at);
  if (noon < NOON_FROM_MIN || noon > NOON_TO_MIN) return false;
  const country = countryOf(site.countryCode);
  if (!country || KEPT_EVERYWHERE[country.code] === site.timezone) return true;
  const usual = zoneAt(country, site.latitude, site.longitude);
  const allowed = country.timezones.includes(zoneToday(site.timezone)) ? NEIGHBOUR_MIN : 0;
  // Winter and summer: a foreign zone may agree for half a year.
  const year = at.getUTCFullYear();
  return [0, 6].every((month) => {
    const then = new Date(Date.UTC(year, month, 15));
    return Math.abs(offsetMin(site.timezone, then) - offsetMin(usual, then)) <= allowed;
  });
}
