// What a device measures the other way round as it is installed, as its plant counts it: what has a direction changes its sign.
import type { SETTABLE } from '@heliograph/contract/flows.ts';
import { PHASES } from '@heliograph/contract/inputs.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import type { MeterSetting } from './flowRoles.ts';

type Turn = Pick<MeterSetting, 'reversed' | 'batteryReversed'>;

const OF_GRID: readonly QuantityName[] = ['gridPowerW'];
const OF_BATTERY: readonly QuantityName[] = ['batteryPowerW', 'batteryCurrentA'];
/** Of what measures one place alone. A power factor's sign is the device's own affair. */
const OF_PLACE: readonly QuantityName[] = [
  'reactivePowerVar',
  ...PHASES.flatMap((n) => [`l${n}PowerW`, `l${n}CurrentA`, `l${n}ReactivePowerVar`] as const),
];

/** An inverter's phases are its own side, whatever hangs on it: of it only the grid or the battery may be turned. */
export function reversedQuantities(
  settable: (typeof SETTABLE)[number] | null,
  { reversed, batteryReversed }: Turn,
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
