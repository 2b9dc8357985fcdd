// Folding again after a report came late: from the last carry before it until nothing differs any more.

import { addDays, type Day, localDay } from '../../platform/calendar/rules/localDays.ts';
import {
  aggregateEnergyDays,
  type Carry,
  type DayRow,
  type EnergySample,
  type EnergySource,
  rowOfState,
} from './deviceEnergy.ts';
import { aggregateFlow, type FlowRow, type FlowSource, type FlowState, rowOfFlowState } from './flowEnergy.ts';
import type { FlowSample } from './flowSamples.ts';

/**
 * What ingest loads and stores for one device. How to use it, in the transaction that stores the samples:
 *
 * 1. `latest` = `carryAfter` of the device's newest day row that has one (null: none yet). Lock that row or the device.
 * 2. Store the samples, one per instant, the kept one by `preferSample`. Those that changed nothing are dropped here.
 * 3. `isInOrder(latest.atMs, samples)`: upsert every row of `aggregateEnergyDays(latest, inOrder(samples), source).days` by its day.
 *    Each row replaces the stored one, its `carryAfter` as it is (null for a day without samples).
 * 4. Otherwise `recomputeDays(store, earliest, newest, source)`, which replaces a stretch of rows.
 *
 * A change of time zone, place, counter scale or a deletion of samples: `recomputeDays` over all of them.
 * To save room a row's carry may be set to null, except the newest one's: a late sample then starts further back. Samples
 * may be dropped only up to a row whose carry is kept, and samples older than that must be refused.
 * JSON keeps every number of a carry; numeric columns of rows must be double precision.
 */
export interface Store<Sample, State, Row> {
  /** `carryAfter` of the newest row before the day that has one. */
  carryBefore(day: Day): Promise<State | null>;
  /** The day's stored `carryAfter`. */
  carryOf(day: Day): Promise<State | null>;
  /** At most `limit` stored samples later than the instant, or from the first on, in the form of `inOrder`. */
  samplesAfter(atMs: number | null, limit: number): Promise<Sample[]>;
  /**
   * Takes these rows instead of the stored ones from the first to the last day, both included; null: without end there.
   * Rows that hold an imported energy without samples are left alone, unless a new one has their day.
   */
  replaceDays(fromDay: Day | null, toDay: Day | null, rows: Row[]): Promise<void>;
}

export type DayStore = Store<EnergySample, Carry, DayRow>;
/** The same of one flow of a device. */
export type FlowStore = Store<FlowSample, FlowState, FlowRow>;

/** A fold whose state is kept with each day's row. */
interface Fold<Sample, State, Row> {
  timeZone: string;
  fold(before: State | null, samples: readonly Sample[]): { days: Row[]; carry: State | null };
  rowOfCarry(carry: State): Row;
}

interface AnyState {
  atMs: number;
  open: { day: Day };
}

/** True when all samples are later than this instant, up to which all were taken; null: none was. */
export function isInOrder(untilMs: number | null, samples: readonly { atMs: number }[]): boolean {
  return untilMs === null || samples.every((sample) => sample.atMs > untilMs);
}

function same(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => same((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]));
}

/** A few days of five-minute samples at a time: a report that is years late must not load years at once. */
const daysOfSamples = 2000;

/**
 * Folds again what samples between the two instants (those that were added, changed or removed) have an effect on.
 * Gives the rows that it stored, for totals kept elsewhere.
 */
async function refold<Sample, State extends AnyState, Row extends { day: Day; carryAfter: State | null }>(
  store: Store<Sample, State, Row>,
  changedFromMs: number,
  changedToMs: number,
  { timeZone, fold, rowOfCarry: rowOf }: Fold<Sample, State, Row>,
  samplesAtOnce: number,
): Promise<Row[]> {
  const before = await store.carryBefore(localDay(changedFromMs, timeZone));
  const fromDay = before?.open.day ?? null;
  const rows = new Map<Day, Row>();
  if (before) rows.set(before.open.day, rowOf(before));
  for (let carry = before; ; ) {
    const samples = await store.samplesAfter(carry?.atMs ?? null, samplesAtOnce);
    const folded = fold(carry, samples);
    carry = folded.carry;
    for (const row of folded.days) rows.set(row.day, row);
    if (samples.length < samplesAtOnce) break;
    for (const { day, carryAfter } of folded.days) {
      // only a day that is left behind is whole; equal there, all that follows is as stored, its own row included
      if (carryAfter === null || day === carry?.open.day || carryAfter.atMs < changedToMs) continue;
      if (!same(carryAfter, await store.carryOf(day))) continue;
      const changed = [...rows.values()].filter((row) => row.day < day);
      await store.replaceDays(fromDay, addDays(day, -1), changed);
      return changed;
    }
  }
  const changed = [...rows.values()];
  await store.replaceDays(fromDay, null, changed);
  return changed;
}

export function recomputeDays(
  store: DayStore,
  changedFromMs: number,
  changedToMs: number,
  source: EnergySource,
  samplesAtOnce: number = daysOfSamples,
): Promise<DayRow[]> {
  const fold = {
    timeZone: source.timeZone,
    fold: (before: Carry | null, samples: readonly EnergySample[]) => aggregateEnergyDays(before, samples, source),
    rowOfCarry: (carry: Carry) => rowOfState(carry, source),
  };
  return refold(store, changedFromMs, changedToMs, fold, samplesAtOnce);
}

export function recomputeFlow(
  store: FlowStore,
  changedFromMs: number,
  changedToMs: number,
  source: FlowSource,
  samplesAtOnce: number = daysOfSamples,
): Promise<FlowRow[]> {
  const fold = {
    timeZone: source.timeZone,
    fold: (before: FlowState | null, samples: readonly FlowSample[]) => aggregateFlow(before, samples, source),
    rowOfCarry: rowOfFlowState,
  };
  return refold(store, changedFromMs, changedToMs, fold, samplesAtOnce);
}
