// The modules behind a microinverter's inputs and what is known of each.
import { INPUTS, type Input } from '@heliograph/contract/inputs.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';

export type { Input } from '@heliograph/contract/inputs.ts';

/** "AABB1122_1". */
export function moduleSerial(sn: string, input: Input): string {
  return `${sn}_${input}`;
}

/** Inputs with a panel: those the newest sample speaks of where the device tells them apart, else all that the model has. */
export function inputsOf(inputs: number, latest: Quantities): Input[] {
  const attached = INPUTS.filter((n) => [latest[`input${n}VoltageV`], latest[`input${n}PowerW`]].some(Number.isFinite));
  return attached.length > 0 ? attached : INPUTS.slice(0, inputs);
}

/** The inputs that lists name: those with a panel, and those of which something is said: a panel that went dark is still there. */
export function modulesOf(inputs: number, latest: Quantities, said: readonly { input: Input }[]): Input[] {
  const named = new Set([...inputsOf(inputs, latest), ...said.map(({ input }) => input)]);
  return INPUTS.filter((input) => named.has(input));
}

/** How a module or a device lies; null: not said. */
export interface Orientation {
  tiltDeg: number | null;
  azimuthDeg: number | null;
  orientation: 'portrait' | 'landscape' | null;
}

/** What is said of a module itself, and by the zone of the layout in which it lies. */
export interface OrientationOverride extends Orientation {
  zoneTiltDeg: number | null;
  zoneAzimuthDeg: number | null;
  zoneOrientation: 'portrait' | 'landscape' | null;
}

/** How a module lies, for all that ask: as its zone says, else as is said of itself, else as its device does. */
export function resolveOrientation(device: Orientation, said: OrientationOverride | undefined): Orientation {
  return {
    tiltDeg: said?.zoneTiltDeg ?? said?.tiltDeg ?? device.tiltDeg,
    azimuthDeg: said?.zoneAzimuthDeg ?? said?.azimuthDeg ?? device.azimuthDeg,
    orientation: said?.zoneOrientation ?? said?.orientation ?? device.orientation,
  };
}

/** What `modulePower` reads. */
export const MODULE_QUANTITIES: readonly QuantityName[] = [
  'powerW',
  ...INPUTS.map((n) => `input${n}PowerW` as const),
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
