// Environmental benefits of a kWh of solar energy: constants with their sources, for figures and explanations.

export const EQUIVALENTS = {
  /** kg of CO2 a kWh from the grid would have made. World average of 2024 (Ember, Global Electricity Review 2025: 473 g/kWh), rounded down. */
  co2KgPerKwh: 0.47,
  /**
   * kg of CO2 that a cork oak absorbs in a day (spec.md section 9 counts by cork oak and day). There is no agreed figure
   * for a single cork oak, so this is that of a grown tree, 48 lb or 21.77 kg a year (US Department of Agriculture), by 365.
   */
  co2KgPerCorkOakDay: 21.77 / 365,
  /** spec.md section 9: a car at an average of 290 grams per mile, which is 180 grams per km. */
  co2KgPerCarKm: 0.29 / 1.609344,
  /** spec.md section 9: a standard 60 W bulb. */
  lampKw: 0.06,
  /** Barrel of oil equivalent: 5.8 million BTU (US Internal Revenue Service). */
  kwhPerBarrel: 1699.8,
} as const;
