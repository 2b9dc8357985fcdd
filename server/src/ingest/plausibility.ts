// What a device of this size cannot have said: power far above the rated one is no value, and is counted.
import { INPUTS } from '@heliograph/contract/inputs.ts';
import type { Quantities, QuantityName } from '@heliograph/contract/measurements.ts';
import { type EnergySource, maxPowerW } from '../energy/rules/deviceEnergy.ts';
import { rejectedValues } from '../platform/metrics.ts';

/** An input makes no more than the whole device. What flows through the grid, a battery or a load has no rated power here. */
const POWERS: readonly QuantityName[] = ['powerW', ...INPUTS.map((n) => `input${n}PowerW` as const)];
const IS_POWER: ReadonlySet<string> = new Set(POWERS);

/** The same object when all of it is believed. */
export function dropImplausible(said: Quantities, source: EnergySource): Quantities {
  const mostW = maxPowerW(source);
  let kept = said;
  for (const name in said) {
    const quantity = name as QuantityName;
    // Few values of any kind are that large.
    if ((said[quantity] ?? 0) <= mostW || !IS_POWER.has(name)) continue;
    const { [quantity]: _, ...rest } = kept;
    kept = rest;
    rejectedValues.inc({ quantity, reason: 'aboveRated' });
  }
  return kept;
}

type Columns = Partial<Record<QuantityName, Float64Array>>;

/** The same for the columns of a history; NaN is no value there. */
export function dropImplausibleColumns(said: Columns, source: EnergySource): Columns {
  const mostW = maxPowerW(source);
  let kept = said;
  for (const quantity of POWERS) {
    const above = said[quantity]?.reduce((count, value) => count + (value > mostW ? 1 : 0), 0) ?? 0;
    if (above === 0) continue;
    kept = { ...kept, [quantity]: said[quantity]!.map((value) => (value > mostW ? Number.NaN : value)) };
    rejectedValues.inc({ quantity, reason: 'aboveRated' }, above);
  }
  return kept;
}
