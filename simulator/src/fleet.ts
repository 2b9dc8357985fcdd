// Builds the demonstration fleet from its table: serial numbers, orientations, owners, and the few faults that a portal should find.
import type { Fault } from './faults.ts';
import type { FleetCompany, FleetDevice, FleetInput, FleetSite } from './fleetSite.ts';
import { address, companyTable, countries, type RoofFace, type SiteRow, siteTable } from './fleetTable.ts';
import { bdmTraits } from './models.ts';
import { hash } from './random.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The manager's company, under it 2 distributors, 3 dealers and 6 installers; parents come before their children. */
export function companies(): readonly FleetCompany[] {
  return companyTable;
}

/**
 * The plants. The same seed and beginning give the same fleet. Faults stand relative to `beganAtMs`, the instant the
 * demonstration began: keep it and pass it again after a restart.
 */
export function fleet(seed: number, beganAtMs: number): FleetSite[] {
  const taken = new Set<string>();
  return siteTable.map((row) => site(row, seed, beganAtMs, taken));
}

function site(row: SiteRow, seed: number, beganAtMs: number, taken: Set<string>): FleetSite {
  const [countryCode, state, city, street, zipCode] = row.at;
  const [latitude, longitude, altitudeM, cloudiness] = row.place;
  const country = countries[countryCode]!;
  const company = companyTable.find((one) => one.key === row.company)!;
  const devices = row.roof.flatMap((face, i) => faceDevices(row.key, face, i, seed, taken));
  const make = makes[hash(seed, row.key, 'make') % makes.length]!;
  const moduleW = row.roof[0]?.moduleW ?? 400;
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
    powerMaxW: devices.flatMap((device) => device.inputs).reduce((sum, input) => sum + (input?.moduleW ?? 0), 0),
    temperatureUnit: country.fahrenheit ? 'Fahrenheit' : 'Celsius',
    pvBrand: make[0],
    pvModel: `${make[1]}-${moduleW}`,
    commissionedOn:
      row.commissionedDaysAgo === null ? null : daysBefore(beganAtMs, row.commissionedDaysAgo, row.timeZone),
    owner: { name: row.owner, email: `${address(row.owner)}@example.org` },
    installer: company.manager,
    companyKey: row.company,
    grid: { voltageV: country.voltageV, frequencyHz: country.frequencyHz },
    devices: devices.map((device, i) => ({
      ...device,
      registered: !(row.key === 'singel' && i === devices.length - 1),
      faults: faultsOf(row.key, i, device, beganAtMs),
    })),
  };
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
  // no two modules are alike: a per cent of tolerance, and a shadow reaches only the part of the face near it
  const spread = hash(seed, key, face.azimuthDeg, position);
  const near = position < Math.max(2, face.modules / 3);
  return {
    moduleW: face.moduleW * (1 + ((spread & 0xff) / 255 - 0.5) * 0.02),
    tiltDeg: face.tiltDeg,
    azimuthDeg: face.azimuthDeg,
    shades: near ? (face.shades ?? []) : [],
  };
}

function serialNumber(seed: number, key: string, taken: Set<string>): string {
  for (let attempt = 0; ; attempt++) {
    const sn = ((hash(seed, key, attempt) | 0x1000_0000) >>> 0).toString(16).toUpperCase();
    if (taken.has(sn)) continue;
    taken.add(sn);
    return sn;
  }
}

/** What is broken in the demonstration, so that alerts, comparisons and counters have something to show. */
function faultsOf(key: string, index: number, device: FleetDevice, beganAtMs: number): Fault[] {
  if (key === 'seeblick' && index === 2) return [{ kind: 'deadModule', input: 1, fromMs: beganAtMs - 9 * dayMs }];
  if (key === 'acequia' && device.stringNumber === 2) {
    return [{ kind: 'dirt', share: 0.3, fromMs: beganAtMs - 45 * dayMs }];
  }
  if (key === 'simonsberg' && index === 5) {
    // from a day and two hours ago, so that a frame has carried it whatever the hour is now
    return [{ kind: 'errorBits', bits: 0x0010, powerShare: 0, fromMs: beganAtMs - 26 * hourMs }];
  }
  if (key === 'sobreiro') return [{ kind: 'silence', fromMs: beganAtMs - 2 * dayMs }];
  if (key === 'murgasse' && index === 0) {
    const from = beganAtMs - 6 * dayMs;
    return [{ kind: 'errorBits', bits: 0x0040, powerShare: 0, fromMs: from, toMs: from + 30 * hourMs }];
  }
  if (key === 'kazimierz' && index === 3) {
    return [{ kind: 'wrongClock', resetAfterMidnightS: 47_000, fromMs: beganAtMs - 20 * dayMs }];
  }
  if (key === 'portici' && index === 7) return [{ kind: 'warpBack', fromMs: beganAtMs - 3 * dayMs, lostWh: 220 }];
  return [];
}

function daysBefore(atMs: number, days: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days })
    .toString();
}
