// Reads the frames of BDM microinverters (wire.md section 1): bytes to raw words, and raw words to quantities by the product's scales.
import { QUANTITIES, type Quantities, type QuantityName } from '@heliograph/contract/measurements.ts';

export type FrameProfile = 'BDM-400' | 'BDM-800' | 'BDM-2250' | 'BDM-1200-LV';

/** Why bytes are no frame; counted and kept under this word. */
export type FrameFault = 'length' | 'start' | 'declaredLength' | 'command' | 'checksum';

export interface BdmFrame {
  /** Eight upper-case hex digits. */
  sn: string;
  statusBits: number;
  /** Mode byte of the 45-byte frame; -1 where there is none. */
  mode: number;
  firmware: number;
  bytes: Uint8Array;
}

interface Profile {
  length: 45 | 69;
  inputs: number;
  wattsPerCount: number;
  /** null: byte 37 is no energy counter. */
  whPerCount: number | null;
}

/** The scale belongs to the product. */
export const PROFILES: Record<FrameProfile, Profile> = {
  'BDM-400': { length: 45, inputs: 1, wattsPerCount: 1 / 100, whPerCount: 0.2 },
  'BDM-800': { length: 45, inputs: 2, wattsPerCount: 1 / (25 * Math.PI), whPerCount: 0.2308 },
  'BDM-2250': { length: 69, inputs: 4, wattsPerCount: 1 / 10, whPerCount: 9.25 },
  'BDM-1200-LV': { length: 69, inputs: 3, wattsPerCount: 1 / 25.6, whPerCount: null },
};

/** An input under this voltage has no panel attached. */
const ATTACHED_V = 5;
/** Grid voltage word of the 69-byte frame, phase to phase. */
const GRID_COUNTS_PER_VOLT = 17.32;
const BUS_COUNTS_PER_VOLT = 25.6;

const word = (bytes: Uint8Array, offset: number): number => bytes[offset]! | (bytes[offset + 1]! << 8);

/** The frame in these bytes, or why there is none. The gateway and sync fields are never a reason. */
export function parseBdmFrame(bytes: Uint8Array): BdmFrame | FrameFault {
  const { length } = bytes;
  if (length !== 45 && length !== 69) return 'length';
  if (bytes[0] !== 0x79) return 'start';
  if (word(bytes, 1) !== length - 7 || word(bytes, 13) !== length - 17) return 'declaredLength';
  if (bytes[3] !== 0x40 || bytes[4] !== 0x14) return 'command';
  let sum = 0;
  let xor = 0;
  for (let index = 1; index < length - 2; index++) {
    sum += bytes[index]!;
    xor ^= bytes[index]!;
  }
  if (bytes[length - 2] !== (sum & 0xff) || bytes[length - 1] !== xor) return 'checksum';
  const sn = ((word(bytes, 19) | (word(bytes, 21) << 16)) >>> 0).toString(16).toUpperCase().padStart(8, '0');
  const isShort = length === 45;
  return {
    sn,
    statusBits: word(bytes, 23),
    mode: isShort ? bytes[39]! : -1,
    firmware: isShort ? bytes[40]! : -1,
    bytes,
  };
}

/** How a frame is read while its serial number is unknown. */
export function defaultProfile({ bytes }: BdmFrame): FrameProfile {
  if (bytes.length === 69) return 'BDM-2250';
  return bytes[31] === 0 ? 'BDM-400' : 'BDM-800';
}

/** Whether this product sends frames of this length; else its scales say nothing about it. */
export function fitsProfile({ bytes }: BdmFrame, profile: FrameProfile): boolean {
  return PROFILES[profile].length === bytes.length;
}

/** The quantities of a frame in base units; what lies outside its limits is null, what the product does not send is absent. */
export function readBdmFrame({ bytes }: BdmFrame, name: FrameProfile): Quantities {
  const profile = PROFILES[name];
  const quantities: Quantities = {
    powerW: word(bytes, 25) * profile.wattsPerCount,
    frequencyHz: word(bytes, 33) / 256,
    temperatureC: signed(word(bytes, 35)) / 100,
  };
  if (profile.whPerCount !== null) quantities.counterWh = word(bytes, 37) * profile.whPerCount;
  if (bytes.length === 45) readShort(bytes, profile, quantities);
  else readLong(bytes, profile, quantities);
  for (const key of Object.keys(quantities) as QuantityName[]) {
    const value = quantities[key];
    const { min, max } = QUANTITIES[key];
    if (value !== null && value !== undefined && (value < min || value > max)) quantities[key] = null;
  }
  return quantities;
}

function readShort(bytes: Uint8Array, profile: Profile, quantities: Quantities): void {
  quantities.busVoltageV = word(bytes, 27) / BUS_COUNTS_PER_VOLT;
  // One-input models leave the first byte 0 and tell their only input in the second.
  if (profile.inputs === 1) quantities.input1CurrentA = bytes[32]! / 10;
  else {
    quantities.input1CurrentA = bytes[31]! / 10;
    quantities.input2CurrentA = bytes[32]! / 10;
  }
}

const INPUTS = [1, 2, 3, 4] as const;

function readLong(bytes: Uint8Array, profile: Profile, quantities: Quantities): void {
  quantities.gridVoltageV = word(bytes, 29) / GRID_COUNTS_PER_VOLT;
  for (const input of INPUTS) {
    if (input > profile.inputs) break;
    const offset = 41 + 6 * (input - 1);
    const voltageV = word(bytes, offset) / 256;
    if (voltageV < ATTACHED_V) continue;
    quantities[`input${input}VoltageV`] = voltageV;
    quantities[`input${input}PowerW`] = word(bytes, offset + 2) * profile.wattsPerCount;
    if (profile.whPerCount !== null) {
      quantities[`input${input}CounterWh`] = word(bytes, offset + 4) * profile.whPerCount;
    }
  }
}

const signed = (value: number): number => (value >= 0x8000 ? value - 0x10000 : value);
