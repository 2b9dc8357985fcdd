// The table of device families, and the functions that the rest of the server calls.
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

/** Families by folder name. */
export const FAMILIES: Readonly<Record<string, Family>> = { bdm, opendtu, report, rows };

const families = Object.values(FAMILIES);
const profiles = new Map<string, Profile>(families.flatMap((family) => Object.entries(family.profiles)));
const parsers = new Map<string, Parse>(families.flatMap((family) => Object.entries(family.parsers)));

export const PRODUCTS: readonly Product[] = families.flatMap(({ products }) => products);

/** Paths to which devices post their frames. */
export const POST_PATHS: readonly string[] = [...parsers.keys()].filter((path) => path.startsWith('/'));

/** Parses bytes that have just arrived, or that were stored under a serial number. */
export function parseRaw(raw: RawBytes, at: Date, sn?: string): Reading | Rejection {
  return parsers.get(raw.path)?.(raw, at, sn) ?? { rejected: 'path' };
}

export function profileOf(name: string | null): Profile {
  return profiles.get(name ?? '') ?? plainProfile;
}

/** Commands that a gateway of this profile supports, for itself and for its attached devices. */
export function supportedActions(profile: string | null): readonly CommandAction[] {
  const { acceptsCommands: obeys, commandSignals: understands = [] } = profileOf(profile);
  return obeys ? COMMAND_ACTIONS : understands;
}

/** A quantity of a device by the name of its chart line (device/powerParamateMap). */
export interface Parameter {
  name: string;
  unit: string;
  quantity: QuantityName;
}

/** A device as tables and charts need it: its product's data, and the reported quantities from its live row. */
export interface SayingDevice {
  frameProfile: string | null;
  inputs: number;
  /** Newest values; null for a quantity that is no longer reported. */
  quantities?: Quantities;
}

const reportedNames = (quantities: Quantities = {}): QuantityName[] => Object.keys(quantities) as QuantityName[];

export function parametersOf({ frameProfile, inputs, quantities }: SayingDevice): Parameter[] {
  const lines = profileOf(frameProfile).lines(inputs);
  const lineQuantities = new Set(lines.map(([, quantity]) => quantity));
  const others = linesOf(reportedNames(quantities)).filter(([, quantity]) => !lineQuantities.has(quantity));
  return [...lines, ...others].map(([name, quantity]) => ({
    name,
    unit: unitSign(QUANTITIES[quantity].unit),
    quantity,
  }));
}

/** Columns of a table of a device's samples. */
export function columnsOf({ frameProfile, inputs, quantities }: SayingDevice): QuantityName[] {
  return inTableOrder([...profileOf(frameProfile).reports(inputs), ...reportedNames(quantities)]);
}

/** Parameters of the energy rules for a device. Its maximum power is its rating, or the maximum of its kind. */
export function energySource(
  profile: string | null,
  ratedPowerW: number,
  { timeZone, latitude, longitude }: Pick<EnergySource, 'timeZone' | 'latitude' | 'longitude'>,
): EnergySource {
  const { energyCounter, maxRatedW } = profileOf(profile);
  const { counter, wrapWh, stepWh } = energyCounter;
  return { counter, wrapWh, stepWh, ratedPowerW: ratedPowerW || maxRatedW, timeZone, latitude, longitude };
}
