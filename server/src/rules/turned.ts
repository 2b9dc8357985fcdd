// What a meter or a battery that is installed the other way round measures, as its plant counts it: what has a direction changes its sign.
import { PHASES, type Quantities, type QuantityName } from '@heliograph/contract/measurements.ts';

/** A power factor's sign is the device's own affair. */
export const TURNED: ReadonlySet<QuantityName> = new Set([
  'gridPowerW',
  'reactivePowerVar',
  'batteryPowerW',
  'batteryCurrentA',
  ...PHASES.flatMap((n) => [`l${n}PowerW`, `l${n}CurrentA`, `l${n}ReactivePowerVar`] as const),
]);

export function turned(quantities: Quantities): Quantities {
  return Object.fromEntries(
    Object.entries(quantities).map(([name, value]) => [
      name,
      typeof value === 'number' && TURNED.has(name as QuantityName) ? -value + 0 : value,
    ]),
  );
}
