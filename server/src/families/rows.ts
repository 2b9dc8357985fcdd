// Rows of values by name in SI units, as gateways tell them of any device and files hold them: nothing of a family's own is needed to understand them.
import { DEFAULT_UPLOAD_S } from '@heliograph/contract/freshness.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { frameQuantities, inputLines, PRODUCTION } from './chartLines.ts';
import { type Family, MODES, type Profile, type RawBytes, type Reading, withinLimits } from './family.ts';

/** What a gateway says of one of its devices, at the gateway's own time. */
export interface GatewayRow {
  /** The gateway's serial number. */
  gateway: string;
  /** As in `Reading`. */
  plant?: string | undefined;
  sn: string;
  at: Date;
  quantities: Quantities;
  /** Bits of the inverter's status word; none when the gateway tells none. */
  statusBits?: number | undefined;
  /** -1 or absent: the device has none. */
  mode?: number | undefined;
  /** Its counterWh is that of the device's life; absent: what its product's profile says. */
  countsLife?: boolean | undefined;
}

/** Where a gateway's row stands among what is kept. */
const KEPT_PATH = 'gateway';

/** `isWithin`: whoever read the quantities has left out what is outside their limits. */
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
    raw: new LateBytes(KEPT_PATH, row, bytesOf),
  };
}

/** Twenty thousand rows come in a second, and hardly one is ever asked for its bytes. */
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

/** Values from a file of an old system; their day is marked as imported. */
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

/** The bytes are what `readingOfRow` made; those of old say no instant, and were kept under it. */
function parseRow({ body }: { body: Uint8Array }, at: Date, sn = ''): Reading {
  const { atMs, ...row } = JSON.parse(Buffer.from(body).toString()) as Omit<GatewayRow, 'sn' | 'at'> & {
    atMs?: number;
  };
  return readingOfRow({ ...row, sn, at: atMs === undefined ? at : new Date(atMs) });
}

export const rows: Family = { products: [], profiles: {}, parsers: { [KEPT_PATH]: parseRow } };

/** The largest inverters for a roof or a field's string. */
const MAX_RATED_W = 350_000;

/** Of a product that names no profile: its devices are only ever known by rows. */
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
  isSerialNumber: () => true,
};
