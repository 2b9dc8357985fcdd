// What a plant of the fleet is: everything the portal asks of a plant, and what its physics need beyond that.
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { Battery } from './battery.ts';
import type { Fault } from './faults.ts';
import type { Habits } from './home.ts';
import type { BdmModel } from './models.ts';
import type { Wires } from './phases.ts';
import type { Shade } from './plant.ts';
import type { Place } from './sky.ts';

export type Person = { name: string; email: string };

export type FleetCompany = {
  key: string;
  /** null for the manager's, the root of the tree. */
  parentKey: string | null;
  kind: 'manager' | 'distributor' | 'dealer' | 'installer';
  name: string;
  countryCode: string;
  manager: Person;
};

/** One socket of a microinverter with a module on it; null where nothing is plugged in. */
export type FleetInput = {
  moduleW: number;
  tiltDeg: number;
  /** Clockwise from north: 180 looks south. */
  azimuthDeg: number;
  shades: readonly Shade[];
} | null;

export type FleetDevice = {
  /** Eight upper-case hex digits. */
  sn: string;
  model: BdmModel;
  /** false: it sends, but nobody has entered it in the portal. */
  registered: boolean;
  /** As it was entered, of its first module; how its modules lie is said by its inputs. */
  tiltDeg: number;
  azimuthDeg: number;
  orientation: 'portrait' | 'landscape';
  /** From 1, by roof face. */
  stringNumber: number;
  inputs: readonly FleetInput[];
  faults: readonly Fault[];
};

/** A module, or strings of modules alike on one tracker; `moduleW` is that of one module. */
export type MachineInput = NonNullable<FleetInput> & { inSeries: number; strings: number };

/** What hangs on a gateway, or speaks for itself: told over the report protocol. */
export type FleetMachine = {
  sn: string;
  kind: Exclude<ReportKind, 'gateway'>;
  model: string;
  hardware: string;
  firmware: string;
  /** AC; 0 where it makes nothing. */
  ratedW: number;
  inputs: readonly MachineInput[];
  /** The one on which it feeds in; 0: all of them. */
  phase: 0 | 1 | 2 | 3;
  /** Of its first module, or of a sensor. */
  tiltDeg: number;
  azimuthDeg: number;
  /** From 1, by roof face. */
  stringNumber: number;
  /** Of a meter: it measures what all machines together make, not the grid. */
  atModules: boolean;
  faults: readonly Fault[];
};

/** What signs in over MQTT: a gateway with its machines, or a machine that needs none, which is its own first one. */
export type FleetGateway = {
  sn: string;
  kind: ReportKind;
  model: string;
  hardware: string;
  firmware: string;
  /** Said in OpenDTU's topics instead of reports. */
  dialect?: 'openDtu';
  /** Seconds between its reports. */
  intervalS: number;
  machines: readonly FleetMachine[];
  faults: readonly Fault[];
};

/** The rest of a plant whose flows are told: load, battery, wires. */
export type FleetHome = {
  wires: Wires;
  habits: Habits;
  /** The part of the load that goes on without the grid, 0 to 1. */
  backupShare: number;
  battery: Battery | null;
  /** 0: none. */
  generatorW: number;
};

export type FleetSite = Place & {
  key: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  state: string;
  city: string;
  street: string;
  zipCode: string;
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  /** Money per kWh. */
  electricityPrice: number;
  feedInPrice: number;
  /** Sum of the modules' rated power. */
  powerMaxW: number;
  temperatureUnit: 'Celsius' | 'Fahrenheit';
  pvBrand: string;
  pvModel: string;
  /** YYYY-MM-DD; null while it is not commissioned. */
  commissionedOn: string | null;
  owner: Person;
  installer: Person;
  /** The installer's company. */
  companyKey: string;
  grid: { voltageV: number; frequencyHz: number };
  /** Those that post frames of their own. */
  devices: readonly FleetDevice[];
  gateways: readonly FleetGateway[];
  /** Inverters of another make: they feed in, and tell nobody. */
  untold: readonly FleetMachine[];
  /** Null where only production is told. */
  home: FleetHome | null;
};
