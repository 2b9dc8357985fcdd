// When a value may be shown as live, and when silence is normal because the sun is down.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { EXPECTED_UPLOAD_S } from './status.ts';

export const FRESH_S = 3 * EXPECTED_UPLOAD_S;

export function isFresh(at: Date | null, now: Date): at is Date {
  return at !== null && now.getTime() - at.getTime() <= FRESH_S * 1000;
}

/** The power if it is live, else null: an old value is no value of now. */
export function freshPower({ at, powerW }: { at: Date | null; powerW: number | null }, now: Date): number | null {
  return isFresh(at, now) ? powerW : null;
}

export function isNightAt(at: Date, { latitude, longitude }: { latitude: number; longitude: number }): boolean {
  return sunPosition(at.getTime(), latitude, longitude).elevationDeg <= 0;
}
