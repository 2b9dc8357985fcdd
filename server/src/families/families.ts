// The table of device families, and what the rest of the server asks of them.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import type { EnergySource } from '../rules/energy.ts';
import { bdm } from './bdm/bdm.ts';
import type { Family, Parse, Product, Profile, RawBytes, Reading, Rejection } from './family.ts';
import { plainProfile, rows } from './rows.ts';

/** By the name of its folder. */
export const FAMILIES: Readonly<Record<string, Family>> = { bdm, rows };

const families = Object.values(FAMILIES);
const profiles = new Map<string, Profile>(families.flatMap((family) => Object.entries(family.profiles)));
const parsers = new Map<string, Parse>(families.flatMap((family) => Object.entries(family.parsers)));

export const PRODUCTS: readonly Product[] = families.flatMap(({ products }) => products);

/** Where devices post their frames. */
export const POST_PATHS: readonly string[] = [...parsers.keys()].filter((path) => path.startsWith('/'));

/** Bytes that came in, or that were kept under a serial number. */
export function parseRaw(raw: RawBytes, at: Date, sn?: string): Reading | Rejection {
  return parsers.get(raw.path)?.(raw, at, sn) ?? { rejected: 'path' };
}

export function profileOf(name: string | null): Profile {
  return profiles.get(name ?? '') ?? plainProfile;
}

/** A quantity that a device sends, by the name that charts take as a line (device/powerParamateMap). */
export interface Parameter {
  name: string;
  unit: string;
  quantity: QuantityName;
}

export function parametersOf({ frameProfile, inputs }: { frameProfile: string | null; inputs: number }): Parameter[] {
  return profileOf(frameProfile)
    .lines(inputs)
    .map(([name, quantity]) => {
      const { unit } = QUANTITIES[quantity];
      return { name, unit: unit === 'degC' ? '°C' : unit, quantity };
    });
}

/** How the energy rules have to read a device. */
export function energySource(
  profile: string | null,
  ratedPowerW: number,
  { timeZone, latitude, longitude }: Pick<EnergySource, 'timeZone' | 'latitude' | 'longitude'>,
): EnergySource {
  const { counter, wrapWh, stepWh } = profileOf(profile).energyCounter;
  return { counter, wrapWh, stepWh, ratedPowerW, timeZone, latitude, longitude };
}
