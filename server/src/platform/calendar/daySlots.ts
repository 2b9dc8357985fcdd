// The slots of one day of a place: 288 of five minutes, or 276 or 300 when the clock changes.
import { sunTimes } from '@heliograph/contract/sun.ts';
import { type Day, dayBounds } from './rules/localDays.ts';
import { isoAt, wireClock, wireDay } from './times.ts';

const DAY_MS = 86_400_000;
/** "+02:00" */
const OFFSET_LETTERS = 6;

export interface DaySlots {
  fromMs: number;
  toMs: number;
  stepS: number;
  count: number;
  xAxisData: string[];
  xAxisIso: string[];
}

export function slotsOf(day: Day, zone: string, stepS: number): DaySlots {
  const { startMs, endMs } = dayBounds(day, zone);
  const count = Math.ceil((endMs - startMs) / (stepS * 1000));
  return { fromMs: startMs, toMs: endMs, stepS, count, ...clockOfSlots(day, zone, stepS) };
}

/** Of each slot's start: on the plant's clock, and with how far that is from UTC. */
function clockOfSlots(day: Day, zone: string, stepS: number): Pick<DaySlots, 'xAxisData' | 'xAxisIso'> {
  const { startMs, endMs } = dayBounds(day, zone);
  if (endMs - startMs === DAY_MS) {
    const xAxisData = usualClock(stepS);
    const offset = isoAt(startMs, zone).slice(-OFFSET_LETTERS);
    return { xAxisData, xAxisIso: xAxisData.map((time) => `${day}T${time}:00${offset}`) };
  }
  const starts = Array.from(
    { length: Math.ceil((endMs - startMs) / (stepS * 1000)) },
    (_, n) => startMs + n * stepS * 1000,
  );
  return { xAxisData: starts.map((ms) => wireClock(ms, zone)), xAxisIso: starts.map((ms) => isoAt(ms, zone)) };
}

/** Of a day of 24 hours, all of which are alike; steps are whole minutes, and few. */
function usualClock(stepS: number): string[] {
  let times = usualClocks.get(stepS);
  if (!times) {
    times = Array.from({ length: Math.ceil(DAY_MS / (stepS * 1000)) }, (_, n) => wireClock(n * stepS * 1000, 'UTC'));
    usualClocks.set(stepS, times);
  }
  return times;
}
const usualClocks = new Map<number, string[]>();

/** The slots of successive days; the axis names the day as well where there are several. */
export function slotsOfDays(days: readonly Day[], zone: string, stepS: number): DaySlots {
  const parts = days.map((day) => slotsOf(day, zone, stepS));
  const [first] = parts;
  if (parts.length === 1) return first!;
  return {
    fromMs: first!.fromMs,
    toMs: parts.at(-1)!.toMs,
    stepS,
    count: parts.reduce((sum, { count }) => sum + count, 0),
    xAxisData: parts.flatMap(({ xAxisData }, n) => xAxisData.map((time) => `${wireDay(days[n]!)} ${time}`)),
    xAxisIso: parts.flatMap(({ xAxisIso }) => xAxisIso),
  };
}

/** Sunrise and sunset of a day at a place; null where it does not happen. */
export function sunOfDay(day: Day, place: { latitude: number; longitude: number; timezone: string }) {
  const { startMs, endMs } = dayBounds(day, place.timezone);
  const { riseMs, setMs } = sunTimes(startMs, endMs, place.latitude, place.longitude);
  const iso = (ms: number | null) => (ms === null ? null : isoAt(ms, place.timezone));
  return { rise: iso(riseMs), set: iso(setMs) };
}
