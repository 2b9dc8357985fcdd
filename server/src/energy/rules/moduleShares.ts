// Divides a device's energy of one day among its modules by the values of its inputs, so that the shares always add up.

import { INPUTS, type Input } from '@heliograph/contract/inputs.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { modulePower } from '../../installation/rules/orientation.ts';
import { valueAt } from './series.ts';

/** Values of one input on a day. */
export interface InputDay {
  input: Input;
  /** Last reading of its own daily counter, Wh; null: it has none. */
  countedWh: number | null;
  /** Sum of its mean powers over slots of equal length; null: no power. */
  powerSum: number | null;
}

export interface Shares {
  /** Share of each input with any value, 0..1. */
  byInput: ReadonlyMap<Input, number>;
  /** `whole`: the only input has all of it. */
  basis: 'counted' | 'integrated' | 'whole';
}

/** Accepted relative deviation: inputs count in steps, and start and end with other ones than their device. */
const TOLERANCE = 0.05;

/**
 * Returns shares by the counters of the inputs if together they match the device's energy; null: they do not, as after a
 * restart during the day, or where an input has no counter.
 */
export function sharesByCounters(
  deviceWh: number,
  inputs: readonly Pick<InputDay, 'input' | 'countedWh'>[],
  stepWh: number,
): Shares | null {
  const counting = inputs.filter(({ countedWh }) => countedWh !== null);
  const sum = counting.reduce((all, { countedWh }) => all + countedWh!, 0);
  if (sum <= 0 || Math.abs(sum - deviceWh) > TOLERANCE * deviceWh + counting.length * stepWh) return null;
  return sharesBy(counting, sum, ({ countedWh }) => countedWh!, 'counted');
}

/** Returns the shares; null: the inputs cannot be distinguished. */
export function sharesOf(deviceWh: number, inputs: readonly InputDay[], stepWh: number): Shares | null {
  if (inputs.length === 0) return null;
  if (inputs.length === 1) return { byInput: new Map([[inputs[0]!.input, 1]]), basis: 'whole' };
  const counted = sharesByCounters(deviceWh, inputs, stepWh);
  if (counted) return counted;
  const power = inputs.reduce((all, { powerSum }) => all + (powerSum ?? 0), 0);
  if (power > 0) return sharesBy(inputs, power, ({ powerSum }) => powerSum ?? 0, 'integrated');
  const wh = inputs.reduce((all, { countedWh }) => all + (countedWh ?? 0), 0);
  if (wh > 0) return sharesBy(inputs, wh, ({ countedWh }) => countedWh ?? 0, 'counted');
  // Without energy each input has a share of zero.
  return deviceWh === 0 ? sharesBy(inputs, 1, () => 0, 'integrated') : null;
}

function sharesBy<Of extends { input: Input }>(
  inputs: readonly Of[],
  all: number,
  partOf: (input: Of) => number,
  basis: Shares['basis'],
): Shares {
  return { byInput: new Map(inputs.map((entry) => [entry.input, partOf(entry) / all])), basis };
}

/** Returns the inputs that may have values: as many as its product has, or as the device ever reported. */
export function inputsToRead(inputs: number, reported: Quantities): Input[] {
  const used = INPUTS.filter((n) => PER_INPUT.some((what) => `input${n}${what}` in reported));
  return INPUTS.slice(0, Math.max(inputs, ...used));
}

const PER_INPUT = ['PowerW', 'VoltageV', 'CurrentA', 'CounterWh'] as const;

/** Returns the quantities that make up the power of these inputs; currents distinguish only two inputs on one bus. */
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

function quantitiesAt(columns: Columns, slot: number): Quantities {
  const at = (column: Float64Array | undefined): number | null => {
    const value = column?.[slot];
    return value === undefined || Number.isNaN(value) ? null : value;
  };
  const { powerW, input1CurrentA, input2CurrentA } = columns;
  return { powerW: at(powerW), input1CurrentA: at(input1CurrentA), input2CurrentA: at(input2CurrentA) };
}

/** Returns `modulePower` of each slot; NaN: unknown. */
export function modulePowers(columns: Columns, input: Input, inputs: number, from: number, to: number): Float64Array {
  const powers = new Float64Array(to - from).fill(Number.NaN);
  const own = columns[`input${input}PowerW`];
  for (let slot = from; slot < to; slot++) {
    const measured = own?.[slot] ?? Number.NaN;
    if (!Number.isNaN(measured)) powers[slot - from] = measured;
    // At night a device reports none of these.
    else if (!Number.isNaN(columns.powerW?.[slot] ?? Number.NaN))
      powers[slot - from] = modulePower(quantitiesAt(columns, slot), input, inputs) ?? Number.NaN;
  }
  return powers;
}

/** Returns the values of the inputs between two slots; inputs without values are left out. */
export function inputDays(
  columns: { mean: Columns; max: Columns },
  inputs: readonly Input[],
  productInputs: number,
  from: number,
  to: number,
): InputDay[] {
  return inputs.flatMap((input): InputDay[] => {
    let powerSum: number | null = null;
    const powers = modulePowers(columns.mean, input, productInputs, from, to);
    for (let slot = 0; slot < powers.length; slot++) {
      if (!Number.isNaN(powers[slot])) powerSum = (powerSum ?? 0) + powers[slot]!;
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
