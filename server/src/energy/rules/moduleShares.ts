// How the energy of a device on one day is shared out among its modules: by what its inputs tell, so that they always sum to it.

import { INPUTS, type Input } from '@heliograph/contract/inputs.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { modulePower } from '../../installation/rules/orientation.ts';
import { valueAt } from './series.ts';

/** What one input told on a day. */
export interface InputDay {
  input: Input;
  /** Its own counter of the day as last read, Wh; null: it has none. */
  countedWh: number | null;
  /** Sum of its mean powers over slots of one length; null: it told none. */
  powerSum: number | null;
}

export interface Shares {
  /** 0..1 of each input that told anything. */
  byInput: ReadonlyMap<Input, number>;
  /** `whole`: there is one input, and all of it is its. */
  basis: 'counted' | 'integrated' | 'whole';
}

/** Inputs count in steps, and begin and end with different ones than their device does. */
const OFF_BY = 0.05;

/**
 * By the counters of the inputs, when together they say what the device has made; null: they do not, as after a restart in
 * the middle of the day, or where an input does not count.
 */
export function sharesByCounters(
  deviceWh: number,
  inputs: readonly Pick<InputDay, 'input' | 'countedWh'>[],
  stepWh: number,
): Shares | null {
  const counting = inputs.filter(({ countedWh }) => countedWh !== null);
  const sum = counting.reduce((all, { countedWh }) => all + countedWh!, 0);
  if (sum <= 0 || Math.abs(sum - deviceWh) > OFF_BY * deviceWh + counting.length * stepWh) return null;
  return shared(counting, sum, ({ countedWh }) => countedWh!, 'counted');
}

/** Null: nothing tells them apart. */
export function sharesOf(deviceWh: number, inputs: readonly InputDay[], stepWh: number): Shares | null {
  if (inputs.length === 0) return null;
  if (inputs.length === 1) return { byInput: new Map([[inputs[0]!.input, 1]]), basis: 'whole' };
  const counted = sharesByCounters(deviceWh, inputs, stepWh);
  if (counted) return counted;
  const power = inputs.reduce((all, { powerSum }) => all + (powerSum ?? 0), 0);
  if (power > 0) return shared(inputs, power, ({ powerSum }) => powerSum ?? 0, 'integrated');
  const wh = inputs.reduce((all, { countedWh }) => all + (countedWh ?? 0), 0);
  if (wh > 0) return shared(inputs, wh, ({ countedWh }) => countedWh ?? 0, 'counted');
  // Nobody made anything, and each of them its part of it.
  return deviceWh === 0 ? shared(inputs, 1, () => 0, 'integrated') : null;
}

function shared<Of extends { input: Input }>(
  inputs: readonly Of[],
  all: number,
  partOf: (of: Of) => number,
  basis: Shares['basis'],
): Shares {
  return { byInput: new Map(inputs.map((of) => [of.input, partOf(of) / all])), basis };
}

/** How many inputs may have told something: as many as its product has, or it was ever heard to have. */
export function inputsToRead(inputs: number, heard: Quantities): Input[] {
  const told = INPUTS.filter((n) => PER_INPUT.some((what) => `input${n}${what}` in heard));
  return INPUTS.slice(0, Math.max(inputs, ...told));
}

const PER_INPUT = ['PowerW', 'VoltageV', 'CurrentA', 'CounterWh'] as const;

/** What the power of these inputs is made of: only two inputs on one bus are told apart by their currents. */
export function powerNames(inputs: readonly Input[]): QuantityName[] {
  return [
    ...inputs.map((n) => `input${n}PowerW` as const),
    ...(inputs.length <= 2 ? (['powerW', 'input1CurrentA', 'input2CurrentA'] as const) : []),
  ];
}

export function counterNames(inputs: readonly Input[]): QuantityName[] {
  return inputs.map((n) => `input${n}CounterWh` as const);
}

export type Columns = Partial<Record<QuantityName, Float64Array>>;

function saidIn(columns: Columns, slot: number): Quantities {
  const at = (column: Float64Array | undefined): number | null => {
    const value = column?.[slot];
    return value === undefined || Number.isNaN(value) ? null : value;
  };
  const { powerW, input1CurrentA, input2CurrentA } = columns;
  return { powerW: at(powerW), input1CurrentA: at(input1CurrentA), input2CurrentA: at(input2CurrentA) };
}

/** `modulePower` of each slot; NaN where nothing says it. */
export function modulePowers(columns: Columns, input: Input, inputs: number, from: number, to: number): Float64Array {
  const powers = new Float64Array(to - from).fill(Number.NaN);
  const own = columns[`input${input}PowerW`];
  for (let slot = from; slot < to; slot++) {
    const measured = own?.[slot] ?? Number.NaN;
    if (!Number.isNaN(measured)) powers[slot - from] = measured;
    // At night a device says nothing of all of them.
    else if (!Number.isNaN(columns.powerW?.[slot] ?? Number.NaN))
      powers[slot - from] = modulePower(saidIn(columns, slot), input, inputs) ?? Number.NaN;
  }
  return powers;
}

/** What the inputs told between two slots; those that told nothing are left out. */
export function inputDays(
  columns: { mean: Columns; max: Columns },
  inputs: readonly Input[],
  ofProduct: number,
  from: number,
  to: number,
): InputDay[] {
  return inputs.flatMap((input): InputDay[] => {
    let powerSum: number | null = null;
    for (const power of modulePowers(columns.mean, input, ofProduct, from, to)) {
      if (!Number.isNaN(power)) powerSum = (powerSum ?? 0) + power;
    }
    const countedWh = lastOf(columns.max[`input${input}CounterWh`], from, to);
    return powerSum === null && countedWh === null ? [] : [{ input, countedWh, powerSum }];
  });
}

function lastOf(column: Float64Array | undefined, from: number, to: number): number | null {
  for (let slot = to - 1; column && slot >= from; slot--) {
    const value = valueAt(column, slot);
    if (!Number.isNaN(value)) return value;
  }
  return null;
}
