// Computes the daylight that samples of a period should cover, from which completeness follows.
import { daylightSeconds } from '@heliograph/contract/sun.ts';
import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';

const msADay = 86_400_000;
/**
 * Seconds of a day not expected: devices wake after sunrise and sleep before sunset, and the newest report may be
 * twenty minutes old.
 */
const toleranceS = 3600;
const byLatitude = new Map<number, number[]>();

/**
 * Returns the expected seconds of each day of a year, [0] for 1 January; day length depends only on the latitude, to
 * within a minute.
 */
export function expectedByDayOfYear(latitude: number): number[] {
  const key = Math.round(latitude * 4) / 4;
  let expectedS = byLatitude.get(key);
  if (!expectedS) {
    const startMs = Date.UTC(2024, 0, 1);
    expectedS = Array.from({ length: 366 }, (_, day) => {
      const fromMs = startMs + day * msADay;
      return Math.max(0, Math.round(daylightSeconds(fromMs, fromMs + msADay, key, 0)) - toleranceS);
    });
    byLatitude.set(key, expectedS);
  }
  return expectedS;
}

/** Returns the expected seconds of a finished day. */
export const expectedOnDay = (latitude: number, day: Day): number => expectedByDayOfYear(latitude)[dayOfYear(day)]!;

/** Days of a year without a 29 February before each of its months. */
const BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Returns the day of the year, from 0. */
function dayOfYear(day: Day): number {
  const month = Number(day.slice(5, 7));
  const isAfterLeapDay = month > 2 && isLeap(Number(day.slice(0, 4)));
  return BEFORE_MONTH[month - 1]! + Number(day.slice(8)) - 1 + (isAfterLeapDay ? 1 : 0);
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const sumsBefore = new WeakMap<readonly number[], number[]>();

/** Returns the sums of expected seconds before each day of a year, so that a period needs no summation of hundreds. */
function expectedBefore(latitude: number): number[] {
  const expectedS = expectedByDayOfYear(latitude);
  let before = sumsBefore.get(expectedS);
  if (!before) {
    before = [0];
    for (const seconds of expectedS) before.push(before.at(-1)! + seconds);
    sumsBefore.set(expectedS, before);
  }
  return before;
}

export interface Location {
  latitude: number;
  longitude: number;
  timezone: string;
}

/**
 * Returns the expected seconds of a day for a meter, which also reports at night. Tolerates one hour as for other devices,
 * and the hour that a clock change removes.
 */
export const expectedAroundTheClock = (lengthS: number): number =>
  Math.max(1, Math.min(lengthS, msADay / 1000) - toleranceS);

/** Returns the expected seconds from the first day to the last, both included; of today only the elapsed part. */
export function expectedSeconds(from: Day, to: Day, location: Location, today: Day, nowMs: number): number {
  const before = expectedBefore(location.latitude);
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
    const { startMs } = dayBounds(today, location.timezone);
    sum += Math.max(0, daylightSeconds(startMs, nowMs, location.latitude, location.longitude) - toleranceS);
  }
  return sum;
}
