// Devices that speak the report protocol (docs/devices/protocol.md), by themselves or through a gateway: one product per kind for unknown models, their profiles, and the parser from a report's row to a reading.
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
  /** What it is called in lists; a name of its own alone for what is built to this protocol. */
  name: string;
  phases: number;
  /** What all of the kind tell: always a line and a column. */
  always: readonly QuantityName[];
  mostRatedW: number;
}

const AC = ['gridVoltageV', 'frequencyHz'] as const;

/** Model codes are from 10,000 on, so that none is that of a rated power. */
const KINDS: Record<ReportKind, KindFacts> = {
  gateway: { model: 10_000, name: 'HG-1', phases: 1, always: [], mostRatedW: 0 },
  microinverter: {
    model: 10_001,
    name: 'Microinverter',
    phases: 1,
    always: ['powerW', ...AC, 'temperatureC'],
    mostRatedW: 10_000,
  },
  inverter: {
    model: 10_002,
    name: 'Inverter',
    phases: 3,
    always: ['powerW', ...AC, 'temperatureC'],
    mostRatedW: 350_000,
  },
  hybrid: {
    model: 10_003,
    name: 'Hybrid inverter',
    phases: 3,
    always: ['powerW', 'gridPowerW', 'loadPowerW', 'batteryPowerW', 'batterySocPercent', ...AC, 'temperatureC'],
    mostRatedW: 150_000,
  },
  battery: {
    model: 10_004,
    name: 'Battery',
    phases: 1,
    always: ['batteryPowerW', 'batterySocPercent'],
    mostRatedW: 0,
  },
  meter: {
    model: 10_005,
    name: 'Meter',
    phases: 3,
    always: ['gridPowerW', 'gridImportWh', 'gridExportWh'],
    mostRatedW: 0,
  },
  sensor: { model: 10_006, name: 'Sensor', phases: 1, always: [], mostRatedW: 0 },
};

const profileName = (kind: ReportKind): string => `report ${kind}`;
const KIND_OF = new Map(REPORT_KINDS.map((kind) => [profileName(kind), kind]));
/** As the products of other families are, which gateways tell of, too. */
const PLAIN: ReportKind = 'microinverter';

function profileOf(kind: ReportKind): Profile {
  const { always, mostRatedW } = KINDS[kind];
  return {
    lines: () => linesOf(always),
    reports: () => always,
    modes: kind === 'microinverter' ? MODES : {},
    // Gateways tell counters of life in tenths of a kWh, or finer.
    energyCounter: { counter: 'lifetime', wrapWh: null, stepWh: 100 },
    maxRatedW: mostRatedW,
    expectedUploadS: 60,
    signsIn: true,
    acceptsCommands: true,
    servicePassword: null,
    isSerialNumber: (sn) => SERIAL_NUMBER.test(sn),
  };
}

/** What feeds in, and what watches the grid for all that hang on it. */
const PROTECTS: readonly ReportKind[] = ['gateway', 'microinverter', 'inverter', 'hybrid'];

const PRODUCTS = REPORT_KINDS.map((kind): Product => {
  const { model, name, phases } = KINDS[kind];
  // How many inputs it has, it tells.
  const product = { model, name, kind, inputs: 0, phases, ratedPowerW: 0, profile: profileName(kind) };
  const parameters = [
    ...(PROTECTS.includes(kind) ? GRID_PROTECTION : []),
    ...(kind === 'hybrid' || kind === 'battery' ? BATTERY_CONTROL : []),
  ];
  if (parameters.length === 0) return product;
  if (!PROTECTS.includes(kind)) return { ...product, parameters };
  return { ...product, parameters, functions: kind === 'gateway' ? OF_GATEWAY : OF_OUTPUT };
});

/** Reports have fewer words than the portal. */
const ALSO: Partial<Record<ReportKind, Kind>> = { inverter: 'string', hybrid: 'allInOne' };

/** The product of an announced device: by its model's name among those that the portal knows of that kind, else the one for its kind. */
export function productOfAnnounced<P extends Pick<Product, 'name' | 'kind'>>(
  products: readonly P[],
  { kind, model }: { kind: ReportKind; model: string },
): P | undefined {
  const plain = (name: string): string => name.trim().toUpperCase();
  return (
    products.find(
      (product) => (product.kind === kind || product.kind === ALSO[kind]) && plain(product.name) === plain(model),
    ) ?? products.find((product) => product.kind === kind && product.name === KINDS[kind].name)
  );
}

/** One device's row of a report, as it came in, after its number, its instant and its status were checked. */
export interface ReportRow {
  sn: string;
  at: Date;
  /** Bits of the status word. */
  statusBits: number;
  /** -1: it tells none. */
  mode: number;
  /** Whatever stands there. */
  q: unknown;
}

/**
 * A row as the one door takes it, and what of its values was not understood. `kind`: as the device was announced; undefined:
 * nobody has, and its words are read as those of the product that it is registered as.
 */
export function readingOfReport(
  gateway: string,
  kind: ReportKind | undefined,
  { sn, at, statusBits, mode, q }: ReportRow,
): { reading: Reading } & Omit<ParsedReport, 'quantities'> {
  if (kind === undefined) {
    const { said, unknown, rejected } = sayable(q);
    return { reading: unannounced({ gateway, sn, at, statusBits, mode, said }), unknown, rejected };
  }
  const { quantities, unknown, rejected } = quantitiesOf(kind, q);
  const reading = readingOfRow({ gateway, sn, at, statusBits, mode, countsLife: true, quantities }, true);
  return { reading, unknown, rejected };
}

/** Where a row stands among what is kept that was told before its device was announced. */
const KEPT_PATH = 'unannounced';

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
    quantities: (profile) => quantitiesOf(KIND_OF.get(profile ?? '') ?? PLAIN, said).quantities,
    raw: new LateBytes(KEPT_PATH, row, unannouncedBytes),
  };
}

const unannouncedBytes = ({ gateway, at, said, statusBits, mode }: Unannounced): string =>
  JSON.stringify({ gateway, atMs: at.getTime(), said, statusBits, mode });

/** The bytes are what `unannounced` made; those of old say no instant, and were kept under it. */
function parseKept({ body }: RawBytes, at: Date, sn = ''): Reading {
  const { atMs, ...row } = JSON.parse(Buffer.from(body).toString()) as Omit<Unannounced, 'sn' | 'at'> & {
    atMs?: number;
  };
  return unannounced({ ...row, sn, at: atMs === undefined ? at : new Date(atMs) });
}

const SAYABLE = new Set(REPORT_KINDS.flatMap((kind) => [...reportNames(kind).keys()]));

/** What some kind of device may say, whatever a stranger sends as one; the very same object when that is all of it. */
function sayable(q: unknown): { said: Readonly<Record<string, number>> } & Omit<ParsedReport, 'quantities'> {
  const values = (q ?? {}) as Record<string, number | null>;
  const names = Object.keys(values);
  let unknown = 0;
  let rejected = 0;
  const sound = names.filter((name) => {
    const value = values[name];
    if (!SAYABLE.has(name)) unknown++;
    else if (Number.isFinite(value)) return true;
    else if (value !== null) rejected++;
    return false;
  });
  const isWhole = names.length > 0 && sound.length === names.length;
  const said = isWhole ? values : Object.fromEntries(sound.map((name) => [name, values[name]!]));
  return { said: said as Record<string, number>, unknown, rejected };
}

export const report: Family = {
  products: PRODUCTS,
  profiles: Object.fromEntries(REPORT_KINDS.map((kind) => [profileName(kind), profileOf(kind)])),
  parsers: { [KEPT_PATH]: parseKept },
};
