// Slots of a local day: 288 of five minutes, or 276 or 300 when the clock changes.
import { sunTimes } from '@heliograph/contract/sun.ts';
import { type Day, dayBounds } from './rules/localDays.ts';
import { isoAt, wireClock, wireDay } from './times.ts';

const DAY_MS = 86_400_000;
/** Length of "+02:00". */
const OFFSET_LENGTH = 6;

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

/** Returns the start of each slot as local time and as ISO 8601 with the offset from UTC. */
function clockOfSlots(day: Day, zone: string, stepS: number): Pick<DaySlots, 'xAxisData' | 'xAxisIso'> {
  const { startMs, endMs } = dayBounds(day, zone);
  if (endMs - startMs === DAY_MS) {
    const xAxisData = regularTimes(stepS);
    const offset = isoAt(startMs, zone).slice(-OFFSET_LENGTH);
    return { xAxisData, xAxisIso: xAxisData.map((time) => `${day}T${time}:00${offset}`) };
  }
  const starts = Array.from(
    { length: Math.ceil((endMs - startMs) / (stepS * 1000)) },
    (_, n) => startMs + n * stepS * 1000,
  );
  return { xAxisData: starts.map((ms) => wireClock(ms, zone)), xAxisIso: starts.map((ms) => isoAt(ms, zone)) };
}

/** Returns the local times of the slots of a day of 24 hours, which are always the same. Cached by step: there are few, in whole minutes. */
function regularTimes(stepS: number): string[] {
  let times = timesByStep.get(stepS);
  if (!times) {
    times = Array.from({ length: Math.ceil(DAY_MS / (stepS * 1000)) }, (_, n) => wireClock(n * stepS * 1000, 'UTC'));
    timesByStep.set(stepS, times);
  }
  return times;
}
const timesByStep = new Map<number, string[]>();

/** Returns the slots of successive days; with several days the axis labels contain the day. */
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

/** Returns sunrise and sunset of a day at a place, ISO 8601; null where it does not happen. */
export function sunOfDay(day: Day, place: { latitude: number; longitude: number; timezone: string }) {
  const { startMs, endMs } = dayBounds(day, place.timezone);
  const { riseMs, setMs } = sunTimes(startMs, endMs, place.latitude, place.longitude);
  const iso = (ms: number | null) => (ms === null ? null : isoAt(ms, place.timezone));
  return { rise: iso(riseMs), set: iso(setMs) };
}
