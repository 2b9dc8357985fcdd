// Unit and digits of an energy in reports: the same on the page, in PDFs, workbooks and mails.

interface EnergyScale {
  /** The value in kWh is divided by it. */
  by: number;
  unit: 'kWh' | 'MWh';
  /** Decimals of three significant digits; at least two decimals of a unit below ten. */
  digits: number;
}

/** Each figure chooses its own unit: 3.14 kWh stays so next to 1.00 MWh. */
export function reportEnergyScale(kWh: number): EnergyScale {
  const [by, unit] = Math.abs(kWh) >= 999.5 ? ([1000, 'MWh'] as const) : ([1, 'kWh'] as const);
  const size = Math.abs(kWh / by);
  return { by, unit, digits: size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2 };
}
