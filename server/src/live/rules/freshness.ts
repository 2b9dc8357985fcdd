// Rules for when a value may be shown as live, and when silence is normal because the sun is down.
import { DEFAULT_UPLOAD_S, isStale, MISSED_UPLOADS } from '@heliograph/contract/freshness.ts';
import { sunPosition, sunTimes } from '@heliograph/contract/sun.ts';

/** Time of a device's newest value and its upload interval. */
export interface LastUpload {
  at: Date | null;
  uploadEveryS: number;
}

export function isFresh({ at, uploadEveryS }: LastUpload, now: Date): boolean {
  return at !== null && !isStale(at.getTime(), now.getTime(), uploadEveryS);
}

/** How much older a value may be than those of other devices with which it is summed: upload intervals, plus seconds for transmission. */
export const VALID_UPLOADS = 1.5;
export const VALID_GRACE_S = 15;

/** Returns until when a value may be combined with newer ones of other devices: after it, its device's next value is overdue. */
export function validUntilMs({ at, uploadEveryS }: { at: Date; uploadEveryS: number }): number {
  return at.getTime() + (uploadEveryS * VALID_UPLOADS + VALID_GRACE_S) * 1000;
}

/** Returns the power if it is live, else null: an old value is not current. */
export function freshPower(device: LastUpload & { powerW: number | null }, now: Date): number | null {
  return isFresh(device, now) ? device.powerW : null;
}

/** Returns the upload interval of a site, seconds, by which a page greys it: three intervals after its newest value end at `freshUntil`. */
export function siteUploadS({ at, freshUntil }: { at: Date | null; freshUntil: Date | null }): number {
  if (!at || !freshUntil) return DEFAULT_UPLOAD_S;
  return Math.max(1, Math.round((freshUntil.getTime() - at.getTime()) / 1000 / MISSED_UPLOADS));
}

export function isNightAt(at: Date, { latitude, longitude }: { latitude: number; longitude: number }): boolean {
  return sunPosition(at.getTime(), latitude, longitude).elevationDeg <= 0;
}

/** Returns the next sunrise within two days; null: the sun does not rise, or is up all the time. */
export function nextSunrise(at: Date, { latitude, longitude }: { latitude: number; longitude: number }): Date | null {
  const fromMs = at.getTime();
  const { riseMs } = sunTimes(fromMs, fromMs + 2 * 86_400_000, latitude, longitude);
  return riseMs === null ? null : new Date(riseMs);
}
