// Days of a device, or of one of its flows, folded from its samples a few at a time: all of them, or those from a day on.
import type { MeasuredFlow } from '@heliograph/contract/flows.ts';
import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import type { DeviceKey } from '../../platform/database/deviceKeys.ts';
import { energySamplesAfter, flowSamplesAfter } from '../../samples/samples.ts';
import { flowStateBefore } from '../flows/deviceFlowDays.ts';
import { aggregateEnergyDays, type Carry, type DayRow, type EnergySource, rowOfState } from '../rules/deviceEnergy.ts';
import { aggregateFlow, type FlowRow, type FlowSource, type FlowState, rowOfFlowState } from '../rules/flowEnergy.ts';
import { stateBefore } from './deviceDays.ts';

/** A few days of five-minute samples at a time. */
const SAMPLES_AT_ONCE = 2000;

/** Which days are folded. Those whose samples were dropped stay as they are. */
export interface Span {
  /** Null: all that there are. */
  fromDay: Day | null;
  /** What comes before that day was folded with the same place, so it is gone on from there; else nothing is known of it. */
  goesOn: boolean;
}

/** Where a fold begins. */
interface Begin<State> {
  /** The first day whose row is remade; null: that of the first sample. */
  fromDay: Day | null;
  /** What is kept before that day. */
  carry: State | null;
  afterMs: number | null;
}

interface AnyState {
  atMs: number;
  open: { day: Day };
}

export class Recomputation<State extends AnyState, Row extends { day: Day }> {
  readonly rows = new Map<Day, Row>();
  readonly begin: Begin<State>;
  #carry: State | null;
  #afterMs: number | null;
  readonly #step: Step<State, Row>;

  constructor(begin: Begin<State>, step: Step<State, Row>, rowOf: (carry: State) => Row) {
    const { carry, afterMs } = begin;
    this.begin = begin;
    this.#carry = carry;
    this.#afterMs = afterMs;
    this.#step = step;
    // Its day goes on with the samples after it.
    if (carry) this.rows.set(carry.open.day, rowOf(carry));
  }

  /** False when there are no more samples before this instant. */
  async next(sql: Sql | Transaction, key: DeviceKey, endMs: number): Promise<boolean> {
    const { days, carry, read } = await this.#step(sql, key, this.#carry, this.#afterMs, endMs);
    for (const row of days) this.rows.set(row.day, row);
    this.#carry = carry;
    if (carry) this.#afterMs = carry.atMs;
    return read === SAMPLES_AT_ONCE;
  }

  days(): Day[] {
    return [...this.rows.keys()];
  }
}

export type EnergyRecomputation = Recomputation<Carry, DayRow>;
export type FlowRecomputation = Recomputation<FlowState, FlowRow>;

/** Reads some samples before the instant and folds them. */
type Step<State, Row> = (
  sql: Sql | Transaction,
  key: DeviceKey,
  carry: State | null,
  afterMs: number | null,
  endMs: number,
) => Promise<{ days: Row[]; carry: State | null; read: number }>;

export async function energyRecomputation(
  sql: Sql | Transaction,
  key: DeviceKey,
  source: EnergySource,
  span: Span,
): Promise<EnergyRecomputation> {
  const begin = await beginOf(span, source.timeZone, (day) => stateBefore(sql, key, day));
  const step: Step<Carry, DayRow> = async (from, { sid, sn }, carry, afterMs, endMs) => {
    const read = await energySamplesAfter(from, { sid, sn, afterMs, limit: SAMPLES_AT_ONCE });
    const samples = read.filter(({ atMs }) => atMs < endMs);
    return { ...aggregateEnergyDays(carry, samples, source), read: samples.length };
  };
  return new Recomputation(begin, step, (carry) => rowOfState(carry, source));
}

export async function flowRecomputation(
  sql: Sql | Transaction,
  key: DeviceKey,
  flow: MeasuredFlow,
  source: FlowSource,
  span: Span,
): Promise<FlowRecomputation> {
  const begin = await beginOf(span, source.timeZone, (day) => flowStateBefore(sql, key, flow, day));
  const step: Step<FlowState, FlowRow> = async (from, { sid, sn }, carry, afterMs, endMs) => {
    const read = await flowSamplesAfter(from, { sid, sn, afterMs, limit: SAMPLES_AT_ONCE, flow });
    const samples = read.filter(({ atMs }) => atMs < endMs);
    return { ...aggregateFlow(carry, samples, source), read: samples.length };
  };
  return new Recomputation(begin, step, rowOfFlowState);
}

async function beginOf<State extends AnyState>(
  { fromDay, goesOn }: Span,
  timeZone: string,
  carryBeforeDay: (day: Day) => Promise<State | null>,
): Promise<Begin<State>> {
  if (fromDay === null) return { fromDay, carry: null, afterMs: null };
  const carry = goesOn ? await carryBeforeDay(fromDay) : null;
  if (carry) return { fromDay: carry.open.day, carry, afterMs: carry.atMs };
  return { fromDay, carry, afterMs: dayBounds(fromDay, timeZone).startMs - 1 };
}
