// Drops implausible values: power far above a device's rated power is removed and counted in a metric.
import { INPUTS } from '@heliograph/contract/inputs.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { type EnergySource, maxPowerW } from '../energy/rules/deviceEnergy.ts';
import { rejectedValues } from '../platform/metrics.ts';

/** An input produces no more than the whole device. Flows of the grid, a battery or a load have no rated power to compare with. */
const POWERS: readonly QuantityName[] = ['powerW', ...INPUTS.map((n) => `input${n}PowerW` as const)];
const IS_POWER: ReadonlySet<string> = new Set(POWERS);

/** Returns the plausible quantities; the same object if all are. */
export function dropImplausible(reported: Quantities, source: EnergySource): Quantities {
  const maxW = maxPowerW(source);
  let plausible = reported;
  for (const name in reported) {
    const quantity = name as QuantityName;
    // Few values of any kind are that large.
    if ((reported[quantity] ?? 0) <= maxW || !IS_POWER.has(name)) continue;
    const { [quantity]: _, ...rest } = plausible;
    plausible = rest;
    rejectedValues.inc({ quantity, reason: 'aboveRated' });
  }
  return plausible;
}

type Columns = Partial<Record<QuantityName, Float64Array>>;

/** Does the same for the columns of a history, in which NaN is no value. */
export function dropImplausibleColumns(reported: Columns, source: EnergySource): Columns {
  const maxW = maxPowerW(source);
  let plausible = reported;
  for (const quantity of POWERS) {
    const above = reported[quantity]?.reduce((count, value) => count + (value > maxW ? 1 : 0), 0) ?? 0;
    if (above === 0) continue;
    plausible = { ...plausible, [quantity]: reported[quantity]!.map((value) => (value > maxW ? Number.NaN : value)) };
    rejectedValues.inc({ quantity, reason: 'aboveRated' }, above);
  }
  return plausible;
}
