// Finds clocks that are an hour off by the edges of production: whatever the orientation and shade of modules, nothing is produced before sunrise or after sunset, and devices of a plant wake and sleep together.

import { median } from '../../../energy/rules/median.ts';
import { valueAt } from '../../../energy/rules/series.ts';
import type { Series, Slotted } from './series.ts';
import type { Day } from './sunTime.ts';

/** Power of the first and last slot of production, relative to the highest: more than stray light, less than a grey dawn. */
const EDGE = 0.006;
/** Elevation of the sun, at the brighter end of a slot, below which there is no such power. */
const DARK_DEG = -1.5;
/** Days on which an edge is in the dark, for a plant and for a device, whose neighbours are right. */
const DAYS = 3;
/** Minimum shift of both edges against the neighbours, and maximum difference of the two, minutes: the orientation moves an edge by less, shade moves one of them. */
const SHIFT_MIN = 40;
const UNLIKE_MIN = 35;

/** Begin and end of a day's production, in slots; fractions by a line between two slots. */
interface Edges {
  day: Day;
  start: number;
  end: number;
  /** Slot of the highest sun. */
  noon: number;
  isDark: 'start' | 'end' | null;
}

export interface ClockOff {
  /** Production is later than the sun by this; negative: earlier. */
  minutes: number;
  /** Days that prove it. */
  count: number;
}

/** Returns the edges of each day whose production has both. */
export function edgesOf({ sunDeg }: Slotted, powerW: Series, days: readonly Day[]): Edges[] {
  const edgeW = EDGE * powerW.reduce((max, watts) => (watts > max ? watts : max), 0);
  if (edgeW <= 0) return [];
  /** Two slots in a row, as a single one may be a wrong value. */
  const isOn = (slot: number): boolean => valueAt(powerW, slot) >= edgeW;
  const crossing = (slot: number, before: number): number => {
    const [low, high] = [valueAt(powerW, before), valueAt(powerW, slot)];
    return Number.isNaN(low) ? slot : before + ((slot - before) * (edgeW - low)) / (high - low);
  };
  const brightest = (slot: number): number =>
    Math.max(...[slot - 1, slot + 1].map((next) => (valueAt(sunDeg, slot) + valueAt(sunDeg, next)) / 2));
  return days.flatMap((day) => {
    let [first, last, noon] = [-1, -1, day.from];
    for (let slot = day.from; slot < day.to; slot++) {
      if (valueAt(sunDeg, slot) > valueAt(sunDeg, noon)) noon = slot;
      if (first < 0 && isOn(slot) && isOn(slot + 1)) first = slot;
      if (isOn(slot) && isOn(slot - 1)) last = slot;
    }
    // Production over midnight has no edge.
    if (first < 0 || first === day.from || last === day.to - 1) return [];
    const isDark = brightest(first) < DARK_DEG ? 'start' : brightest(last) < DARK_DEG ? 'end' : null;
    return [{ day, start: crossing(first, first - 1), end: crossing(last, last + 1), noon, isDark }];
  });
}

/** Returns how far a clock is off whose production begins or ends in the dark on several days, and never the other way. */
export function darkClock(edges: readonly Edges[], stepS: number): ClockOff | null {
  const dark = edges.filter(({ isDark }) => isDark !== null);
  if (dark.length < DAYS || dark.some(({ isDark }) => isDark !== dark[0]!.isDark)) return null;
  const offsets = dark.map(({ start, end, noon }) => (((start + end) / 2 - noon) * stepS) / 60);
  const minutes = Math.round(median(offsets)!);
  // An edge in the dark and a day that is on the other side of noon contradict each other.
  if (dark[0]!.isDark === 'start' ? minutes >= 0 : minutes <= 0) return null;
  return { minutes, count: dark.length };
}

/** Returns how far the clock of a device is off whose edges both differ from those of its neighbours, on most days. */
export function clockOfNeighbours(
  own: readonly Edges[],
  others: readonly (readonly Edges[])[],
  stepS: number,
): ClockOff | null {
  const minutesOf = (slots: number): number => (slots * stepS) / 60;
  const shifts = own.flatMap((edges) => {
    const beside = others.flatMap((each) => each.find(({ day }) => day.from === edges.day.from) ?? []);
    if (beside.length === 0) return [];
    const [start, end] = [median(beside.map((each) => each.start))!, median(beside.map((each) => each.end))!];
    const [atStart, atEnd] = [minutesOf(edges.start - start), minutesOf(edges.end - end)];
    const isShifted =
      Math.sign(atStart) === Math.sign(atEnd) &&
      Math.min(Math.abs(atStart), Math.abs(atEnd)) >= SHIFT_MIN &&
      Math.abs(atStart - atEnd) <= UNLIKE_MIN &&
      // Not the neighbours are off.
      Math.abs((edges.start + edges.end) / 2 - edges.noon) > Math.abs((start + end) / 2 - edges.noon);
    return [isShifted ? (atStart + atEnd) / 2 : 0];
  });
  const proving = shifts.filter((shift) => shift !== 0);
  if (proving.length < DAYS || proving.length < (2 / 3) * shifts.length) return null;
  const minutes = Math.round(median(proving)!);
  return proving.every((shift) => Math.sign(shift) === Math.sign(minutes)) ? { minutes, count: proving.length } : null;
}
