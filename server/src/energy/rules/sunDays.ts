// Sun-related instants of a site's days, and energy spread over days.
import { daylightSeconds, sunTimes, sunWeight } from '@heliograph/contract/sun.ts';
import { addDays, type Day, type DayBounds, dayAt, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import type { EnergySource, MicroWh } from './counterStep.ts';

export type Place = Pick<EnergySource, 'timeZone' | 'latitude' | 'longitude'>;

/** Devices wake and reset their daily counters in the twilight, up to about an hour before the sun's centre rises. */
const twilightMs = 3_600_000;

/** Returns the daylight between two instants, integer ms. */
export function daylightMs(fromMs: number, toMs: number, location: Place): number {
  return Math.round(daylightSeconds(fromMs, toMs, location.latitude, location.longitude) * 1000);
}

/** Returns the start of the twilight; where the sun does not rise, midnight of the day. */
function wakeOf(bounds: DayBounds, location: Place): number {
  const { riseMs } = sunTimes(bounds.startMs, bounds.endMs, location.latitude, location.longitude);
  return riseMs === null ? bounds.startMs : riseMs - twilightMs;
}

/** Returns the last instant at which a daily counter may have started from zero: in the twilight before sunrise. */
export function wakeBefore(atMs: number, location: Place): number {
  const today = dayAt(atMs, location.timeZone);
  const wakeMs = wakeOf(today, location);
  if (wakeMs <= atMs) return wakeMs;
  // Uses the previous day by instants, as a zone may have skipped the previous date.
  return wakeOf(dayAt(today.startMs - 1, location.timeZone), location);
}

export interface DayPart {
  day: Day;
  fromMs: number;
  toMs: number;
}

/** Splits the interval at every midnight; dates that the zone skipped are left out. */
export function dayParts(fromMs: number, toMs: number, timeZone: string): DayPart[] {
  const parts: DayPart[] = [];
  for (let bounds = dayAt(fromMs, timeZone); ; bounds = dayBounds(addDays(bounds.day, 1), timeZone)) {
    const part = { day: bounds.day, fromMs: Math.max(fromMs, bounds.startMs), toMs: Math.min(toMs, bounds.endMs) };
    if (part.toMs > part.fromMs) parts.push(part);
    if (bounds.endMs >= toMs) return parts;
  }
}

/**
 * Splits `total` in proportion to the weights, or to `fallback` where all weights are zero; the last part is the
 * remainder.
 */
function shares(total: MicroWh, weights: number[], fallback: number[]): MicroWh[] {
  const sum = weights.reduce((left, right) => left + right, 0);
  if (sum <= 0) return fallback.length > 0 ? shares(total, fallback, []) : weights.map(() => 0);
  const split: MicroWh[] = [];
  let weightSoFar = 0;
  let distributed = 0;
  weights.forEach((weight, index) => {
    weightSoFar += weight;
    const upTo = index === weights.length - 1 ? total : Math.round((total * weightSoFar) / sum);
    split.push(upTo - distributed);
    distributed = upTo;
  });
  return split;
}

/** Spreads counted energy over the parts like a clear sky, evenly in time where there is no sun. */
export function spreadBySun(total: MicroWh, parts: DayPart[], location: Place): MicroWh[] {
  if (parts.length === 1) return [total];
  return shares(
    total,
    parts.map((part) => sunWeight(part.fromMs, part.toMs, location.latitude, location.longitude)),
    parts.map((part) => part.toMs - part.fromMs),
  );
}
