// Recomputes days after a late report: from the last stored state before it until the result equals what is stored.

import { addDays, type Day, localDay } from '../../platform/calendar/rules/localDays.ts';
import {
  aggregateEnergyDays,
  type DayRow,
  type EnergySample,
  type EnergySource,
  type EnergyState,
  rowOfState,
} from './deviceEnergy.ts';
import { type FlowRow, type FlowSource, type FlowState, rowOfFlowState } from './flowDays.ts';
import { aggregateFlow } from './flowEnergy.ts';
import type { FlowSample } from './flowSamples.ts';

/**
 * Loads and stores the days of one device for ingest. Use it in the transaction that stores the samples:
 *
 * 1. `latest` = `carryAfter` of the device's newest day row that has one (null: none yet). Lock that row or the device.
 * 2. Store the samples, the first one of each instant. Drop those whose instant is stored already.
 * 3. `isInOrder(latest.atMs, samples)`: upsert every row of `aggregateEnergyDays(latest, inOrder(samples), source).days` by its day.
 *    Each row replaces the stored one, its `carryAfter` as it is (null for a day without samples).
 * 4. Otherwise call `recomputeDays(store, earliest, newest, source)`, which replaces a range of rows.
 *
 * After a change of time zone, location or counter scale, or a deletion of samples: `recomputeDays` over all of them.
 * To save space the state of any row but the newest may be set to null: a late sample then starts further back. Samples
 * may be dropped only up to a row with a stored state, and samples older than that must be refused.
 * JSON preserves every number of a state; numeric columns of rows must be double precision.
 */
export interface Store<Sample, State, Row> {
  /** Returns the `carryAfter` of the newest row before the day that has one. */
  stateBefore(day: Day): Promise<State | null>;
  /** Returns the day's stored `carryAfter`. */
  stateOf(day: Day): Promise<State | null>;
  /**
   * Returns at most `limit` stored samples later than the instant (null: from the first on), in the form of `inOrder`.
   */
  samplesAfter(atMs: number | null, limit: number): Promise<Sample[]>;
  /**
   * Replaces the stored rows from the first to the last day, both included, by these; null: unbounded. Rows with an
   * imported energy without samples stay, unless a new row has their day.
   */
  replaceDays(fromDay: Day | null, toDay: Day | null, rows: Row[]): Promise<void>;
}

export type DayStore = Store<EnergySample, EnergyState, DayRow>;
/** Store of one flow of a device. */
export type FlowStore = Store<FlowSample, FlowState, FlowRow>;

/** Aggregation whose state is stored with each day's row. */
interface Aggregation<Sample, State, Row> {
  timeZone: string;
  aggregate(before: State | null, samples: readonly Sample[]): { days: Row[]; carry: State | null };
  rowOfState(state: State): Row;
}

interface AnyState {
  atMs: number;
  open: { day: Day };
}

/** Returns whether all samples are later than `untilMs`, the newest ingested instant; null: none was ingested. */
export function isInOrder(untilMs: number | null, samples: readonly { atMs: number }[]): boolean {
  return untilMs === null || samples.every((sample) => sample.atMs > untilMs);
}

function isEqual(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => isEqual((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]));
}

/** Batch size, a few days of five-minute samples: a report that is years late must not load years at once. */
const BATCH_SIZE = 2000;

/**
 * Recomputes all days affected by added, changed or removed samples between the two instants. Returns the stored rows,
 * from which dependent totals are updated.
 */
async function recompute<Sample, State extends AnyState, Row extends { day: Day; carryAfter: State | null }>(
  store: Store<Sample, State, Row>,
  changedFromMs: number,
  changedToMs: number,
  { timeZone, aggregate, rowOfState: rowOf }: Aggregation<Sample, State, Row>,
  batchSize: number,
): Promise<Row[]> {
  const before = await store.stateBefore(localDay(changedFromMs, timeZone));
  const fromDay = before?.open.day ?? null;
  const rows = new Map<Day, Row>();
  if (before) rows.set(before.open.day, rowOf(before));
  for (let state = before; ; ) {
    const samples = await store.samplesAfter(state?.atMs ?? null, batchSize);
    const result = aggregate(state, samples);
    state = result.carry;
    for (const row of result.days) rows.set(row.day, row);
    if (samples.length < batchSize) break;
    for (const { day, carryAfter } of result.days) {
      // Only a day that is followed by another is complete. If its state equals the stored one, its row and all later ones do.
      if (carryAfter === null || day === state?.open.day || carryAfter.atMs < changedToMs) continue;
      if (!isEqual(carryAfter, await store.stateOf(day))) continue;
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
  batchSize: number = BATCH_SIZE,
): Promise<DayRow[]> {
  const aggregation = {
    timeZone: source.timeZone,
    aggregate: (before: EnergyState | null, samples: readonly EnergySample[]) =>
      aggregateEnergyDays(before, samples, source),
    rowOfState: (state: EnergyState) => rowOfState(state, source),
  };
  return recompute(store, changedFromMs, changedToMs, aggregation, batchSize);
}

export function recomputeFlow(
  store: FlowStore,
  changedFromMs: number,
  changedToMs: number,
  source: FlowSource,
  batchSize: number = BATCH_SIZE,
): Promise<FlowRow[]> {
  const aggregation = {
    timeZone: source.timeZone,
    aggregate: (before: FlowState | null, samples: readonly FlowSample[]) => aggregateFlow(before, samples, source),
    rowOfState: (state: FlowState) => rowOfFlowState(state, source),
  };
  return recompute(store, changedFromMs, changedToMs, aggregation, batchSize);
}
