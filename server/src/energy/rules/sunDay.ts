// Local day of a plant with its sunshine interval and the most energy accepted for it.
import { sunTimes } from '@heliograph/contract/sun.ts';
import { type DayBounds, dayAt } from '../../platform/calendar/rules/localDays.ts';
import { type EnergySource, graceOf, type MicroWh, maxEnergyIn } from './counterStep.ts';
import { daylightMs, type Place } from './sunDays.ts';

/**
 * Day with its interval of sunshine, so that most samples need no position of the sun; `sunMs` null: it has no single
 * interval.
 */
export interface SunDay extends DayBounds {
  sunMs: [up: number, down: number] | null;
  /** Most energy accepted for the day: 1.3 times the rated power over its daylight, and one grace. */
  maxMicroWh: MicroWh;
}

/** Last requested day of each source: nearly all samples are of the same day. */
const lastSunDays = new WeakMap<EnergySource, SunDay>();

export function sunDayAt(atMs: number, source: EnergySource): SunDay {
  const last = lastSunDays.get(source);
  if (last && atMs >= last.startMs && atMs < last.endMs) return last;
  const day = makeSunDay(atMs, source);
  lastSunDays.set(source, day);
  return day;
}

function makeSunDay(atMs: number, source: EnergySource): SunDay {
  const bounds = dayAt(atMs, source.timeZone);
  const sunMs = sunOfDay(bounds, source);
  const daylight = sunMs ? sunMs[1] - sunMs[0] : daylightMs(bounds.startMs, bounds.endMs, source);
  return { ...bounds, sunMs, maxMicroWh: maxEnergyIn(daylight, source) + graceOf(source) };
}

function sunOfDay({ startMs, endMs }: DayBounds, location: Place): SunDay['sunMs'] {
  const { riseMs, setMs, always } = sunTimes(startMs, endMs, location.latitude, location.longitude);
  if (always === 'up') return [startMs, endMs];
  if (always === 'down') return [startMs, startMs];
  const up = Math.round(riseMs ?? startMs);
  const down = Math.round(setMs ?? endMs);
  return up < down ? [up, down] : null;
}

/** Returns the milliseconds of daylight between two instants of the day. */
export function coveredMs(day: SunDay, fromMs: number, toMs: number, location: Place): number {
  if (!day.sunMs) return daylightMs(fromMs, toMs, location);
  return Math.max(0, Math.min(toMs, day.sunMs[1]) - Math.max(fromMs, day.sunMs[0]));
}
