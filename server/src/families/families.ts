// The table of device families, and what the rest of the server asks of them.
import { COMMAND_ACTIONS, type CommandAction } from '@heliograph/contract/commands.ts';
import { QUANTITIES, type Quantities, type QuantityName, unitSign } from '@heliograph/contract/measurements.ts';
import type { EnergySource } from '../energy/rules/deviceEnergy.ts';
import { bdm } from './bdm/bdm.ts';
import { inTableOrder, linesOf } from './chartLines.ts';
import type { Family, Parse, Product, Profile, RawBytes, Reading, Rejection } from './family.ts';
import { opendtu } from './opendtu/opendtu.ts';
import { report } from './report/report.ts';
import { plainProfile, rows } from './rows.ts';

export { OPENDTU_MODEL, openDtuCommand } from './opendtu/opendtu.ts';
export { createOpenDtuParser, QUIET_MS } from './opendtu/topicParser.ts';
export { productOfAnnounced, type ReportRow, readingOfReport } from './report/report.ts';

/** By the name of its folder. */
export const FAMILIES: Readonly<Record<string, Family>> = { bdm, opendtu, report, rows };

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

/** What a gateway of this profile can be told, for itself and for what hangs on it. */
export function supportedActions(profile: string | null): readonly CommandAction[] {
  const { acceptsCommands: obeys, commandSignals: understands = [] } = profileOf(profile);
  return obeys ? COMMAND_ACTIONS : understands;
}

/** A quantity that a device sends, by the name that charts take as a line (device/powerParamateMap). */
export interface Parameter {
  name: string;
  unit: string;
  quantity: QuantityName;
}

/** What tables and charts know of a device: its product, and by its live row what it was heard to say. */
export interface SayingDevice {
  frameProfile: string | null;
  inputs: number;
  /** Its newest values, null for what it told before. */
  quantities?: Quantities;
}

const heard = (quantities: Quantities = {}): QuantityName[] => Object.keys(quantities) as QuantityName[];

export function parametersOf({ frameProfile, inputs, quantities }: SayingDevice): Parameter[] {
  const lines = profileOf(frameProfile).lines(inputs);
  const named = new Set(lines.map(([, quantity]) => quantity));
  const others = linesOf(heard(quantities)).filter(([, quantity]) => !named.has(quantity));
  return [...lines, ...others].map(([name, quantity]) => ({
    name,
    unit: unitSign(QUANTITIES[quantity].unit),
    quantity,
  }));
}

/** The columns of a table of a device's samples. */
export function columnsOf({ frameProfile, inputs, quantities }: SayingDevice): QuantityName[] {
  return inTableOrder([...profileOf(frameProfile).reports(inputs), ...heard(quantities)]);
}

/** How the energy rules have to read a device. What it can make at most is its rated power, or what none of its kind exceeds. */
export function energySource(
  profile: string | null,
  ratedPowerW: number,
  { timeZone, latitude, longitude }: Pick<EnergySource, 'timeZone' | 'latitude' | 'longitude'>,
): EnergySource {
  const { energyCounter, maxRatedW: mostRatedW } = profileOf(profile);
  const { counter, wrapWh, stepWh } = energyCounter;
  return { counter, wrapWh, stepWh, ratedPowerW: ratedPowerW || mostRatedW, timeZone, latitude, longitude };
}
