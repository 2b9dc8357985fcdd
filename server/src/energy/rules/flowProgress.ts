// Aggregation of a flow between two samples: the sums of its days, and energy added to them.

import { type Day, type DayBounds, dayAt, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { addToHours, copyOf } from './clockHours.ts';
import type { MicroWh } from './counterStep.ts';
import { emptyDay, type FlowCounter, type FlowSource, type FlowState, type FlowSum } from './flowDays.ts';
import type { FlowPower, FlowPowers } from './flowPowers.ts';
import { type DayPart, dayParts } from './sunDays.ts';

/** The energy of a straight line between two powers within one day. */
export interface LinePart {
  part: DayPart;
  energy: MicroWh;
}

/** Progress of an aggregation between two samples. */
export interface FlowProgress {
  readonly source: FlowSource;
  /** The full grace. */
  readonly grace: MicroWh;
  /** State after the last sample; null: none, or history breaks off after it. */
  last: FlowState | null;
  /** Bounds of the newest sample's day. */
  bounds: DayBounds;
  open: FlowSum;
  counter: FlowCounter | null;
  powers: FlowPowers;
  /** Energy under the powers that the newest sample has shown to be plausible, after the counter's last reading. */
  underLine: readonly LinePart[];
  /** Energy of the same time if the power had been the lower one of both ends: no single error raises it. */
  steadyMicroWh: MicroWh;
  /** Highest power in the flow's direction at both ends of the newest interval, W; null: not known. */
  expectedW: number | null;
  graceLeft: MicroWh;
  /** Days before that of the newest sample to which its interval still adds, the last sample's day included. */
  readonly earlier: Map<Day, FlowSum>;
}

/** Starts the day of an instant unless it is the open one. */
export function openDay(progress: FlowProgress, atMs: number): void {
  const { bounds, open, source } = progress;
  if (atMs >= bounds.startMs && atMs < bounds.endMs) return;
  // Only this interval can still add to the previous day. Uses a copy, so that the state of its last sample stays unchanged.
  progress.earlier.set(open.day, copyOf(open));
  progress.bounds = dayAt(atMs, source.timeZone);
  progress.open = emptyDay(progress.bounds.day, source);
}

export function sumOf({ open, earlier, source }: FlowProgress, day: Day): FlowSum {
  if (day === open.day) return open;
  let sum = earlier.get(day);
  if (!sum) {
    sum = emptyDay(day, source);
    earlier.set(day, sum);
  }
  return sum;
}

/** Returns the sum of the day of an earlier instant; days before that of the last sample are closed. */
export function sumAt(progress: FlowProgress, atMs: number): FlowSum {
  const { last, bounds, open } = progress;
  return atMs >= bounds.startMs || !last ? open : sumOf(progress, last.open.day);
}

/** Splits the time up to the newest sample by day. */
export function partsUntil({ bounds, open, source }: FlowProgress, fromMs: number, atMs: number): DayPart[] {
  return fromMs >= bounds.startMs ? [{ day: open.day, fromMs, toMs: atMs }] : dayParts(fromMs, atMs, source.timeZone);
}

/** Returns the start of the earliest day to which energy can still be added, or the instant if it is later. */
export function openSince({ last, source }: FlowProgress, atMs: number): number {
  return last ? Math.max(atMs, dayBounds(last.open.day, source.timeZone).startMs) : atMs;
}

/** Spreads energy evenly over a time up to the newest sample or an earlier one; `add` receives the energy of each day. */
export function spreadEvenly(
  progress: FlowProgress,
  energy: MicroWh,
  sinceMs: number,
  untilMs: number,
  add: (sum: FlowSum, energy: MicroWh, part: DayPart) => void,
): void {
  let distributed = 0;
  for (const part of partsUntil(progress, sinceMs, untilMs)) {
    const upTo = part.toMs === untilMs ? energy : Math.round((energy * (part.toMs - sinceMs)) / (untilMs - sinceMs));
    add(sumOf(progress, part.day), upTo - distributed, part);
    distributed = upTo;
  }
}

/** Returns the energy of `part` where the straight line between two powers is above zero. */
function aboveZero(from: FlowPower, to: FlowPower, part: Pick<DayPart, 'fromMs' | 'toMs'>): MicroWh {
  const slope = (to.powerW - from.powerW) / (to.atMs - from.atMs);
  const beginsW = from.powerW + slope * (part.fromMs - from.atMs);
  const endsW = from.powerW + slope * (part.toMs - from.atMs);
  const above = Math.max(0, beginsW, endsW);
  const below = Math.min(0, beginsW, endsW);
  if (above === 0) return 0;
  // Where it crosses zero only a triangle remains.
  const meanW = below < 0 ? (above * above) / (2 * (above - below)) : (beginsW + endsW) / 2;
  return Math.round((meanW * (part.toMs - part.fromMs)) / 3.6);
}

/** Returns the energy under a line by day, from an instant on. */
export function energyUnder(
  progress: FlowProgress,
  [from, to]: readonly [FlowPower, FlowPower],
  sinceMs: number,
): LinePart[] {
  const fromMs = Math.max(from.atMs, sinceMs);
  if (fromMs >= to.atMs) return [];
  return partsUntil(progress, fromMs, to.atMs).map((part) => ({ part, energy: aboveZero(from, to, part) }));
}

export const totalOf = (parts: readonly LinePart[]): MicroWh => parts.reduce((sum, { energy }) => sum + energy, 0);

/** Adds the energy under the powers that the newest sample has shown to be plausible; returns it. */
export function integrate(progress: FlowProgress): MicroWh {
  for (const { part, energy } of progress.underLine) addIntegrated(progress, energy, part);
  return totalOf(progress.underLine);
}

/** Adds energy from power. That of a day which is closed moves to the start of the next one. */
export function addIntegrated(
  progress: FlowProgress,
  energy: MicroWh,
  { fromMs, toMs }: Pick<DayPart, 'fromMs' | 'toMs'>,
): void {
  const sinceMs = openSince(progress, fromMs);
  const sum = sumAt(progress, sinceMs);
  sum.energyMicroWh += energy;
  sum.integratedMicroWh += energy;
  addToHours(sum, energy, sinceMs, Math.max(sinceMs + 1, toMs), progress.source.timeZone);
}
