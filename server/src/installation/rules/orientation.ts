// The modules at a microinverter's inputs, their orientation and their power.
import { INPUTS, type Input } from '@heliograph/contract/inputs.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';

export type { Input } from '@heliograph/contract/inputs.ts';

/** Returns the serial number of a module, such as "AABB1122_1". */
export function moduleSerial(sn: string, input: Input): string {
  return `${sn}_${input}`;
}

/** Returns the inputs with a panel: those in the newest sample where the device reports inputs, else all of the model. */
export function inputsOf(inputs: number, latest: Quantities): Input[] {
  const attached = INPUTS.filter((n) => [latest[`input${n}VoltageV`], latest[`input${n}PowerW`]].some(Number.isFinite));
  return attached.length > 0 ? attached : INPUTS.slice(0, inputs);
}

/** Returns the inputs to list: those with a panel and those with entered data, as a panel without values still exists. */
export function modulesOf(inputs: number, latest: Quantities, entered: readonly { input: Input }[]): Input[] {
  const named = new Set([...inputsOf(inputs, latest), ...entered.map(({ input }) => input)]);
  return INPUTS.filter((input) => named.has(input));
}

/** Orientation of a module or a device; null: not entered. */
export interface Orientation {
  tiltDeg: number | null;
  azimuthDeg: number | null;
  orientation: 'portrait' | 'landscape' | null;
}

/** Orientation entered for a module itself and for its zone of the layout. */
export interface OrientationOverride extends Orientation {
  zoneTiltDeg: number | null;
  zoneAzimuthDeg: number | null;
  zoneOrientation: 'portrait' | 'landscape' | null;
}

/** Returns the orientation of a module, everywhere the same: that of its zone, else its own, else that of its device. */
export function resolveOrientation(device: Orientation, override: OrientationOverride | undefined): Orientation {
  return {
    tiltDeg: override?.zoneTiltDeg ?? override?.tiltDeg ?? device.tiltDeg,
    azimuthDeg: override?.zoneAzimuthDeg ?? override?.azimuthDeg ?? device.azimuthDeg,
    orientation: override?.zoneOrientation ?? override?.orientation ?? device.orientation,
  };
}

/** Quantities that `modulePower` reads. */
export const MODULE_QUANTITIES: readonly QuantityName[] = [
  'powerW',
  ...INPUTS.map((n) => `input${n}PowerW` as const),
  'input1CurrentA',
  'input2CurrentA',
];

/**
 * Returns the power of one input, W: as measured; of a one-input model the device's own; of a two-input model that reports
 * only currents, its share by current, which is an estimate (both sides meet on one bus). Null when it cannot be derived.
 */
export function modulePower(quantities: Quantities, input: Input, inputs: number): number | null {
  const measured = quantities[`input${input}PowerW`];
  if (typeof measured === 'number') return measured;
  const { powerW, input1CurrentA, input2CurrentA } = quantities;
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
