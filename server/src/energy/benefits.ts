// Converts solar energy into everyday equivalents: CO2, days of a cork oak, kilometres by car, lamp hours, barrels of oil.
import type { Benefit } from '@heliograph/contract/entities/statistics.ts';
import { EQUIVALENTS } from '@heliograph/contract/equivalents.ts';

/** Returns empty texts for null (no energy known). */
export function benefitsOf(energyWh: number | null): Benefit {
  const kWh = (energyWh ?? 0) / 1000;
  const co2 = kWh * EQUIVALENTS.co2KgPerKwh;
  const text = (value: number, digits: number): string => (energyWh === null ? '' : value.toFixed(digits));
  return {
    co2: text(co2, 2),
    co2Unit: 'kg',
    tree: text(co2 / EQUIVALENTS.co2KgPerCorkOakDay, 1),
    treeUnit: 'Trees',
    car: text(co2 / EQUIVALENTS.co2KgPerCarKm, 1),
    carUnit: 'km',
    light: text(kWh / EQUIVALENTS.lampKw, 1),
    lightUnit: 'H',
    oil: text(kWh / EQUIVALENTS.kwhPerBarrel, 3),
    oilUnit: 'BBL',
  };
}
