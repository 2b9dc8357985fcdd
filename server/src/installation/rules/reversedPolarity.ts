// Corrects the values of a device that is installed in reverse: quantities with a direction change their sign.
import type { SETTABLE } from '@heliograph/contract/flows.ts';
import { PHASES } from '@heliograph/contract/inputs.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import type { MeterSetting } from './flowRoles.ts';

type Reversal = Pick<MeterSetting, 'reversed' | 'batteryReversed'>;

const OF_GRID: readonly QuantityName[] = ['gridPowerW'];
const OF_BATTERY: readonly QuantityName[] = ['batteryPowerW', 'batteryCurrentA'];
/** Quantities of a device that measures only one place. The sign of a power factor is defined by the device itself. */
const OF_PLACE: readonly QuantityName[] = [
  'reactivePowerVar',
  ...PHASES.flatMap((n) => [`l${n}PowerW`, `l${n}CurrentA`, `l${n}ReactivePowerVar`] as const),
];

/** Returns the quantities to reverse. An inverter's phases are its own output, whatever is connected to it: only its grid and battery values may be reversed. */
export function reversedQuantities(
  settable: (typeof SETTABLE)[number] | null,
  { reversed, batteryReversed }: Reversal,
): ReadonlySet<QuantityName> {
  if (settable === null) return new Set();
  return new Set([
    ...(reversed ? OF_GRID : []),
    ...(batteryReversed ? OF_BATTERY : []),
    ...(reversed && settable !== 'inverter' ? OF_PLACE : []),
  ]);
}

export function reversePolarity(quantities: Quantities, names: ReadonlySet<QuantityName>): Quantities {
  if (names.size === 0) return quantities;
  return Object.fromEntries(
    Object.entries(quantities).map(([name, value]) => [
      name,
      typeof value === 'number' && names.has(name as QuantityName) ? -value + 0 : value,
    ]),
  );
}
