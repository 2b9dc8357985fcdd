// What an amount of solar energy stands for: CO2, trees, a car's way, lamp hours, oil.
import type { Response } from '@heliograph/contract/calls.ts';

/** kg a kWh from the grid would have made. World average of 2024 (Ember, Global Electricity Review 2025: 473 g/kWh), rounded down. */
const CO2_KG_PER_KWH = 0.47;
/** kg of CO2 that a grown tree takes up in a year (48 lb; US Department of Agriculture). */
const CO2_KG_PER_TREE_YEAR = 21.77;
/** spec.md section 9: a car at an average of 290 grams per mile. */
const CO2_KG_PER_CAR_KM = 0.29 / 1.609344;
/** spec.md section 9: a standard 60 W bulb. */
const LAMP_KW = 0.06;
/** Barrel of oil equivalent: 5.8 million BTU (US Internal Revenue Service). */
const KWH_PER_BARREL = 1699.8;

type Benefit = Response<'site/overview'>['benefit'];

/** Null (no energy known) gives "" everywhere. */
export function benefitsOf(energyWh: number | null): Benefit {
  const kWh = (energyWh ?? 0) / 1000;
  const co2 = kWh * CO2_KG_PER_KWH;
  const text = (value: number, digits: number): string => (energyWh === null ? '' : value.toFixed(digits));
  return {
    co2: text(co2, 2),
    co2Unit: 'kg',
    tree: text(co2 / CO2_KG_PER_TREE_YEAR, 2),
    treeUnit: 'Trees',
    car: text(co2 / CO2_KG_PER_CAR_KM, 1),
    carUnit: 'km',
    light: text(kWh / LAMP_KW, 1),
    lightUnit: 'H',
    oil: text(kWh / KWH_PER_BARREL, 3),
    oilUnit: 'BBL',
  };
}
