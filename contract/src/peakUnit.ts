// Units of peak power as a language writes them.

/** Returns "kWp", "kWh/kWp" and the like with the letters of the language: French has "kWc" (crête). */
export const peakUnit = (unit: string, language: string): string =>
  language.startsWith('fr') ? unit.replace('Wp', 'Wc') : unit;
