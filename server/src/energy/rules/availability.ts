// How much of the light a device was there for, by time (IEC TS 63019): between sunrise and sunset, without a silence or a fault.
import { sunTimes } from '@heliograph/contract/sun.ts';
import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import type { Location } from './expectedDaylight.ts';

export interface Stretch {
  fromMs: number;
  /** Not included. */
  toMs: number;
}

/** The stretches between sunrise and sunset of successive days, and how long the light was before each of them. */
export interface Daylight {
  stretches: readonly Stretch[];
  beforeMs: readonly number[];
}

export function daylightOf(days: readonly Day[], place: Location): Daylight {
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
    const { startMs, endMs } = dayBounds(day, place.timezone);
    const { riseMs, setMs, always } = sunTimes(startMs, endMs, place.latitude, place.longitude);
    if (always === 'down') continue;
    // Where the clock is far from the sun, a day may begin in the light and end in it.
    if (riseMs !== null && setMs !== null && setMs < riseMs) {
      add(startMs, setMs);
      add(riseMs, endMs);
    } else add(riseMs ?? startMs, setMs ?? endMs);
  }
  return { stretches, beforeMs };
}

/** Milliseconds of light within a stretch. */
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
  /** Nothing is known of this time; else the device told of a fault. */
  isSilent: boolean;
}

export interface Available {
  daylightMs: number;
  silentMs: number;
  /** Beside silences. */
  faultMs: number;
  /** 0..1; null: it was dark, or nothing was expected of it. */
  share: number | null;
}

/**
 * Of the time in which the device was expected to run. What it reported later counts as reported: its silences are at most
 * as long as the light that its samples do not cover.
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
    joined(stretches).reduce((sum, stretch) => sum + lightWithin(daylight, stretch), 0);
  const silentByEvents = lightOf(within.filter(({ isSilent }) => isSilent));
  const faultMs = lightOf(within) - silentByEvents;
  const silentMs = Math.min(silentByEvents, Math.max(0, daylightMs - coveredMs));
  return { daylightMs, silentMs, faultMs, share: shareOf({ daylightMs, silentMs, faultMs }) };
}

/** To a thousandth; null without light. */
export function shareOf({ daylightMs, silentMs, faultMs }: Omit<Available, 'share'>): number | null {
  if (daylightMs <= 0) return null;
  return Math.round(Math.min(1, Math.max(0, 1 - (silentMs + faultMs) / daylightMs)) * 1000) / 1000;
}

/** The same time without what lies twice in it. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const sorted = stretches.toSorted((one, other) => one.fromMs - other.fromMs);
  const all: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of sorted) {
    const last = all.at(-1);
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else all.push({ fromMs, toMs });
  }
  return all;
}
