// States and regions of countries, by ISO 3166-2.
import { iso31662 } from 'iso-3166';

export interface State {
  /** Code such as "DE-BW". */
  code: string;
  name: string;
}

const NAMES: ReadonlyMap<string, string> = new Map(iso31662.map(({ code, name }) => [code, name]));

/** Returns the first-level divisions, such as France's regions but not its departments, ordered by name. */
export function statesOf(country: string): State[] {
  return iso31662
    .filter(({ parent }) => parent === country)
    .map(({ code, name }) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Returns the name of a state; '' for an unknown code. */
export function stateName(code: string): string {
  return NAMES.get(code) ?? '';
}

/** Whether the code is a division of the country, of any level. */
export function isStateOf(code: string, country: string): boolean {
  return code.startsWith(`${country}-`) && NAMES.has(code);
}
