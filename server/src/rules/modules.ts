// The modules behind a microinverter's inputs and what is known of each.
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';

export type Input = 1 | 2 | 3 | 4;

/** "AABB1122_1". */
export function moduleSerial(sn: string, input: Input): string {
  return `${sn}_${input}`;
}

/** Inputs with a panel: those the newest sample speaks of where the model tells them apart, else all that the model has. */
export function inputsOf(inputs: number, latest: Quantities): Input[] {
  const all = ([1, 2, 3, 4] as const).slice(0, inputs);
  const attached = all.filter((n) => [latest[`input${n}VoltageV`], latest[`input${n}PowerW`]].some(Number.isFinite));
  return attached.length > 0 ? attached : all;
}

/** What `modulePower` reads. */
export const MODULE_QUANTITIES: readonly QuantityName[] = [
  'powerW',
  'input1PowerW',
  'input2PowerW',
  'input3PowerW',
  'input4PowerW',
  'input1CurrentA',
  'input2CurrentA',
];

/**
 * Power of one input, W: as measured; of a one-input model the device's own; of a two-input model that tells currents alone,
 * its share of the current, which is an estimate (both sides meet on one bus). Null when nothing says it.
 */
export function modulePower(said: Quantities, input: Input, inputs: number): number | null {
  const measured = said[`input${input}PowerW`];
  if (typeof measured === 'number') return measured;
  const { powerW, input1CurrentA, input2CurrentA } = said;
  if (typeof powerW !== 'number') return null;
  if (inputs === 1) return powerW;
  if (inputs !== 2 || typeof input1CurrentA !== 'number' || typeof input2CurrentA !== 'number') return null;
  const current = input1CurrentA + input2CurrentA;
  return current <= 0
    ? powerW === 0
      ? 0
      : null
    : (powerW * (input === 1 ? input1CurrentA : input2CurrentA)) / current;
}
