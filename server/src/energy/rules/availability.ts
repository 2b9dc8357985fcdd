// Computes the time-based availability of a device (IEC TS 63019): share of daylight, between sunrise and sunset, without a silence or a fault.
import { sunTimes } from '@heliograph/contract/sun.ts';
import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import type { Location } from './expectedDaylight.ts';

export interface Stretch {
  fromMs: number;
  /** Not included. */
  toMs: number;
}

/** Daylight of successive days, between sunrise and sunset, and the total before each of them. */
export interface Daylight {
  stretches: readonly Stretch[];
  beforeMs: readonly number[];
}

export function daylightOf(days: readonly Day[], location: Location): Daylight {
  const stretches: Stretch[] = [];
  const beforeMs: number[] = [];
  let sumMs = 0;
  const add = (fromMs: number, toMs: number): void => {
    if (toMs <= fromMs) return;
    stretches.push({ fromMs, toMs });
    beforeMs.push(sumMs);
    sumMs += toMs - fromMs;
  };
  for (const day of days) {
    const { startMs, endMs } = dayBounds(day, location.timezone);
    const { riseMs, setMs, always } = sunTimes(startMs, endMs, location.latitude, location.longitude);
    if (always === 'down') continue;
    // Where the clock differs far from solar time, a day may begin and end in daylight.
    if (riseMs !== null && setMs !== null && setMs < riseMs) {
      add(startMs, setMs);
      add(riseMs, endMs);
    } else add(riseMs ?? startMs, setMs ?? endMs);
  }
  return { stretches, beforeMs };
}

/** Returns the milliseconds of daylight within a time. */
export function lightWithin({ stretches, beforeMs }: Daylight, { fromMs, toMs }: Stretch): number {
  const until = (ms: number): number => {
    let low = 0;
    let high = stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stretches[middle]!.fromMs < ms) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    const last = stretches[low - 1]!;
    return beforeMs[low - 1]! + Math.min(ms, last.toMs) - last.fromMs;
  };
  return Math.max(0, until(toMs) - until(fromMs));
}

export interface Downtime extends Stretch {
  /** No data for this time; otherwise the device reported a fault. */
  isSilent: boolean;
}

export interface Available {
  daylightMs: number;
  silentMs: number;
  /** Faults outside silences. */
  faultMs: number;
  /** 0..1; null: it was dark, or the device was not expected to run. */
  share: number | null;
}

/**
 * Computes the availability over the time in which the device was expected to run. Late reports count as reported:
 * silences are at most as long as the daylight that its samples do not cover.
 */
export function availabilityOf(
  daylight: Daylight,
  running: Stretch,
  downs: readonly Downtime[],
  coveredMs: number,
): Available {
  const daylightMs = lightWithin(daylight, running);
  if (daylightMs <= 0) return { daylightMs: 0, silentMs: 0, faultMs: 0, share: null };
  const within = downs
    .map((down) => ({
      ...down,
      fromMs: Math.max(down.fromMs, running.fromMs),
      toMs: Math.min(down.toMs, running.toMs),
    }))
    .filter(({ fromMs, toMs }) => fromMs < toMs);
  const lightOf = (stretches: readonly Stretch[]): number =>
    mergeOverlaps(stretches).reduce((sum, stretch) => sum + lightWithin(daylight, stretch), 0);
  const silentByEvents = lightOf(within.filter(({ isSilent }) => isSilent));
  const faultMs = lightOf(within) - silentByEvents;
  const silentMs = Math.min(silentByEvents, Math.max(0, daylightMs - coveredMs));
  return { daylightMs, silentMs, faultMs, share: shareOf({ daylightMs, silentMs, faultMs }) };
}

/** Returns the available share to a thousandth; null without daylight. */
export function shareOf({ daylightMs, silentMs, faultMs }: Omit<Available, 'share'>): number | null {
  if (daylightMs <= 0) return null;
  return Math.round(Math.min(1, Math.max(0, 1 - (silentMs + faultMs) / daylightMs)) * 1000) / 1000;
}

/** Merges overlapping times. */
function mergeOverlaps(stretches: readonly Stretch[]): Stretch[] {
  const sorted = stretches.toSorted((left, right) => left.fromMs - right.fromMs);
  const all: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of sorted) {
    const last = all.at(-1);
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else all.push({ fromMs, toMs });
  }
  return all;
}
