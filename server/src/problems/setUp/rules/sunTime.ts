// Whether production keeps the sun's time at the plant's place, and counters of the day their night.

import type { Finding } from '@heliograph/contract/setUpChecks.ts';
import { valueAt } from '../../../energy/rules/series.ts';
import { greatestStretch, type Series, type Slotted, whOf } from './series.ts';

/** Modules give nothing while the sun is deeper than this. */
const DARK_DEG = -4;
/** So much, and so much of all of it, is no stray light. */
const DARK_WH = 10;
const DARK_SHARE = 0.001;
/** Less on a day has no middle worth speaking of. */
const DAY_WH = 300;
/** Clouds move the middle of a day's production, but not by this on each of them. */
const OFF_MIN = 150;
const OFF_DAYS = 2;

export interface Day {
  /** Slots: the first, and the one after the last. */
  from: number;
  to: number;
}

/** `expectedW`: under a clear sky. `days`: those that are over. */
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
    return { verdict: 'wrong', finding: 'productionAtNight', compared: { ...stretch, ...told(minutes) } };
  }
  if (minutes === undefined) return { verdict: 'notYet', finding: 'needsSun', compared: { energyWh: producedWh } };
  const isOff = (offset: number) => Math.abs(offset) >= OFF_MIN && Math.sign(offset) === Math.sign(offsets[0]!);
  if (offsets.length >= OFF_DAYS && offsets.every(isOff))
    return { verdict: 'suspect', finding: 'noonOff', compared: { minutes, count: offsets.length } };
  return { verdict: 'ok', finding: 'withSun', compared: { minutes, count: offsets.length } };
}

/** Of what a clear sky would give in a day so much may fall into slots of which nothing is known. */
const UNKNOWN_SHARE = 0.1;

/** Half a day has another middle. */
function isCovered({ from, to }: Day, producedW: Series, expectedW: Series): boolean {
  let all = 0;
  let unknown = 0;
  for (let slot = from; slot < to; slot++) {
    all += valueAt(expectedW, slot);
    if (Number.isNaN(valueAt(producedW, slot))) unknown += valueAt(expectedW, slot);
  }
  return unknown <= UNKNOWN_SHARE * all;
}

const told = (minutes: number | undefined) => (minutes === undefined ? {} : { minutes });

/** The slot before which half a day's energy lies, by its mean. */
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

/** A counter that stood at so much, and starts over at less than a fifth of it. */
const COUNTED_WH = 50;
/** Higher than this it is day for every device. */
const DAY_DEG = 10;
/** The same fault at the same hour. */
const SAME_MIN = 30;

/**
 * Of devices whose counter is that of the day, by serial number. A single fall may be a loss of power; at the same hour of
 * several days it is the device's midnight.
 */
export function counterDay(
  slotted: Slotted,
  counters: ReadonlyMap<string, Series>,
  days: readonly Day[],
): Finding<'counterDay'> {
  const wrong: string[] = [];
  let fellMs: number | undefined;
  let judged = 0;
  for (const [sn, counterWh] of counters) {
    const falls = fallsByDay(slotted, counterWh);
    if (days.some(({ from, to }) => counterWh.subarray(from, to).some((value) => value >= COUNTED_WH))) judged++;
    const last = falls.at(-1);
    const same = falls.filter((fall) => minutesApart(fall, last!) <= SAME_MIN);
    if (last === undefined || same.length < 2) continue;
    wrong.push(sn);
    fellMs ??= last;
  }
  if (wrong.length > 0)
    return {
      verdict: 'wrong',
      finding: 'beginsByDay',
      compared: { numbers: wrong, count: wrong.length, of: counters.size, fromMs: fellMs! },
    };
  if (judged === 0) return { verdict: 'notYet', finding: 'needsDay', compared: { of: counters.size } };
  return { verdict: 'ok', finding: 'beginsByNight', compared: { count: judged, of: counters.size } };
}

const minutesApart = (one: number, other: number): number => {
  const apart = Math.abs(one - other) % 86_400_000;
  return Math.min(apart, 86_400_000 - apart) / 60_000;
};

/** Instants. */
function fallsByDay({ fromMs, stepS, sunDeg }: Slotted, counterWh: Series): number[] {
  const falls: number[] = [];
  let before = Number.NaN;
  let beforeSlot = 0;
  for (let slot = 0; slot < counterWh.length; slot++) {
    const now = valueAt(counterWh, slot);
    if (Number.isNaN(now)) continue;
    const isNear = (slot - beforeSlot) * stepS <= 2700 && valueAt(sunDeg, beforeSlot) >= DAY_DEG;
    // A slot's mean may hold both: what it stood at, and what it began with.
    if (before >= COUNTED_WH && now < before / 5 && isNear && valueAt(sunDeg, slot) >= DAY_DEG)
      falls.push(fromMs + slot * stepS * 1000);
    before = now;
    beforeSlot = slot;
  }
  return falls;
}
