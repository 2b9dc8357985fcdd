// A local day at a plant: its stretch of sun, and the most energy that is believed of it.
import { sunTimes } from '@heliograph/contract/sun.ts';
import { type DayBounds, dayAt } from '../../platform/calendar/rules/localDays.ts';
import { type EnergySource, graceOf, type MicroWh, maxEnergyIn } from './counterStep.ts';
import { daylightMs, type Place } from './sunDays.ts';

/** A day with its one stretch of sun, so that most samples need no sun's position; null stretch: ask for each interval. */
export interface SunDay extends DayBounds {
  sunMs: [up: number, down: number] | null;
  /** The most that is believed of the day: 1.3 times the rated power over its daylight, and one grace. */
  mostMicroWh: MicroWh;
}

/** Of each source the day that was asked for last: nearly all samples are of one. */
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
  return { ...bounds, sunMs, mostMicroWh: maxEnergyIn(daylight, source) + graceOf(source) };
}

function sunOfDay({ startMs, endMs }: DayBounds, place: Place): SunDay['sunMs'] {
  const { riseMs, setMs, always } = sunTimes(startMs, endMs, place.latitude, place.longitude);
  if (always === 'up') return [startMs, endMs];
  if (always === 'down') return [startMs, startMs];
  const up = Math.round(riseMs ?? startMs);
  const down = Math.round(setMs ?? endMs);
  return up < down ? [up, down] : null;
}

/** Milliseconds of daylight between two instants of the day. */
export function coveredMs(day: SunDay, fromMs: number, toMs: number, place: Place): number {
  if (!day.sunMs) return daylightMs(fromMs, toMs, place);
  return Math.max(0, Math.min(toMs, day.sunMs[1]) - Math.max(fromMs, day.sunMs[0]));
}
