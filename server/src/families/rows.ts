// Rows of values by name in SI units, as gateways report them and files contain them; they need no family to be parsed.
import { DEFAULT_UPLOAD_S } from '@heliograph/contract/freshness.ts';
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { frameQuantities, inputLines, PRODUCTION } from './chartLines.ts';
import { type Family, MODES, type Profile, type RawBytes, type Reading, withinLimits } from './family.ts';

/** A gateway's report about one of its devices, at the gateway's own time. */
export interface GatewayRow {
  /** The gateway's serial number. */
  gateway: string;
  /** As in `Reading`. */
  plant?: string | undefined;
  sn: string;
  at: Date;
  quantities: Quantities;
  /** Bits of the inverter's status word; absent if the gateway reports none. */
  statusBits?: number | undefined;
  /** -1 or absent: the device has none. */
  mode?: number | undefined;
  /** Whether counterWh is a lifetime counter; absent: as the product's profile specifies. */
  countsLife?: boolean | undefined;
}

/** Path under which a gateway's row is stored. */
const STORED_PATH = 'gateway';

/** Converts a row to a reading. `isWithin`: quantities outside their limits were already removed. */
export function readingOfRow(row: GatewayRow, isWithin = false): Reading {
  const { gateway, plant, sn, at, quantities, statusBits = 0, mode = -1, countsLife = false } = row;
  return {
    sn,
    at,
    gateway,
    plant,
    statusBits,
    mode,
    firmware: null,
    imported: false,
    countsLife,
    profileGuess: null,
    quantities: () => (isWithin ? quantities : withinLimits(quantities)),
    raw: new LateBytes(STORED_PATH, row, bytesOf),
  };
}

/** Bytes that are serialized on access: of twenty thousand rows a second hardly one is ever stored as bytes. */
export class LateBytes<Row> implements RawBytes {
  readonly path: string;
  readonly address = '';
  readonly isDated = true;
  readonly #row: Row;
  readonly #write: (row: Row) => string;
  constructor(path: string, row: Row, write: (row: Row) => string) {
    this.path = path;
    this.#row = row;
    this.#write = write;
  }
  get body(): Uint8Array {
    return Buffer.from(this.#write(this.#row));
  }
}

const bytesOf = ({ gateway, at, quantities, statusBits, mode, countsLife }: GatewayRow): string =>
  JSON.stringify({ gateway, atMs: at.getTime(), quantities, statusBits, mode, countsLife });

/** Converts values from a file of a previous system; their day is marked as imported. */
export function readingOfFile({
  sn,
  at,
  quantities,
}: Pick<Reading, 'sn' | 'at'> & { quantities: Quantities }): Reading {
  return {
    sn,
    at,
    gateway: null,
    statusBits: 0,
    mode: -1,
    firmware: null,
    imported: true,
    countsLife: false,
    profileGuess: null,
    quantities: () => withinLimits(quantities),
    raw: null,
  };
}

/** Parses bytes written by `readingOfRow`; older ones have no instant and were stored with it (`at`). */
function parseRow({ body }: { body: Uint8Array }, at: Date, sn = ''): Reading {
  const { atMs, ...row } = JSON.parse(Buffer.from(body).toString()) as Omit<GatewayRow, 'sn' | 'at'> & {
    atMs?: number;
  };
  return readingOfRow({ ...row, sn, at: atMs === undefined ? at : new Date(atMs) });
}

export const rows: Family = { products: [], profiles: {}, parsers: { [STORED_PATH]: parseRow } };

/** Rating of the largest string inverters for roofs or ground-mounted plants. */
const MAX_RATED_W = 350_000;

/** Profile of a product without one: its devices are known only from rows. */
export const plainProfile: Profile = {
  lines: (inputs) => [
    [PRODUCTION, 'powerW'],
    ['AC Frequency', 'frequencyHz'],
    ['Temperature', 'temperatureC'],
    ...inputLines(inputs),
  ],
  reports: frameQuantities,
  modes: MODES,
  energyCounter: { counter: 'none', wrapWh: null, stepWh: 0 },
  maxRatedW: MAX_RATED_W,
  expectedUploadS: DEFAULT_UPLOAD_S,
  signsIn: false,
  acceptsCommands: false,
  servicePassword: null,
  isSerialNumber: (sn) => SERIAL_NUMBER.test(sn),
};
