// Builds the demonstration fleet from its tables: serial numbers, orientations, owners, and the faults that a portal should find.
import { faultsOf } from './faultTable.ts';
import type { FleetCompany, FleetDevice, FleetInput, FleetSite } from './fleetSite.ts';
import { address, companyTable, countries, type RoofFace, type SiteRow, siteTable } from './fleetTable.ts';
import { gatewayTable } from './gatewayTable.ts';
import { gateways, unreported } from './machines.ts';
import { bdmTraits } from './models.ts';
import { hash } from './random.ts';
import { serialNumber } from './serialNumber.ts';

/** The manager's company, under it 2 distributors, 3 dealers and 6 installers; parents come before their children. */
export function companies(): readonly FleetCompany[] {
  return companyTable;
}

/**
 * Builds the plants. The same seed and beginning give the same fleet. Fault times are relative to `beganAtMs`, when the
 * demonstration began: store it and pass the same value after a restart.
 */
export function fleet(seed: number, beganAtMs: number): FleetSite[] {
  const taken = new Set<string>();
  return [...siteTable, ...gatewayTable].map((row) => site(row, seed, beganAtMs, taken));
}

/** Telephone numbers that countries reserve for fiction: their beginning, and how many digits follow. */
const FICTIONAL_PHONES: Readonly<Record<string, readonly [beginning: string, digits: number]>> = {
  AU: ['+61 2 5550 ', 4],
  CA: ['+1 613 555 01', 2],
  DE: ['+49 30 23125 ', 3],
  FR: ['+33 1 99 00 ', 4],
  GB: ['+44 1632 960', 3],
  US: ['+1 202 555 01', 2],
};

function phoneOf(countryCode: string, name: string): { phone?: string } {
  const fictional = FICTIONAL_PHONES[countryCode];
  if (!fictional) return {};
  const [beginning, digits] = fictional;
  return { phone: beginning + String(hash(name, 'phone') % 10 ** digits).padStart(digits, '0') };
}

function site(row: SiteRow, seed: number, beganAtMs: number, taken: Set<string>): FleetSite {
  const [countryCode, state, city, street, zipCode] = row.at;
  const [latitude, longitude, altitudeM, cloudiness] = row.place;
  const country = countries[countryCode]!;
  const company = companyTable.find((one) => one.key === row.company)!;
  const devices = row.roof.flatMap((face, i) => faceDevices(row.key, face, i, seed, taken));
  const reporting = gateways(row, seed, beganAtMs, taken);
  const modulesW = devices.flatMap((device) => device.inputs).reduce((sum, input) => sum + (input?.moduleW ?? 0), 0);
  const unmonitored = unreported(row, seed, taken);
  const reportedW = [...reporting.flatMap(({ machines }) => machines), ...unmonitored]
    .flatMap(({ inputs }) => inputs)
    .reduce((sum, { moduleW: watts, inSeries, strings }) => sum + watts * inSeries * strings, 0);
  const make = makes[hash(seed, row.key, 'make') % makes.length]!;
  const moduleW = row.roof[0]?.moduleW ?? row.gatewayPlant?.moduleW ?? 400;
  return {
    key: row.key,
    name: row.name,
    countryCode,
    state,
    city,
    street,
    zipCode,
    latitude,
    longitude,
    altitudeM,
    cloudiness,
    weatherSeed: hash(seed, countryCode, city),
    timeZone: row.timeZone,
    currency: country.currency,
    electricityPrice: country.electricityPrice,
    feedInPrice: country.feedInPrice,
    powerMaxW: modulesW + reportedW,
    temperatureUnit: country.fahrenheit ? 'Fahrenheit' : 'Celsius',
    pvBrand: make[0],
    pvModel: `${make[1]}-${moduleW}`,
    commissionedOn:
      row.commissionedDaysAgo === null ? null : daysBefore(beganAtMs, row.commissionedDaysAgo, row.timeZone),
    owner: { name: row.owner, email: `${address(row.owner)}@example.org`, ...phoneOf(countryCode, row.owner) },
    installer: company.manager,
    companyKey: row.company,
    grid: { voltageV: country.voltageV, frequencyHz: country.frequencyHz },
    devices: physicalPlacement(
      devices.map((device, i) => ({
        ...device,
        registered: !(row.key === 'singel' && i === devices.length - 1),
        faults: faultsOf({ plant: row.key, part: 'device' }, i, beganAtMs),
      })),
    ),
    gateways: reporting,
    unmonitored,
    home: row.gatewayPlant?.home ?? null,
  };
}

/** Returns the devices with their physical modules: two devices with swapped numbers have each other's. */
export function physicalPlacement(registered: readonly FleetDevice[]): FleetDevice[] {
  return registered.map((device) => {
    const swap = device.faults.find((fault) => fault.kind === 'swappedNumbers');
    if (!swap) return device;
    const { inputs } = registered[swap.with]!;
    return {
      ...device,
      inputs: device.inputs.map((own, i) => (swap.input === undefined || swap.input === i ? (inputs[i] ?? null) : own)),
    };
  });
}

const makes = [
  ['Helianth', 'HX108'],
  ['Lumora', 'Duo'],
  ['Solveig', 'S54'],
  ['Brightfield', 'BF-M10'],
] as const;

function faceDevices(key: string, face: RoofFace, index: number, seed: number, taken: Set<string>): FleetDevice[] {
  const sockets = bdmTraits[face.model].inputs;
  return Array.from({ length: face.devices }, (_, i) => ({
    sn: serialNumber(seed, `${key} ${index} ${i}`, taken),
    model: face.model,
    registered: true,
    tiltDeg: face.tiltDeg,
    azimuthDeg: face.azimuthDeg,
    orientation: face.tiltDeg < 13 ? 'landscape' : 'portrait',
    stringNumber: index + 1,
    inputs: Array.from({ length: sockets }, (_, socket) => module(face, i * sockets + socket, seed, key)),
    faults: [],
  }));
}

function module(face: RoofFace, position: number, seed: number, key: string): FleetInput {
  if (position >= face.modules) return null;
  // modules have a tolerance of one per cent, and a shade reaches only the part of the face near it
  const spread = hash(seed, key, face.azimuthDeg, position);
  const near = position < Math.max(2, face.modules / 3);
  return {
    moduleW: face.moduleW * (1 + ((spread & 0xff) / 255 - 0.5) * 0.02),
    tiltDeg: face.tiltDeg,
    azimuthDeg: face.azimuthDeg,
    shades: near ? (face.shades ?? []) : [],
  };
}

function daysBefore(atMs: number, days: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days })
    .toString();
}
