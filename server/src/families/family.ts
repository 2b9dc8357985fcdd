// What the server asks of a family of devices, and what every family makes of a device's bytes: readings. Also what families have in common.
import type { CommandAction } from '@heliograph/contract/commands.ts';
import type { ProductFunction, ProductParameter } from '@heliograph/contract/entities/product.ts';
import { QUANTITIES, type Quantities, type QuantityName } from '@heliograph/contract/measurements.ts';
import type { EnergySource } from '../energy/rules/deviceEnergy.ts';
import type { Line } from './chartLines.ts';
import type { Kind } from './kinds.ts';

export interface Family {
  /** What every Heliograph starts with of it. */
  products: readonly Product[];
  /** What its products' profiles say, by their names. */
  profiles: Readonly<Record<string, Profile>>;
  /** How its bytes are parsed, by the path where they come in and under which they are kept; one with a slash takes HTTP posts. */
  parsers: Readonly<Record<string, Parse>>;
}

export interface Product {
  model: number;
  name: string;
  kind: Kind;
  inputs: number;
  phases: number;
  /** 0: not known, as of a model that the portal does not know. */
  ratedPowerW: number;
  profile: string;
  /** What can be set in its devices by command; left out: nothing. */
  parameters?: readonly ProductParameter[];
  /** What else they can be told; left out: nothing. */
  functions?: readonly ProductFunction[];
}

/** What a product says of its devices by its profile (the column `frame_profile`). */
export interface Profile {
  /** The lines that a device's charts always have, in their order; what else it is heard to say follows them. */
  lines(inputs: number): Line[];
  /** What it says, as far as its product tells: the columns of its tables. What else it is heard to say joins them. */
  reports(inputs: number): readonly QuantityName[];
  /** What the numbers of its modes mean. */
  modes: Readonly<Record<number, string>>;
  energyCounter: EnergyCounter;
  /** Taken for the rated power where the product has none: what nothing of the kind exceeds, so that a lie has a limit. Never shown. */
  maxRatedW: number;
  /** Seconds between the uploads of a device until its own interval is known. */
  expectedUploadS: number;
  /** Whether it speaks for itself over MQTT, and so gets a password when it is claimed. */
  signsIn: boolean;
  /** Whether it accepts the commands of docs/devices/protocol.md, for itself and for its attached devices. */
  acceptsCommands: boolean;
  /** What of them it understands in a dialect of its own, where it does not take them all. */
  commandSignals?: readonly CommandAction[];
  /** Derives what opens it for a while, of the operator's secret; null: nothing does. */
  servicePassword: ((asked: ServicePassword) => string) | null;
  /** Whether a device of it can have this number. */
  isSerialNumber(sn: string): boolean;
}

export interface ServicePassword {
  secret: Buffer;
  sn: string;
  /** Length of a time step, and how many of them have passed since 1970 in UTC. */
  seconds: number;
  step: number;
}

export type EnergyCounter = Pick<EnergySource, 'counter' | 'wrapWh' | 'stepWh'>;

/** What one device said at one instant, parsed where it came in, before anybody knows whose device it is. */
export interface Reading {
  sn: string;
  at: Date;
  /** The serial number of the gateway that told it; null: the device spoke for itself. */
  gateway: string | null;
  /** The one plant whose devices its gateway speaks for; '': it waits for a plant. Absent: there is nothing to hold it to. */
  plant?: string | undefined;
  /** Bits of the inverter's status word; 0 when it tells none. */
  statusBits: number;
  /** -1: the device has none. */
  mode: number;
  /** Null: it tells none. */
  firmware: string | null;
  /** It says that it has started over since the one before. */
  restarted?: boolean;
  /** From a file of an old system instead of the device. */
  imported: boolean;
  /** Its counterWh is that of the device's life, whatever its product counts in frames of its own. */
  countsLife: boolean;
  /** The profile of the product that it looks like; null: it does not show. */
  profileGuess: string | null;
  /**
   * Its values in SI units, within their limits. Counts take the scales of this profile; when it is another family's, or
   * there is none, those of the guess.
   */
  quantities(profile: string | null): Quantities;
  /** Kept when it cannot be shown yet; null: then whoever brought it is told instead. */
  raw: RawBytes | null;
}

/** Bytes as they came in, or as they were kept. */
export interface RawBytes {
  path: string;
  /** May be made when it is asked for: most are never kept. */
  readonly body: Uint8Array;
  /** Of the sender; '' when it has none. */
  address: string;
  /** The bytes say their own instant; others are of the one at which they came. */
  readonly isDated?: true;
}

/** Why bytes are no reading. Nothing is thrown for what a stranger sends. */
export interface Rejection {
  rejected: string;
}

/** `sn`: the number that the bytes were kept under; when they have just come in, they say it themselves. */
export type Parse = (raw: RawBytes, at: Date, sn?: string) => Reading | Rejection;

/** The mode of a microinverter by the number in its frame. */
export const MODES: Readonly<Record<number, string>> = { 1: 'asleep', 4: 'awake', 5: 'standby', 6: 'generating' };

/** Outside its limits a quantity is null. Else it keeps the resolution in which it came: samples are stored without loss. */
export function withinLimits(given: Quantities): Quantities {
  const kept: Quantities = {};
  for (const name of Object.keys(given) as QuantityName[]) {
    const value = given[name];
    if (value === null || value === undefined) continue;
    const { min, max } = QUANTITIES[name];
    if (value >= min && value <= max) kept[name] = value;
  }
  return kept;
}
