// Devices that use the report protocol (docs/devices/protocol.md), by themselves or through a gateway: one product per kind for unknown models, their profiles, and the parser from a report's row to a reading.
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { REPORT_KINDS, type ReportKind } from '@heliograph/contract/report.ts';
import { type ParsedReport, quantitiesOf, reportNames } from '@heliograph/contract/reportFields.ts';
import { BATTERY_CONTROL } from '../batteryControl.ts';
import { linesOf } from '../chartLines.ts';
import { type Family, MODES, type Product, type Profile, type RawBytes, type Reading } from '../family.ts';
import { GRID_PROTECTION } from '../gridProtection.ts';
import type { Kind } from '../kinds.ts';
import { OF_GATEWAY, OF_OUTPUT } from '../outputFunctions.ts';
import { LateBytes, readingOfRow } from '../rows.ts';

interface KindFacts {
  model: number;
  /** Name in lists; a brand name only for devices built to this protocol. */
  name: string;
  phases: number;
  /** Quantities that all devices of the kind report; they always have a chart line and a column. */
  always: readonly QuantityName[];
  maxRatedW: number;
}

const AC = ['gridVoltageV', 'frequencyHz'] as const;

/** Model codes start at 10,000, so that none equals a rated power. */
const KINDS: Record<ReportKind, KindFacts> = {
  gateway: { model: 10_000, name: 'HG-1', phases: 1, always: [], maxRatedW: 0 },
  microinverter: {
    model: 10_001,
    name: 'Microinverter',
    phases: 1,
    always: ['powerW', ...AC, 'temperatureC'],
    maxRatedW: 10_000,
  },
  inverter: {
    model: 10_002,
    name: 'Inverter',
    phases: 3,
    always: ['powerW', ...AC, 'temperatureC'],
    maxRatedW: 350_000,
  },
  hybrid: {
    model: 10_003,
    name: 'Hybrid inverter',
    phases: 3,
    always: ['powerW', 'gridPowerW', 'loadPowerW', 'batteryPowerW', 'batterySocPercent', ...AC, 'temperatureC'],
    maxRatedW: 150_000,
  },
  battery: {
    model: 10_004,
    name: 'Battery',
    phases: 1,
    always: ['batteryPowerW', 'batterySocPercent'],
    maxRatedW: 0,
  },
  meter: {
    model: 10_005,
    name: 'Meter',
    phases: 3,
    always: ['gridPowerW', 'gridImportWh', 'gridExportWh'],
    maxRatedW: 0,
  },
  sensor: { model: 10_006, name: 'Sensor', phases: 1, always: [], maxRatedW: 0 },
};

const profileName = (kind: ReportKind): string => `report ${kind}`;
const KIND_OF = new Map(REPORT_KINDS.map((kind) => [profileName(kind), kind]));
/** Kind of the products of other families, which gateways report, too. */
const DEFAULT_KIND: ReportKind = 'microinverter';

function profileOf(kind: ReportKind): Profile {
  const { always, maxRatedW } = KINDS[kind];
  return {
    lines: () => linesOf(always),
    reports: () => always,
    modes: kind === 'microinverter' ? MODES : {},
    // Gateways report lifetime counters in tenths of a kWh or finer.
    energyCounter: { counter: 'lifetime', wrapWh: null, stepWh: 100 },
    maxRatedW,
    expectedUploadS: 60,
    signsIn: true,
    acceptsCommands: true,
    servicePassword: null,
    isSerialNumber: (sn) => SERIAL_NUMBER.test(sn),
  };
}

/** Kinds with grid protection: devices that feed in, and gateways, which monitor the grid for their devices. */
const PROTECTING_KINDS: readonly ReportKind[] = ['gateway', 'microinverter', 'inverter', 'hybrid'];

const PRODUCTS = REPORT_KINDS.map((kind): Product => {
  const { model, name, phases } = KINDS[kind];
  // The device reports its number of inputs.
  const product = { model, name, kind, inputs: 0, phases, ratedPowerW: 0, profile: profileName(kind) };
  const parameters = [
    ...(PROTECTING_KINDS.includes(kind) ? GRID_PROTECTION : []),
    ...(kind === 'hybrid' || kind === 'battery' ? BATTERY_CONTROL : []),
  ];
  if (parameters.length === 0) return product;
  if (!PROTECTING_KINDS.includes(kind)) return { ...product, parameters };
  return { ...product, parameters, functions: kind === 'gateway' ? OF_GATEWAY : OF_OUTPUT };
});

/** Further portal kind of a report kind; reports distinguish fewer kinds. */
const ALTERNATIVE_KIND: Partial<Record<ReportKind, Kind>> = { inverter: 'string', hybrid: 'allInOne' };

/** Returns the product of an announced device: the one of that kind with its model's name, else the generic one of its kind. */
export function productOfAnnounced<P extends Pick<Product, 'name' | 'kind'>>(
  products: readonly P[],
  { kind, model }: { kind: ReportKind; model: string },
): P | undefined {
  const normalize = (name: string): string => name.trim().toUpperCase();
  return (
    products.find(
      (product) =>
        (product.kind === kind || product.kind === ALTERNATIVE_KIND[kind]) &&
        normalize(product.name) === normalize(model),
    ) ?? products.find((product) => product.kind === kind && product.name === KINDS[kind].name)
  );
}

/** One device's row of a report as received, with serial number, instant and status checked. */
export interface ReportRow {
  sn: string;
  at: Date;
  /** Bits of the status word. */
  statusBits: number;
  /** -1: not reported. */
  mode: number;
  /** Quantities as received, unchecked. */
  q: unknown;
}

/**
 * Returns a row's reading and the numbers of unknown and rejected values. `kind`: as the device was announced; undefined: it
 * was not, and its names are read as those of the product that it is registered as.
 */
export function readingOfReport(
  gateway: string,
  kind: ReportKind | undefined,
  { sn, at, statusBits, mode, q }: ReportRow,
): { reading: Reading } & Omit<ParsedReport, 'quantities'> {
  if (kind === undefined) {
    const { said, unknown, rejected } = reportable(q);
    return { reading: unannounced({ gateway, sn, at, statusBits, mode, said }), unknown, rejected };
  }
  const { quantities, unknown, rejected } = quantitiesOf(kind, q);
  const reading = readingOfRow({ gateway, sn, at, statusBits, mode, countsLife: true, quantities }, true);
  return { reading, unknown, rejected };
}

/** Path under which the row of an unannounced device is stored. */
const STORED_PATH = 'unannounced';

interface Unannounced extends Omit<ReportRow, 'q'> {
  gateway: string;
  said: Readonly<Record<string, number>>;
}

function unannounced(row: Unannounced): Reading {
  const { gateway, sn, at, statusBits, mode, said } = row;
  return {
    sn,
    at,
    gateway,
    plant: undefined,
    statusBits,
    mode,
    firmware: null,
    imported: false,
    countsLife: true,
    profileGuess: null,
    quantities: (profile) => quantitiesOf(KIND_OF.get(profile ?? '') ?? DEFAULT_KIND, said).quantities,
    raw: new LateBytes(STORED_PATH, row, unannouncedBytes),
  };
}

const unannouncedBytes = ({ gateway, at, said, statusBits, mode }: Unannounced): string =>
  JSON.stringify({ gateway, atMs: at.getTime(), said, statusBits, mode });

/** Parses bytes written by `unannounced`; older ones have no instant and were stored with it (`at`). */
function parseStored({ body }: RawBytes, at: Date, sn = ''): Reading {
  const { atMs, ...row } = JSON.parse(Buffer.from(body).toString()) as Omit<Unannounced, 'sn' | 'at'> & {
    atMs?: number;
  };
  return unannounced({ ...row, sn, at: atMs === undefined ? at : new Date(atMs) });
}

const REPORTABLE = new Set(REPORT_KINDS.flatMap((kind) => [...reportNames(kind).keys()]));

/** Returns the values that some kind of device can report; the same object if all are valid. The input is untrusted. */
function reportable(q: unknown): { said: Readonly<Record<string, number>> } & Omit<ParsedReport, 'quantities'> {
  const values = (q ?? {}) as Record<string, number | null>;
  const names = Object.keys(values);
  let unknown = 0;
  let rejected = 0;
  const valid = names.filter((name) => {
    const value = values[name];
    if (!REPORTABLE.has(name)) unknown++;
    else if (Number.isFinite(value)) return true;
    else if (value !== null) rejected++;
    return false;
  });
  const isComplete = names.length > 0 && valid.length === names.length;
  const said = isComplete ? values : Object.fromEntries(valid.map((name) => [name, values[name]!]));
  return { said: said as Record<string, number>, unknown, rejected };
}

export const report: Family = {
  products: PRODUCTS,
  profiles: Object.fromEntries(REPORT_KINDS.map((kind) => [profileName(kind), profileOf(kind)])),
  parsers: { [STORED_PATH]: parseStored },
};
