// Interface of a device family, the readings that every family parses from a device's bytes, and what families have in common.
import type { CommandAction } from '@heliograph/contract/commands.ts';
import type { ProductFunction, ProductParameter } from '@heliograph/contract/entities/product.ts';
import { QUANTITIES, type Quantities, type QuantityName } from '@heliograph/contract/measurements.ts';
import type { EnergySource } from '../energy/rules/deviceEnergy.ts';
import type { Line } from './chartLines.ts';
import type { Kind } from './kinds.ts';

export interface Family {
  /** Products that ship with the portal. */
  products: readonly Product[];
  /** Profiles of its products, by name. */
  profiles: Readonly<Record<string, Profile>>;
  /** Parsers by the path at which bytes arrive and under which they are stored; a path with a slash accepts HTTP posts. */
  parsers: Readonly<Record<string, Parse>>;
}

export interface Product {
  model: number;
  name: string;
  kind: Kind;
  inputs: number;
  phases: number;
  /** 0: unknown, as for a model that the portal does not know. */
  ratedPowerW: number;
  profile: string;
  /** Parameters that can be set by command; absent: none. */
  parameters?: readonly ProductParameter[];
  /** Other commands that its devices execute; absent: none. */
  functions?: readonly ProductFunction[];
}

/** Properties of a product's devices, referenced by the column `frame_profile`. */
export interface Profile {
  /** Lines that a device's charts always have, in order; other quantities that it reports follow. */
  lines(inputs: number): Line[];
  /** Quantities known from the product, which are columns of its tables; other quantities that it reports are added. */
  reports(inputs: number): readonly QuantityName[];
  /** Names of its modes by number. */
  modes: Readonly<Record<number, string>>;
  energyCounter: EnergyCounter;
  /** Used as the rated power where the product has none: no device of the kind exceeds it, so that false values are bounded. Never shown. */
  maxRatedW: number;
  /** Seconds between a device's uploads until its own interval is known. */
  expectedUploadS: number;
  /** Whether it connects over MQTT itself, and therefore gets a password when it is claimed. */
  signsIn: boolean;
  /** Whether it accepts the commands of docs/devices/protocol.md, for itself and for its attached devices. */
  acceptsCommands: boolean;
  /** Commands that it supports in its own protocol, if not all of them. */
  commandSignals?: readonly CommandAction[];
  /** Derives the temporary service password from the operator's secret; null: the device has none. */
  servicePassword: ((request: ServicePassword) => string) | null;
  /** Whether a device can have this serial number. */
  isSerialNumber(sn: string): boolean;
}

export interface ServicePassword {
  secret: Buffer;
  sn: string;
  /** Length of a time step; `step` is the number of them since 1970 in UTC. */
  seconds: number;
  step: number;
}

export type EnergyCounter = Pick<EnergySource, 'counter' | 'wrapWh' | 'stepWh'>;

/** A device's report at one instant, parsed on arrival, before its plant is known. */
export interface Reading {
  sn: string;
  at: Date;
  /** Serial number of the gateway that reported it; null: the device reported itself. */
  gateway: string | null;
  /** The only plant for whose devices its gateway may report; '': the gateway waits for a plant. Absent: unrestricted. */
  plant?: string | undefined;
  /** Bits of the inverter's status word; 0 if not reported. */
  statusBits: number;
  /** -1: the device has none. */
  mode: number;
  /** Null: not reported. */
  firmware: string | null;
  /** Whether the device reports a restart since its previous frame. */
  restarted?: boolean;
  /** Only marks a gateway as present: stored although it has no values. */
  isPresence?: true;
  /** From a file of a previous system instead of the device. */
  imported: boolean;
  /** Whether counterWh is a lifetime counter, whatever the product counts in its own frames. */
  countsLife: boolean;
  /** Profile of the most likely product; null: the bytes do not show it. */
  profileGuess: string | null;
  /**
   * Values in SI units, within their limits. Counts are scaled by this profile; if it is another family's or null, by the
   * guessed one.
   */
  quantities(profile: string | null): Quantities;
  /** Bytes to store while the device has no plant; null: the sender gets an error instead. */
  raw: RawBytes | null;
}

/** Bytes as received or as stored. */
export interface RawBytes {
  path: string;
  /** May be computed on access, because most are never stored. */
  readonly body: Uint8Array;
  /** Address of the sender; '' if it has none. */
  address: string;
  /** Whether the bytes contain their instant; for others it is the time of arrival. */
  readonly isDated?: true;
}

/** Reason why bytes are not a reading. Untrusted bytes never throw. */
export interface Rejection {
  rejected: string;
}

/** `sn`: the serial number under which the bytes were stored; bytes that have just arrived contain it. */
export type Parse = (raw: RawBytes, at: Date, sn?: string) => Reading | Rejection;

/** Modes of a microinverter by the number in its frame. */
export const MODES: Readonly<Record<number, string>> = { 1: 'asleep', 4: 'awake', 5: 'standby', 6: 'generating' };

/** Removes quantities outside their limits. The others keep the resolution in which they arrived: samples are stored losslessly. */
export function withinLimits(quantities: Quantities): Quantities {
  const valid: Quantities = {};
  for (const name of Object.keys(quantities) as QuantityName[]) {
    const value = quantities[name];
    if (value === null || value === undefined) continue;
    const { min, max } = QUANTITIES[name];
    if (value >= min && value <= max) valid[name] = value;
  }
  return valid;
}
