// What a plant of the fleet is: everything the portal asks of a plant, and what its physics need beyond that.
import type { Fault } from './faults.ts';
import type { BdmModel } from './models.ts';
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
  /** Of its first module. */
  tiltDeg: number;
  azimuthDeg: number;
  orientation: 'portrait' | 'landscape';
  /** From 1, by roof face. */
  stringNumber: number;
  inputs: readonly FleetInput[];
  faults: readonly Fault[];
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
  devices: readonly FleetDevice[];
};
