// How much daylight the samples of a period should cover, so that an energy figure can say how complete it is.
import { daylightSeconds } from '@heliograph/contract/sun.ts';
import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';

const msADay = 86_400_000;
/** Devices wake after sunrise and sleep before sunset, and the newest report may be twenty minutes old: no gap. */
const notAskedS = 3600;
const byLatitude = new Map<number, number[]>();

/** Seconds asked of each day of a year, [0] for 1 January; day length depends on the latitude alone to within a minute. */
export function expectedByDayOfYear(latitude: number): number[] {
  const key = Math.round(latitude * 4) / 4;
  let asked = byLatitude.get(key);
  if (!asked) {
    const startMs = Date.UTC(2024, 0, 1);
    asked = Array.from({ length: 366 }, (_, day) => {
      const fromMs = startMs + day * msADay;
      return Math.max(0, Math.round(daylightSeconds(fromMs, fromMs + msADay, key, 0)) - notAskedS);
    });
    byLatitude.set(key, asked);
  }
  return asked;
}

const sumsBefore = new WeakMap<readonly number[], number[]>();

/** The sum of the days of a year before each of them, so that a year is no sum of hundreds. */
function askedBefore(latitude: number): number[] {
  const asked = expectedByDayOfYear(latitude);
  let before = sumsBefore.get(asked);
  if (!before) {
    before = [0];
    for (const seconds of asked) before.push(before.at(-1)! + seconds);
    sumsBefore.set(asked, before);
  }
  return before;
}

export interface Location {
  latitude: number;
  longitude: number;
  timezone: string;
}

/**
 * Seconds asked of a meter that tells by night, too, of a day of so many seconds: an hour is no gap for it either, nor the one
 * that a change of the clock takes away.
 */
export const expectedAroundTheClock = (lengthS: number): number =>
  Math.max(1, Math.min(lengthS, msADay / 1000) - notAskedS);

/** Seconds asked from the first day to the last, both included; of today only what has passed of it. */
export function expectedSeconds(from: Day, to: Day, place: Location, today: Day, nowMs: number): number {
  const before = askedBefore(place.latitude);
  const endMs = Math.min(Date.parse(to) + msADay, Date.parse(today));
  let sum = 0;
  for (let ms = Date.parse(from); ms < endMs; ) {
    const year = new Date(ms).getUTCFullYear();
    const yearMs = Date.UTC(year, 0, 1);
    const untilMs = Math.min(endMs, Date.UTC(year + 1, 0, 1));
    sum += before[(untilMs - yearMs) / msADay]! - before[(ms - yearMs) / msADay]!;
    ms = untilMs;
  }
  if (from <= today && today <= to) {
    const { startMs } = dayBounds(today, place.timezone);
    sum += Math.max(0, daylightSeconds(startMs, nowMs, place.latitude, place.longitude) - notAskedS);
  }
  return sum;
}
