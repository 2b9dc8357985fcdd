// States and regions of countries, by ISO 3166-2.
import { iso31662 } from 'iso-3166';

export interface State {
  /** "DE-BW". */
  code: string;
  name: string;
}

const NAMES: ReadonlyMap<string, string> = new Map(iso31662.map(({ code, name }) => [code, name]));

/** The first level only: France's regions, not its departments; by name. */
export function statesOf(country: string): State[] {
  return iso31662
    .filter(({ parent }) => parent === country)
    .map(({ code, name }) => ({ code, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** '' for a code that does not exist. */
export function stateName(code: string): string {
  return NAMES.get(code) ?? '';
}

/** Any level of the country's division. */
export function isStateOf(code: string, country: string): boolean {
  return code.startsWith(`${country}-`) && NAMES.has(code);
}
