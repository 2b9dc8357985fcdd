// When a value may be shown as live, and when silence is normal because the sun is down.
import { DEFAULT_UPLOAD_S, isStale, MISSED_UPLOADS } from '@heliograph/contract/freshness.ts';
import { sunPosition, sunTimes } from '@heliograph/contract/sun.ts';

/** The newest of a device and how often it uploads. */
export interface LastUpload {
  at: Date | null;
  uploadEveryS: number;
}

export function isFresh({ at, uploadEveryS }: LastUpload, now: Date): boolean {
  return at !== null && !isStale(at.getTime(), now.getTime(), uploadEveryS);
}

/** How many uploads, and seconds for the way, a value may be older than those of other devices that it is added to. */
export const VALID_UPLOADS = 1.5;
export const VALID_GRACE_S = 15;

/** Until when a value stands beside newer ones of other devices: then its device's next one is overdue. */
export function validUntilMs({ at, uploadEveryS }: { at: Date; uploadEveryS: number }): number {
  return at.getTime() + (uploadEveryS * VALID_UPLOADS + VALID_GRACE_S) * 1000;
}

/** The power if it is live, else null: an old value is no value of now. */
export function freshPower(heard: LastUpload & { powerW: number | null }, now: Date): number | null {
  return isFresh(heard, now) ? heard.powerW : null;
}

/** Seconds between uploads by which a page greys a site: three of them after its newest value end with `freshUntil`. */
export function siteUploadS({ at, freshUntil }: { at: Date | null; freshUntil: Date | null }): number {
  if (!at || !freshUntil) return DEFAULT_UPLOAD_S;
  return Math.max(1, Math.round((freshUntil.getTime() - at.getTime()) / 1000 / MISSED_UPLOADS));
}

export function isNightAt(at: Date, { latitude, longitude }: { latitude: number; longitude: number }): boolean {
  return sunPosition(at.getTime(), latitude, longitude).elevationDeg <= 0;
}

/** Within two days; null: it does not rise, or is up all the time. */
export function nextSunrise(at: Date, { latitude, longitude }: { latitude: number; longitude: number }): Date | null {
  const fromMs = at.getTime();
  const { riseMs } = sunTimes(fromMs, fromMs + 2 * 86_400_000, latitude, longitude);
  return riseMs === null ? null : new Date(riseMs);
}
