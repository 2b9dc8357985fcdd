// A site's days with their sun, and energy spread over them.
import { daylightSeconds, sunTimes, sunWeight } from '@heliograph/contract/sun.ts';
import { addDays, type Day, type DayBounds, dayAt, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import type { EnergySource, MicroWh } from './counterStep.ts';

export type Place = Pick<EnergySource, 'timeZone' | 'latitude' | 'longitude'>;

/** Devices wake and reset their daily counters in the twilight, by about an hour before the sun's centre rises. */
const twilightMs = 3_600_000;

/** Daylight between two instants, in whole ms. */
export function daylightMs(fromMs: number, toMs: number, place: Place): number {
  return Math.round(daylightSeconds(fromMs, toMs, place.latitude, place.longitude) * 1000);
}

/** Where the sun neither rises nor sets, or only sets, a day begins at its midnight. */
function wakeOf(bounds: DayBounds, place: Place): number {
  const { riseMs } = sunTimes(bounds.startMs, bounds.endMs, place.latitude, place.longitude);
  return riseMs === null ? bounds.startMs : riseMs - twilightMs;
}

/** The last instant at which a daily counter may have started counting from zero: in the twilight before sunrise. */
export function wakeBefore(atMs: number, place: Place): number {
  const today = dayAt(atMs, place.timeZone);
  const wakeMs = wakeOf(today, place);
  if (wakeMs <= atMs) return wakeMs;
  // the day before by its instants, as a place may have skipped the one before by name
  return wakeOf(dayAt(today.startMs - 1, place.timeZone), place);
}

export interface DayPart {
  day: Day;
  fromMs: number;
  toMs: number;
}

/** The interval cut at every midnight in it; days that the place skipped are left out. */
export function dayParts(fromMs: number, toMs: number, timeZone: string): DayPart[] {
  const parts: DayPart[] = [];
  for (let bounds = dayAt(fromMs, timeZone); ; bounds = dayBounds(addDays(bounds.day, 1), timeZone)) {
    const part = { day: bounds.day, fromMs: Math.max(fromMs, bounds.startMs), toMs: Math.min(toMs, bounds.endMs) };
    if (part.toMs > part.fromMs) parts.push(part);
    if (bounds.endMs >= toMs) return parts;
  }
}

/** Shares in proportion to the weights, or to `instead` where all weights are zero; the last share is the remainder. */
function shares(total: MicroWh, weights: number[], instead: number[]): MicroWh[] {
  const sum = weights.reduce((left, right) => left + right, 0);
  if (sum <= 0) return instead.length > 0 ? shares(total, instead, []) : weights.map(() => 0);
  const split: MicroWh[] = [];
  let weightSoFar = 0;
  let given = 0;
  weights.forEach((weight, index) => {
    weightSoFar += weight;
    const upTo = index === weights.length - 1 ? total : Math.round((total * weightSoFar) / sum);
    split.push(upTo - given);
    given = upTo;
  });
  return split;
}

/** Spreads counted energy over the parts as a clear sky would, evenly in time where there is no sun at all. */
export function spreadBySun(total: MicroWh, parts: DayPart[], place: Place): MicroWh[] {
  if (parts.length === 1) return [total];
  return shares(
    total,
    parts.map((part) => sunWeight(part.fromMs, part.toMs, place.latitude, place.longitude)),
    parts.map((part) => part.toMs - part.fromMs),
  );
}
