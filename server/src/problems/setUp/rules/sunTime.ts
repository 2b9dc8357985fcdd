// Checks whether production follows solar time at the plant's location, and whether day counters reset at night.

import type { Finding } from '@heliograph/contract/setUpChecks.ts';
import { valueAt } from '../../../energy/rules/series.ts';
import { greatestStretch, type Series, type Slotted, whOf } from './series.ts';

/** Elevation of the sun below which modules produce nothing. */
const DARK_DEG = -4;
/** Energy in the dark, absolute and relative to all energy, that cannot be stray light. */
const DARK_WH = 10;
const DARK_SHARE = 0.001;
/** Minimum energy of a day with a meaningful midpoint. */
const DAY_WH = 300;
/** Minutes by which clouds do not shift the midpoint of production on several days. */
const OFF_MIN = 150;
const OFF_DAYS = 2;

export interface Day {
  /** First slot, and the one after the last. */
  from: number;
  to: number;
}

/** Checks production. `expectedW`: under a clear sky. `days`: past days. */
export function sunTime(
  slotted: Slotted,
  { producedW, expectedW, days }: { producedW: Series; expectedW: Series; days: readonly Day[] },
): Finding<'sunTime'> {
  const { sunDeg, stepS } = slotted;
  let producedWh = 0;
  let darkWh = 0;
  for (let slot = 0; slot < sunDeg.length; slot++) {
    const wh = whOf(valueAt(producedW, slot), stepS);
    if (!(wh > 0)) continue;
    producedWh += wh;
    if (valueAt(sunDeg, slot) < DARK_DEG) darkWh += wh;
  }
  const offsets = days
    .filter((day) => isCovered(day, producedW, expectedW))
    .map((day) => [middle(producedW, day, stepS), middle(expectedW, day, stepS)] as const)
    .filter(([made, expected]) => made.wh >= DAY_WH && expected.wh > 0)
    .map(([made, expected]) => ((made.slot - expected.slot) * stepS) / 60);
  const minutes = offsets.length === 0 ? undefined : Math.round(offsets.reduce((a, b) => a + b, 0) / offsets.length);
  if (darkWh >= Math.max(DARK_WH, producedWh * DARK_SHARE)) {
    const stretch = greatestStretch(slotted, (slot) =>
      valueAt(sunDeg, slot) < DARK_DEG ? valueAt(producedW, slot) : 0,
    );
    return { verdict: 'wrong', finding: 'productionAtNight', compared: { ...stretch, ...known(minutes) } };
  }
  if (minutes === undefined) return { verdict: 'notYet', finding: 'needsSun', compared: { energyWh: producedWh } };
  const isOff = (offset: number) => Math.abs(offset) >= OFF_MIN && Math.sign(offset) === Math.sign(offsets[0]!);
  if (offsets.length >= OFF_DAYS && offsets.every(isOff))
    return { verdict: 'suspect', finding: 'noonOff', compared: { minutes, count: offsets.length } };
  return { verdict: 'ok', finding: 'withSun', compared: { minutes, count: offsets.length } };
}

/** Maximum share of a day's clear-sky energy in slots without data. */
const UNKNOWN_SHARE = 0.1;

/** Whether a day has enough data: half a day has another midpoint. */
function isCovered({ from, to }: Day, producedW: Series, expectedW: Series): boolean {
  let all = 0;
  let unknown = 0;
  for (let slot = from; slot < to; slot++) {
    all += valueAt(expectedW, slot);
    if (Number.isNaN(valueAt(producedW, slot))) unknown += valueAt(expectedW, slot);
  }
  return unknown <= UNKNOWN_SHARE * all;
}

const known = (minutes: number | undefined) => (minutes === undefined ? {} : { minutes });

/** Returns a day's energy and its midpoint as a slot: the energy-weighted mean. */
function middle(powerW: Series, { from, to }: Day, stepS: number): { wh: number; slot: number } {
  let wh = 0;
  let moment = 0;
  for (let slot = from; slot < to; slot++) {
    const ofSlot = whOf(valueAt(powerW, slot), stepS);
    if (!(ofSlot > 0)) continue;
    wh += ofSlot;
    moment += ofSlot * slot;
  }
  return { wh, slot: moment / wh };
}

/** Minimum counter value before a reset, which is a fall below a fifth of it. */
const COUNTED_WH = 50;
/** Elevation of the sun from which it is day for every device. */
const DAY_DEG = 10;
/** Maximum difference of resets at the same time of day, minutes. */
const SAME_MIN = 30;

/**
 * Checks day counters by serial number. A single reset may be a power failure; at the same time of several days it is the
 * device's midnight.
 */
export function counterDay(
  slotted: Slotted,
  counters: ReadonlyMap<string, Series>,
  days: readonly Day[],
): Finding<'counterDay'> {
  const wrong: string[] = [];
  let resetMs: number | undefined;
  let judged = 0;
  for (const [sn, counterWh] of counters) {
    const resets = resetsByDay(slotted, counterWh);
    if (days.some(({ from, to }) => counterWh.subarray(from, to).some((value) => value >= COUNTED_WH))) judged++;
    const last = resets.at(-1);
    const same = resets.filter((reset) => minutesApart(reset, last!) <= SAME_MIN);
    if (last === undefined || same.length < 2) continue;
    wrong.push(sn);
    resetMs ??= last;
  }
  if (wrong.length > 0)
    return {
      verdict: 'wrong',
      finding: 'beginsByDay',
      compared: { numbers: wrong, count: wrong.length, of: counters.size, fromMs: resetMs! },
    };
  if (judged === 0) return { verdict: 'notYet', finding: 'needsDay', compared: { of: counters.size } };
  return { verdict: 'ok', finding: 'beginsByNight', compared: { count: judged, of: counters.size } };
}

const minutesApart = (one: number, other: number): number => {
  const apart = Math.abs(one - other) % 86_400_000;
  return Math.min(apart, 86_400_000 - apart) / 60_000;
};

/** Returns the instants of resets by day. */
function resetsByDay({ fromMs, stepS, sunDeg }: Slotted, counterWh: Series): number[] {
  const resets: number[] = [];
  let before = Number.NaN;
  let beforeSlot = 0;
  for (let slot = 0; slot < counterWh.length; slot++) {
    const now = valueAt(counterWh, slot);
    if (Number.isNaN(now)) continue;
    const isNear = (slot - beforeSlot) * stepS <= 2700 && valueAt(sunDeg, beforeSlot) >= DAY_DEG;
    // A slot's mean may contain values from before and after the reset.
    if (before >= COUNTED_WH && now < before / 5 && isNear && valueAt(sunDeg, slot) >= DAY_DEG)
      resets.push(fromMs + slot * stepS * 1000);
    before = now;
    beforeSlot = slot;
  }
  return resets;
}
