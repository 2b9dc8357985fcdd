// What an amount of solar energy stands for: CO2, days of a cork oak, a car's way, lamp hours, oil.
import type { Benefit } from '@heliograph/contract/entities/statistics.ts';
import { EQUIVALENTS } from '@heliograph/contract/equivalents.ts';

/** Null (no energy known) gives "" everywhere. */
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
