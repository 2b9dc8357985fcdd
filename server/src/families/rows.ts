// Rows of values by name in SI units, as gateways tell them of any device and files hold them: nothing of a family's own is needed to understand them.
import { USUAL_UPLOAD_S } from '@heliograph/contract/freshness.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { type Family, inputLines, MODES, PRODUCTION, type Profile, type Reading, withinLimits } from './family.ts';

/** What a gateway says of one of its devices, at the gateway's own time. */
export interface GatewayRow {
  /** The gateway's serial number. */
  gateway: string;
  sn: string;
  at: Date;
  quantities: Quantities;
  /** Bits of the inverter's status word; none when the gateway tells none. */
  statusBits?: number | undefined;
  /** -1 or absent: the device has none. */
  mode?: number | undefined;
}

/** Where a gateway's row stands among what is kept. */
const KEPT_PATH = 'gateway';

export function readingOfRow({ gateway, sn, at, quantities, statusBits, mode }: GatewayRow): Reading {
  return {
    sn,
    at,
    gateway,
    statusBits: statusBits ?? 0,
    mode: mode ?? -1,
    firmware: null,
    imported: false,
    profileGuess: null,
    quantities: () => withinLimits(quantities),
    raw: {
      path: KEPT_PATH,
      get body() {
        return Buffer.from(JSON.stringify({ gateway, quantities, statusBits, mode }));
      },
      address: '',
    },
  };
}

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
    profileGuess: null,
    quantities: () => withinLimits(quantities),
    raw: null,
  };
}

/** The bytes are what `readingOfRow` made. */
function parseRow({ body }: { body: Uint8Array }, at: Date, sn = ''): Reading {
  const row = JSON.parse(Buffer.from(body).toString()) as Omit<GatewayRow, 'sn' | 'at'>;
  return readingOfRow({ ...row, sn, at });
}

export const rows: Family = { products: [], profiles: {}, parsers: { [KEPT_PATH]: parseRow } };

/** Of a product that names no profile: its devices are only ever known by rows. */
export const plainProfile: Profile = {
  lines: (inputs) => [
    [PRODUCTION, 'powerW'],
    ['AC Frequency', 'frequencyHz'],
    ['Temperature', 'temperatureC'],
    ...inputLines(inputs),
  ],
  modes: MODES,
  energyCounter: { counter: 'none', wrapWh: null, stepWh: 0 },
  expectedUploadS: USUAL_UPLOAD_S,
  isSerialNumber: () => true,
};
