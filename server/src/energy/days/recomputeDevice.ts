// Recomputes days of a device, or of one of its flows, from its samples in batches: all days, or those from a given day on.
import type { MeasuredFlow } from '@heliograph/contract/flows.ts';
import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import type { DeviceKey } from '../../platform/database/deviceKeys.ts';
import { energySamplesAfter, flowSamplesAfter } from '../../samples/samples.ts';
import { flowStateBefore } from '../flows/deviceFlowDays.ts';
import {
  aggregateEnergyDays,
  type DayRow,
  type EnergySource,
  type EnergyState,
  rowOfState,
} from '../rules/deviceEnergy.ts';
import { type FlowRow, type FlowSource, type FlowState, rowOfFlowState } from '../rules/flowDays.ts';
import { aggregateFlow } from '../rules/flowEnergy.ts';
import { stateBefore } from './deviceDays.ts';

/** Batch size: a few days of five-minute samples. */
const BATCH_SIZE = 2000;

/** Days to recompute. Days whose samples were dropped stay as they are. */
export interface Span {
  /** Null: all days. */
  fromDay: Day | null;
  /**
   * Days before `fromDay` were computed for the same location, so aggregation continues from their state; otherwise it
   * starts without one.
   */
  continues: boolean;
}

/** Starting point of an aggregation. */
interface Start<State> {
  /** First day whose row is replaced; null: that of the first sample. */
  fromDay: Day | null;
  /** State before that day. */
  state: State | null;
  afterMs: number | null;
}

interface AnyState {
  atMs: number;
  open: { day: Day };
}

export class Recomputation<State extends AnyState, Row extends { day: Day }> {
  readonly rows = new Map<Day, Row>();
  readonly start: Start<State>;
  #state: State | null;
  #afterMs: number | null;
  readonly #step: Step<State, Row>;

  constructor(start: Start<State>, step: Step<State, Row>, rowOf: (state: State) => Row) {
    const { state, afterMs } = start;
    this.start = start;
    this.#state = state;
    this.#afterMs = afterMs;
    this.#step = step;
    // The day of the state continues with the samples after it.
    if (state) this.rows.set(state.open.day, rowOf(state));
  }

  /** Aggregates the next batch of samples; returns false when there are no more samples before `endMs`. */
  async next(sql: Sql | Transaction, key: DeviceKey, endMs: number): Promise<boolean> {
    const { days, carry, read } = await this.#step(sql, key, this.#state, this.#afterMs, endMs);
    for (const row of days) this.rows.set(row.day, row);
    this.#state = carry;
    if (carry) this.#afterMs = carry.atMs;
    return read === BATCH_SIZE;
  }

  days(): Day[] {
    return [...this.rows.keys()];
  }
}

export type EnergyRecomputation = Recomputation<EnergyState, DayRow>;
export type FlowRecomputation = Recomputation<FlowState, FlowRow>;

/** Reads a batch of samples before the instant and aggregates them. */
type Step<State, Row> = (
  sql: Sql | Transaction,
  key: DeviceKey,
  state: State | null,
  afterMs: number | null,
  endMs: number,
) => Promise<{ days: Row[]; carry: State | null; read: number }>;

export async function energyRecomputation(
  sql: Sql | Transaction,
  key: DeviceKey,
  source: EnergySource,
  span: Span,
): Promise<EnergyRecomputation> {
  const start = await startOf(span, source.timeZone, (day) => stateBefore(sql, key, day));
  const step: Step<EnergyState, DayRow> = async (from, { sid, sn }, state, afterMs, endMs) => {
    const batch = await energySamplesAfter(from, { sid, sn, afterMs, limit: BATCH_SIZE });
    const samples = batch.filter(({ atMs }) => atMs < endMs);
    return { ...aggregateEnergyDays(state, samples, source), read: samples.length };
  };
  return new Recomputation(start, step, (state) => rowOfState(state, source));
}

export async function flowRecomputation(
  sql: Sql | Transaction,
  key: DeviceKey,
  flow: MeasuredFlow,
  source: FlowSource,
  span: Span,
): Promise<FlowRecomputation> {
  const start = await startOf(span, source.timeZone, (day) => flowStateBefore(sql, key, flow, day));
  const step: Step<FlowState, FlowRow> = async (from, { sid, sn }, state, afterMs, endMs) => {
    const batch = await flowSamplesAfter(from, { sid, sn, afterMs, limit: BATCH_SIZE, flow });
    const samples = batch.filter(({ atMs }) => atMs < endMs);
    return { ...aggregateFlow(state, samples, source), read: samples.length };
  };
  return new Recomputation(start, step, (state) => rowOfFlowState(state, source));
}

async function startOf<State extends AnyState>(
  { fromDay, continues }: Span,
  timeZone: string,
  readStateBefore: (day: Day) => Promise<State | null>,
): Promise<Start<State>> {
  if (fromDay === null) return { fromDay, state: null, afterMs: null };
  const state = continues ? await readStateBefore(fromDay) : null;
  if (state) return { fromDay: state.open.day, state, afterMs: state.atMs };
  return { fromDay, state, afterMs: dayBounds(fromDay, timeZone).startMs - 1 };
}
