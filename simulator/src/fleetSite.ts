// Types of a fleet's plants: everything that the portal stores about a plant, and what the physics need in addition.
import type { ReportKind } from '@heliograph/contract/report.ts';
import type { Battery } from './battery.ts';
import type { Fault } from './faults.ts';
import type { Habits } from './home.ts';
import type { BdmModel } from './models.ts';
import type { Wires } from './phases.ts';
import type { Shade } from './plant.ts';
import type { Place } from './sky.ts';

export interface Person {
  name: string;
  email: string;
  /** Omitted: none. */
  phone?: string;
}

export type FleetCompany = {
  key: string;
  /** Null for the manager's company, the root of the tree. */
  parentKey: string | null;
  kind: 'manager' | 'distributor' | 'dealer' | 'installer';
  name: string;
  countryCode: string;
  manager: Person;
};

/** A microinverter's socket with its module; null where nothing is connected. */
export type FleetInput = {
  moduleW: number;
  tiltDeg: number;
  /** Clockwise from north; 180 faces south. */
  azimuthDeg: number;
  shades: readonly Shade[];
} | null;

export type FleetDevice = {
  /** Eight upper-case hex digits. */
  sn: string;
  model: BdmModel;
  /** False: it sends, but is not registered in the portal. */
  registered: boolean;
  /** As registered, for the first module; the physical orientation of each module is in `inputs`. */
  tiltDeg: number;
  azimuthDeg: number;
  orientation: 'portrait' | 'landscape';
  /** From 1, by roof face. */
  stringNumber: number;
  inputs: readonly FleetInput[];
  faults: readonly Fault[];
};

/** A module, or strings of equal modules on one tracker; `moduleW` is the rating of one module. */
export type MachineInput = NonNullable<FleetInput> & { inSeries: number; strings: number };

/** A device behind a gateway, or one with its own connection; it uses the report protocol. */
export type FleetMachine = {
  sn: string;
  kind: Exclude<ReportKind, 'gateway'>;
  model: string;
  hardware: string;
  firmware: string;
  /** AC rating; 0 where it produces nothing. */
  ratedW: number;
  inputs: readonly MachineInput[];
  /** The phase on which it feeds in; 0: all of them. */
  phase: 0 | 1 | 2 | 3;
  /** Orientation of its first module, or of a sensor. */
  tiltDeg: number;
  azimuthDeg: number;
  /** From 1, by roof face. */
  stringNumber: number;
  /** Meters only: it measures the production of all machines, not the grid. */
  atModules: boolean;
  faults: readonly Fault[];
};

/** An MQTT client: a gateway with its machines, or a machine without a gateway, which is the first of its own machines. */
export type FleetGateway = {
  sn: string;
  kind: ReportKind;
  model: string;
  hardware: string;
  firmware: string;
  /** Publishes OpenDTU's topics instead of reports. */
  dialect?: 'openDtu';
  /** Seconds between its reports. */
  intervalS: number;
  machines: readonly FleetMachine[];
  faults: readonly Fault[];
};

/** Load, battery and wiring of a plant whose flows are measured. */
export type FleetHome = {
  wires: Wires;
  habits: Habits;
  /** Part of the load that is supplied during a grid outage, 0 to 1. */
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
  /** YYYY-MM-DD; null before commissioning. */
  commissionedOn: string | null;
  owner: Person;
  installer: Person;
  /** The installer's company. */
  companyKey: string;
  grid: { voltageV: number; frequencyHz: number };
  /** Devices that post frames themselves. */
  devices: readonly FleetDevice[];
  gateways: readonly FleetGateway[];
  /** Third-party inverters that feed in but report nothing. */
  unmonitored: readonly FleetMachine[];
  /** Null where only production is measured. */
  home: FleetHome | null;
};
